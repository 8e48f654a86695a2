import CrashReports
@testable import Rewriting
import TestSupport
import Testing
import Vocabulary

/// Reports in Apple's JSON layout, read back.
@Suite struct IPSLayoutTests {
  @Test(arguments: RewritingPropertyTests.inputs)
  func isReadBackAsTheSameReport(_ log: SampleLog) throws {
    for decoded in ReportReader.read(try log.bytes()).reports {
      let stated = decoded.value
      // The layout of a crash carries the stacks of other kinds, and not their facts.
      guard AppleTextLayout.hasPlace(for: stated), !stated.hasNoPlaces, stated.eventSummary == nil else { continue }
      let bytes = IPSLayout.bytes([stated], style: NameStyle())
      let read = ReportReader.read(bytes).reports.map(\.value)
      try #require(read.count == 1)
      var after = read[0].comparableInJSON
      // Of raw codes in JSON the second one is the address, which older text does not say.
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

  @Test func numbersBeyondInt64AreWrittenWhole() throws {
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
  /// Without what the JSON layout has no place for, beyond what the text layout has none for.
  fileprivate var comparableInJSON: CrashReport {
    var report = comparable
    // Only the paths and images of a report say that it is a simulator's; those of an excerpt are not there.
    report.host.isSimulator = nil
    // What is known of a limit rests on the note of the exception, which JSON has in another place.
    report.details = []
    // Frames outside of all images need the list that says so.
    if report.images?.isEmpty == true { report.images = nil }
    report.exception?.faultAddress = exception?.wordsForCodes == nil ? exception?.faultAddress : nil
    report.threads = report.threads?.enumerated().map { position, thread in
      var thread = thread
      thread.index = position
      thread.frames = numbered(thread.frames)
      // Where numbering began with the caller cannot be told from JSON.
      if !thread.frames.isEmpty { thread.frames[0].addressKind = nil }
      return thread
    }
    report.lastExceptionBacktrace = report.lastExceptionBacktrace.map(numbered)
    return report
  }

  /// Frames and threads have no numbers of their own there, and no image but one of the list.
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
