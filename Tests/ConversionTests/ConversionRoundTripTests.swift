import Analysis
import CrashReports
import Diagnosis
import Documents
import TestSupport
import Testing
import Vocabulary

@testable import Conversion

/// Reports that are converted and read back. What is compared here is kept; what a target loses is in its `losses`.
@Suite struct ConversionRoundTripTests {
  static let samples = SampleLog.small.filter {
    $0.path.hasPrefix("sample-logs/ips/") && !$0.path.contains("cut") && !$0.path.contains("header-alone")
  }

  static func presented(_ bytes: [UInt8]) -> [PresentedReport] {
    var options = AnalysisOptions()
    options.withDigest = true
    options.withSignature = true
    return Analysis.analyze(bytes, options).reports.map {
      PresentedReport(
        path: "report", digest: $0.digest?.description ?? "", assessment: $0.assessment, signature: $0.signature)
    }
  }

  static func converted(_ reports: [PresentedReport], _ target: ConversionTarget) -> [CrashReport] {
    ReportReader.read(target.bytes(of: reports)).reports.map(\.value)
  }

  /// The facts that every target keeps.
  struct Facts: Equatable, CustomStringConvertible {
    var lines: [String] = []

    init(_ report: CrashReport) {
      let (process, host, exception) = (report.process, report.host, report.exception)
      add("process", process?.name, process?.bundleID, process?.version, process?.build)
      add("host", host.os, host.osBuild, host.device, host.architecture)
      add("incident", report.incident)
      // The frame of an image without a name has the name that the reader infers.
      add("exception", exception?.type, exception?.name, exception?.reason)
      add("signal", exception?.signal)
      add("codes", exception?.codes?.prefix(2).map { String($0) }.joined(separator: " "))
      for thread in report.threads ?? [] {
        add("thread", thread.crashed ? "crashed" : "", thread.name)
        lines += Self.frames(thread.frames)
      }
      if let frames = report.lastExceptionBacktrace {
        add("last exception")
        lines += Self.frames(frames)
      }
      for image in report.images ?? [] where image.uuid != nil && image.loadAddress != nil {
        add("image", image.name, image.uuid?.description, image.loadAddress?.value.hexadecimal)
      }
    }

    private mutating func add(_ name: String, _ values: String?...) {
      lines.append(name + ": " + values.map { $0 ?? "-" }.joined(separator: ", "))
    }

    private static func frames(_ frames: [CrashReport.Frame]) -> [String] {
      frames.filter { $0.address != nil || $0.symbol != nil }.map { frame in
        let source = frame.source.map { "\($0.file):\($0.line ?? 0)" } ?? "-"
        return
          "  \(frame.image ?? "-") \(frame.address?.value.hexadecimal ?? "-") \(frame.symbol?.readable ?? "-") \(source)"
      }
    }

    var description: String { lines.joined(separator: "\n") }

    func differences(_ other: Facts) -> String {
      let (own, others) = (Set(lines), Set(other.lines))
      return lines.filter { !others.contains($0) }.map { "- " + $0 }.joined(separator: "\n") + "\n"
        + other.lines.filter { !own.contains($0) }.map { "+ " + $0 }.joined(separator: "\n")
    }
  }

  @Test(arguments: samples, ["apple-text", "ips", "otlp", "sentry"])
  func crashReportsAreReadBack(_ log: SampleLog, _ id: String) throws {
    let target = try #require(ConversionTarget.with(id: id))
    let reports = Self.presented(try log.bytes()).filter { $0.assessment.report.source.format == "ips" }
    for report in reports {
      let stated = report.assessment.report
      let read = Self.converted([report], target)
      try #require(read.count == 1, "\(log.path) → \(id): \(read.count) reports")
      #expect(Facts(read[0]) == Facts(stated), "\(log.path) → \(id)\n\(Facts(stated).differences(Facts(read[0])))")
      #expect(read[0].times?.crashed?.rfc3339 == stated.times?.crashed?.rfc3339 || id != "otlp")
    }
  }

  /// Apple's text and back.
  @Test(arguments: samples)
  func textBecomesTheSameJSON(_ log: SampleLog) throws {
    let text = try #require(ConversionTarget.with(id: "apple-text"))
    let json = try #require(ConversionTarget.with(id: "ips"))
    let reports = Self.presented(try log.bytes()).filter { $0.assessment.report.source.format == "ips" }
    for report in reports {
      let middle = Self.presented(text.bytes(of: [report]))
      let end = Self.converted(middle, json)
      try #require(end.count == 1, "\(log.path)")
      let stated = report.assessment.report
      #expect(Facts(end[0]) == Facts(stated), "\(log.path)\n\(Facts(stated).differences(Facts(end[0])))")
      #expect(end[0].termination == stated.termination, "\(log.path)")
    }
  }

  /// What ended a process, and what a library stated about it, are in an event of Sentry.
  @Test(arguments: samples)
  func terminationsAndMessagesAreInEvents(_ log: SampleLog) throws {
    let target = try #require(ConversionTarget.with(id: "sentry"))
    for report in Self.presented(try log.bytes()) where report.assessment.report.source.format == "ips" {
      let stated = report.assessment.report
      let read = try #require(Self.converted([report], target).first, "\(log.path)")
      var termination = stated.termination
      termination?.byProcess = nil
      termination?.details = nil
      #expect(read.termination == (termination?.isEmpty == true ? nil : termination), "\(log.path)")
      guard let exception = stated.exception, exception.name == nil, exception.message == nil else { continue }
      let subtype = exception.subtype
      let message =
        subtype?.hasPrefix("KERN_") == true ? subtype : stated.applicationSpecificInformation?.first?.text ?? subtype
      #expect(read.exception?.message == message, "\(log.path)")
    }
  }

  /// Whatever is written can be read, and equal reports give equal bytes.
  @Test(arguments: SampleLog.small, ConversionTarget.catalog.map(\.id))
  func whatIsWrittenIsRead(_ log: SampleLog, _ id: String) throws {
    let target = try #require(ConversionTarget.with(id: id))
    let reports = Self.presented(try log.bytes())
    let bytes = target.bytes(of: reports)
    #expect(bytes == target.bytes(of: reports))
    guard id != "json", !target.isProfile, !bytes.isEmpty else { return }
    let outcome = ReportReader.read(bytes)
    #expect(!outcome.reports.isEmpty || reports.allSatisfy { $0.assessment.report.isStackless }, "\(log.path) → \(id)")
    // Text without a list of images is what remains of a report that is cut off.
    guard id == "sentry" || id == "ips" else { return }
    let codes = outcome.reports.flatMap(\.notes).map(\.code)
    #expect(!codes.contains("truncated") && !codes.contains("damaged"), "\(log.path) → \(id)")
  }

  /// The kind of an event is kept by formats that have room for it.
  @Test(arguments: ["otlp", "sentry"])
  func kindsAreReadBack(_ id: String) throws {
    let target = try #require(ConversionTarget.with(id: id))
    for path in ["metrickit/all-kinds.json", "third-party-json/kscrash-hang.json"] {
      let reports = Self.presented(try Repository.bytes(of: "sample-logs/" + path))
      let kinds = Self.converted(reports, target).map(\.kind)
      #expect(kinds == reports.map(\.assessment.report.kind), "\(path) → \(id)")
    }
  }

  /// A report of more than 64 KiB is not truncated.
  @Test func longReportsAreWhole() throws {
    let target = try #require(ConversionTarget.with(id: "otlp"))
    let rows = (0..<400).map {
      "\($0)   MyApp   0x0000000100\(String(0x100000 + $0 * 16, radix: 16)) \(String(repeating: "é", count: 150))\($0) + 4"
    }
    let text =
      "Exception Type:  EXC_CRASH (SIGABRT)\nTriggered by Thread:  0\n\nThread 0 Crashed:\n"
      + rows.joined(separator: "\n")
    let reports = Self.presented(Array(text.utf8))
    try #require(reports.first?.assessment.report.threads?.first?.frames.count == 400)
    let bytes = target.bytes(of: reports)
    #expect(bytes.count > 100_000)
    #expect(ReportReader.read(bytes).reports.first?.value.threads?.first?.frames.count == 400)
  }
}

extension CrashReport {
  /// True for a report whose facts are only details, such as a jetsam event, which no stack or exception describes.
  fileprivate var isStackless: Bool {
    let hasNoFrame = (threads ?? []).allSatisfy { $0.frames.allSatisfy { $0.address == nil && $0.symbol == nil } }
    return exception == nil && hasNoFrame && lastExceptionBacktrace?.isEmpty != false
  }
}
