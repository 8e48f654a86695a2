import CrashReports

extension CrashReport {
  /// True if the pointers that the crashed thread used have no signatures: the processor has none, or the innermost frame is in an image
  /// of the app that is built for arm64, and not for arm64e. Code of the system signs return addresses in any process.
  var faultsInUnsignedCode: Bool {
    let images = images ?? []
    let frame = crashedThread?.frames.first
    if let index = frame?.imageIndex, images.indices.contains(index), frame?.role == .app || frame?.role == nil {
      if images[index].architecture == "arm64" { return true }
    }
    return host.isTranslated == true || host.architecture.map(Self.hasNoSignatures) ?? false
  }

  /// Whether no processor of this architecture signs pointers. `arm64` alone is also what reports write for arm64e.
  private static func hasNoSignatures(_ architecture: String) -> Bool {
    ["x86_64", "i386", "arm64_32", "ppc"].contains { architecture.hasPrefix($0) } || architecture == "arm"
      || architecture.hasPrefix("armv7")
  }
}

extension Evidence {
  /// The innermost frame is code that has no signed pointers.
  static let codeWithoutSignatures = Evidence.custom(
    CustomEvidence(
      "innermost frame of the app in an image for arm64, and not arm64e, or another processor",
      reason: "It looks up the image of the frame.", explanations: []
    ) { context in context.report.faultsInUnsignedCode ? EvidenceMatch() : nil })

  /// The faulting address consists of characters: it never was a pointer with a signature.
  static let addressIsText = Evidence.custom(
    CustomEvidence(
      "a faulting address that consists of characters", reason: "It decodes the address.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]), explanations: []
    ) { context in
      if case .text = context.memoryFault?.value { EvidenceMatch() } else { nil }
    })
}
