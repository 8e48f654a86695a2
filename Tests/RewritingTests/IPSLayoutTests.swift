import CrashReports
@testable import Rewriting
import TestSupport
import Testing
import Vocabulary

/// Reports in Apple's JSON layout, read back.
@Suite struct IPSLayoutTests {
  @Test(arguments: RewritingPropertyTests.inputs)
  func readsBackAsTheSameReport(_ log: SampleLog) throws {
    for decoded in ReportReader.read(try log.bytes()).reports {
      let stated = decoded.value
      // The layout of a crash report represents the stacks of other kinds of reports, but not their details.
      guard AppleTextLayout.canRepresent(for: stated), !stated.hasNoPlaces, stated.eventSummary == nil else { continue }
      let bytes = IPSLayout.bytes([stated], style: NameStyle())
      let read = ReportReader.read(bytes).reports.map(\.value)
      try #require(read.count == 1)
      var after = read[0].comparableInJSON
      // In JSON the second raw code is the address, which older text reports do not state.
      if stated.exception?.faultAddress == nil { after.exception?.faultAddress = nil }
      let differences = Facts.differences(stated.comparableInJSON, after)
      #expect(differences.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func severalReportsAreReadBackAsSeveral() throws {
    let reports = ReportReader.read(try Repository.bytes(of: "sample-logs/ips/two-reports.ips")).reports.map(\.value)
    let read = ReportReader.read(IPSLayout.bytes(reports, style: NameStyle())).reports.map(\.value)
    #expect(read.map(\.incident) == reports.map(\.incident) && read.count == 2)
  }

  @Test func numbersBeyondInt64AreWrittenCompletely() throws {
    var report = CrashReport(source: .init(format: "excerpt"))
    var frame = CrashReport.Frame(index: 0)
    frame.address = RuntimeAddress(.max)
    var thread = CrashReport.Thread(index: 0)
    thread.frames = [frame]
    thread.registers = [.init(name: "x0", value: .max), .init(name: "pc", value: .max - 1)]
    thread.crashed = true
    report.threads = [thread]
    let read = try #require(ReportReader.read(IPSLayout.bytes([report], style: NameStyle())).reports.first?.value)
    #expect(read.threads?.first?.frames.first?.address?.value == .max)
    #expect(read.threads?.first?.registers == thread.registers)
  }
}

extension CrashReport {
  /// Returns the report without information that the JSON layout cannot represent, in addition to what the text layout
  /// cannot.
  fileprivate var comparableInJSON: CrashReport {
    var report = comparable
    // A simulator is recognized only by paths and images, which an excerpt does not have.
    report.host.isSimulator = nil
    // Details of a limit depend on the exception note, which is in another member in JSON.
    report.details = []
    // Frames outside all images need an image list.
    if report.images?.isEmpty == true { report.images = nil }
    report.exception?.faultAddress = exception?.wordsForCodes == nil ? exception?.faultAddress : nil
    report.threads = report.threads?.enumerated().map { position, thread in
      var thread = thread
      thread.index = position
      thread.frames = numbered(thread.frames)
      // JSON does not state whether the numbering began with the caller.
      if !thread.frames.isEmpty { thread.frames[0].addressKind = nil }
      return thread
    }
    report.lastExceptionBacktrace = report.lastExceptionBacktrace.map(numbered)
    return report
  }

  /// Renumbers frames: in JSON they have no numbers, and only images of the list.
  private func numbered(_ frames: [Frame]) -> [Frame] {
    frames.enumerated().map { position, frame in
      var frame = frame
      frame.index = position
      if frame.imageIndex == nil {
        frame.image = nil
        if frame.address != nil { frame.imageOffset = nil }
      }
      return frame
    }
  }
}
