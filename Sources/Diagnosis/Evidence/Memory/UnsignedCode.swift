import CrashReports

extension CrashReport {
  /// True if the innermost frame of the crashed thread is in an image that is built for arm64, and not for arm64e: its
  /// pointers have no signatures.
  var faultsInUnsignedCode: Bool {
    guard let frame = crashedThread?.frames.first, let index = frame.imageIndex, let images,
      images.indices.contains(index), frame.role == .app || frame.role == nil
    else { return false }
    return images[index].architecture == "arm64"
  }
}

extension Evidence {
  /// The innermost frame is code that has no signed pointers.
  static let codeWithoutSignatures = Evidence.custom(
    CustomEvidence(
      "innermost frame of the app in an image for arm64, and not arm64e",
      reason: "It looks up the image of the frame.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]),
      explanations: []
    ) { context in context.report.faultsInUnsignedCode ? EvidenceMatch() : nil })
}
