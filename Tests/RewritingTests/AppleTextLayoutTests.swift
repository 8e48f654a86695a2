import CrashReports
@testable import Rewriting
import TestSupport
import Testing
import Vocabulary

/// Reports in Apple's text layout, read back.
@Suite struct AppleTextLayoutTests {
  /// What the layout has no place for is left out of the comparison; everything else is read back as it was.
  @Test(arguments: RewritingPropertyTests.inputs)
  func isReadBackAsTheSameReport(_ log: SampleLog) throws {
    for decoded in ReportReader.read(try log.bytes()).reports {
      let stated = decoded.value
      let text = AppleTextLayout.text([stated], style: NameStyle())
      let read = ReportReader.read(Array(text.utf8)).reports.map(\.value)
      // The layout of a crash carries the stacks of other kinds, and not their facts.
      guard AppleTextLayout.hasPlace(for: stated), !stated.hasNoPlaces, stated.eventSummary == nil else { continue }
      try #require(read.count == 1, "\(text)")
      var after = read[0].comparable
      // A name that no message had comes back in one.
      var before = stated.comparable
      if before.applicationSpecificInformation == nil { after.applicationSpecificInformation = nil }
      // Whether words that stood for the codes tell the address depends on who wrote them.
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
  /// Without what the text layout has no place for. These are the exceptions to "reading it back gives the same".
  var comparable: CrashReport {
    var report = withoutPlaces
    // The place in the input, and what sort of input it was.
    report.source = Source(format: "")
    report.kind = .crash
    // Lines around a report, and messages of Xcode.
    report.consoleLines = []
    report.previewMessages = []
    report.documentMessages = []
    // A bundle identifier that is the name of the process cannot be told from one that stands in for it.
    if report.process?.bundleID == report.process?.name { report.process?.bundleID = nil }
    // JSON states the platform; text shows only a simulator, by its paths and images.
    if report.host.isSimulator == false { report.host.isSimulator = nil }
    // Codes are numbers; words in their place are read as the subtype.
    if let words = exception?.wordsForCodes { report.exception?.subtype = exception?.subtype ?? words }
    report.exception?.codesText = nil
    // The image that a message is of; and lines are trimmed.
    report.applicationSpecificInformation = applicationSpecificInformation?.map { .init(text: $0.text) }
    if let name = exception?.name, applicationSpecificInformation?.contains(where: { $0.text.contains(name) }) != true {
      // What only a console line said becomes a message of the application.
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
      // Columns of the source are never printed; an offset only together with an address.
      frame.source?.column = nil
      if frame.address == nil { frame.imageOffset = nil }
      // Images have one name throughout.
      if let index = frame.imageIndex, let name = images?[index].name { frame.image = name }
      return frame
    }
  }
}

extension CrashReport.Exception {
  var wordsForCodes: String? { codesText.flatMap { $0.hasPrefix("0x") ? nil : $0 } }
}

/// A value taken apart, so that a comparison can say what differs.
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
