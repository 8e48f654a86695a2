import CrashReports
@testable import Rewriting
import TestSupport
import Testing
import Vocabulary

/// Reports in Apple's text layout, read back.
@Suite struct AppleTextLayoutTests {
  /// Information that the layout cannot represent is not compared; everything else must be read back unchanged.
  @Test(arguments: RewritingPropertyTests.inputs)
  func readsBackAsTheSameReport(_ log: SampleLog) throws {
    for decoded in ReportReader.read(try log.bytes()).reports {
      let stated = decoded.value
      let text = AppleTextLayout.text([stated], style: NameStyle())
      let read = ReportReader.read(Array(text.utf8)).reports.map(\.value)
      // The layout of a crash report represents the stacks of other kinds of reports, but not their details.
      guard AppleTextLayout.canRepresent(for: stated), !stated.hasNoPlaces, stated.eventSummary == nil else { continue }
      try #require(read.count == 1, "\(text)")
      var after = read[0].comparable
      // A name that is in no message is written into one.
      var before = stated.comparable
      if before.applicationSpecificInformation == nil { after.applicationSpecificInformation = nil }
      // Words in the codes field may contain the address, depending on the program that wrote the report.
      if stated.exception?.wordsForCodes != nil {
        before.exception?.faultAddress = nil
        after.exception?.faultAddress = nil
      }
      let differences = Facts.differences(before, after)
      #expect(differences.isEmpty, "\(text)")
    }
  }
}

extension CrashReport {
  /// Returns the report without information that the text layout cannot represent.
  var comparable: CrashReport {
    var report = withoutPlaces
    // The location in the input, and its format.
    report.source = Source(format: "")
    report.kind = .crash
    // A number is written as the time that it is.
    if let time = times?.crashed { report.times?.crashed?.asWritten = time.readable }
    if let time = times?.launched { report.times?.launched?.asWritten = time.readable }
    // What a tester wrote, and what another reporter concludes, is beside the report.
    report.details.removeAll { $0.key == .testerComment || $0.key == .cause }
    // Lines around the report, and messages of Xcode.
    report.consoleLines = []
    report.previewMessages = []
    report.documentMessages = []
    // A bundle identifier that equals the process name cannot be distinguished from its placeholder.
    if report.process?.bundleID == report.process?.name { report.process?.bundleID = nil }
    // JSON states the platform; in text only a simulator is recognizable, by its paths and images.
    if report.host.isSimulator == false { report.host.isSimulator = nil }
    // Codes are numbers; words in that field are read as the subtype.
    if let words = exception?.wordsForCodes { report.exception?.subtype = exception?.subtype ?? words }
    report.exception?.codesText = nil
    // The image of a message is omitted, and lines are trimmed.
    report.applicationSpecificInformation = applicationSpecificInformation?.map { .init(text: $0.text) }
    if let name = exception?.name, applicationSpecificInformation?.contains(where: { $0.text.contains(name) }) != true {
      // Text that is only in a console line becomes an application message.
      report.applicationSpecificInformation = nil
    }
    report.images = report.images?.map { image in
      var image = image
      image.bundleID = nil
      image.version = nil
      return image
    }
    report.threads = threads?.map { thread in
      var thread = thread
      thread.line = nil
      thread.frames = comparable(thread.frames)
      thread.recursion = []
      return thread
    }
    report.lastExceptionBacktrace = lastExceptionBacktrace.map(comparable)
    report.applicationSpecificBacktraces = applicationSpecificBacktraces?.map(comparable)
    return report
  }

  private func comparable(_ frames: [Frame]) -> [Frame] {
    frames.map { frame in
      var frame = frame
      frame.line = nil
      // Source columns are not printed; an offset only together with an address.
      frame.source?.column = nil
      if frame.address == nil { frame.imageOffset = nil }
      // The image name is that of the image list.
      if let index = frame.imageIndex, let name = images?[index].name { frame.image = name }
      return frame
    }
  }
}

extension CrashReport.Exception {
  var wordsForCodes: String? { codesText.flatMap { $0.hasPrefix("0x") ? nil : $0 } }
}

/// A value split into its fields, so that a comparison can report the differences.
enum Facts {
  static func differences<Value>(_ before: Value, _ after: Value) -> [String] {
    let (old, new) = (all(before), all(after))
    return Set(old.keys).union(new.keys).sorted().compactMap { path in
      old[path] == new[path] ? nil : "\(path): \(old[path] ?? "none") became \(new[path] ?? "none")"
    }
  }

  private static func all(_ value: Any) -> [String: String] {
    var facts: [String: String] = [:]
    collect(value, "", &facts)
    return facts
  }

  private static func collect(_ value: Any, _ path: String, _ facts: inout [String: String]) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, let some = mirror.children.first {
      collect(some.value, path, &facts)
    } else if mirror.children.isEmpty {
      facts[path] = "\(value)"
    } else {
      for (index, child) in mirror.children.enumerated() {
        collect(child.value, path + "." + (child.label ?? String(index)), &facts)
      }
    }
  }
}
