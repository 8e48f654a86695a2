import CrashReports

extension Evidence {
  /// The process is an app extension; captures `extension`, and cites nothing.
  static let appExtension = Evidence.custom(
    CustomEvidence(
      "a process in a bundle of an app extension, or with the main function of one", reason: "It reads a path.",
      explanations: []
    ) { context in
      let path = context.report.process?.path ?? ""
      let mains: Set<String> = ["NSExtensionMain", "EXExtensionMain", "_NSExtensionMain"]
      guard
        path.contains(".appex/")
          || context.threadStack.suffix(8).contains(where: { $0.functionName.map(mains.contains) ?? false })
      else { return nil }
      return EvidenceMatch(captures: ["extension": "extension"])
    })
}

extension AnalysisContext {
  /// The process, if it belongs to the system or to Xcode and no code of another owner is on the stack of the failure.
  var appleProcess: String? {
    guard let name = report.process?.name, report.kind.isFailure, agent == nil, ProcessTraits(report).isApple,
      !Self.programsOfUsers.contains(name), !threadStack.isEmpty || !crashStack.isEmpty
    else { return nil }
    let own = shortImageName(name)
    // An image without a path may be any of the system's.
    let isForeign = { [images = report.images ?? []] (frame: CrashReport.Frame) in
      guard frame.role == .app, let index = frame.imageIndex, images.indices.contains(index),
        images[index].path?.hasPrefix("/") ?? false
      else { return false }
      return frame.image.map { shortImageName($0) != own } ?? false
    }
    return crashStack.contains(where: isForeign) || threadStack.contains(where: isForeign) ? nil : name
  }

  /// The program of a vendor that the process is part of, if it was installed: a build of a developer is in another folder.
  ///
  /// The reader of the report may develop the program, so that this adds advice and replaces none.
  var vendorProgram: String? {
    guard report.kind.isFailure, let process = report.process, let path = process.path,
      path.hasPrefix("/Applications/"),
      let bundleID = process.bundleID, bundleID.utf8.count <= 200
    else { return nil }
    return LibraryNames.program(bundleID: bundleID)
  }

  /// Programs of Apple whose purpose is to run code of users.
  private static let programsOfUsers: Set<String> = [
    "xctest", "XCPreviewAgent", "XCTRunner", "swift", "swift-frontend", "swiftc", "clang", "ld", "python3", "Python",
    "ruby", "perl", "java", "osascript", "IBDesignablesAgent", "ibtool", "ibtoold", "xcodebuild", "Xcode", "lldb",
    "swiftpm-testing-helper", "swiftpm-xctest-helper", "SimulatorTrampoline", "playground", "Playgrounds",
  ]
}
