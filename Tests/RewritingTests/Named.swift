import CrashReports
import Foundation
@testable import Rewriting
import TestSupport
import Vocabulary

/// Reports with names added by a test, written back into their input.
enum Named {
  static let limits = DecodingLimits()

  static func fixture(_ name: String) throws -> [UInt8] {
    try Repository.bytes(of: "Tests/Fixtures/symbols/reports/" + name)
  }

  static func reports(_ input: InputText, _ name: (inout CrashReport) -> Void) -> [SymbolicatedReport] {
    ReportReader.read(normalized: input.text, limits: limits).reports.map { stated in
      var named = stated.value
      name(&named)
      return SymbolicatedReport(stated: stated, named: named)
    }
  }

  /// Returns the input with the names, and the number of names that could not be written.
  static func rewrite(
    _ bytes: [UInt8], style: NameStyle = NameStyle(), _ name: (inout CrashReport) -> Void
  ) -> ReportRewriter.Result {
    let input = InputText(bytes)
    return ReportRewriter.rewrite(input, reports(input, name), limits: limits, style: style)
  }

  /// Names frames by their addresses. The last of several names is that of the frame; the others are inlined functions.
  static func filled(_ names: [UInt64: [Name]]) -> (inout CrashReport) -> Void {
    return { report in
      each(&report) { frame in
        guard let names = frame.address.flatMap({ names[$0.value] }), !frame.inlined else { return [frame] }
        return names.enumerated().map { index, name in
          var named = frame
          named.symbol = CrashReport.Symbol(name: name.name, demangled: name.readable, offset: name.offset)
          named.source = name.file.map { SourceLocation(file: $0, line: name.line) }
          named.inlined = index < names.count - 1
          named.outcome = .symbolicated
          return named
        }
      }
    }
  }

  /// Names every frame that has an address and no name, and adds an inlined function to some of them. The names depend
  /// only on the address, and a frame with inlined functions gets no additional ones.
  static func fillUnnamed(_ report: inout CrashReport) {
    each(&report) { frame in
      guard frame.symbol == nil, let address = frame.address?.value else { return [frame] }
      var named = frame
      named.symbol = CrashReport.Symbol(name: "function_\(address % 97)<int, char>(int&)", offset: Int(address % 4093))
      named.source = SourceLocation(file: "/Users/ci/App/File \(address % 7).cpp", line: Int(address % 500) + 1)
      named.outcome = .symbolicated
      guard address % 3 == 0 else { return [named] }
      var inlined = named
      inlined.symbol = CrashReport.Symbol(name: "-[Inlined made:of:]", offset: 4)
      inlined.source = SourceLocation(file: "Inlined.h", line: nil)
      inlined.inlined = true
      return [inlined, named]
    }
  }

  /// Changes the name of every frame that has an address.
  static func fillAll(_ report: inout CrashReport) {
    each(&report) { frame in
      guard let address = frame.address?.value else { return [frame] }
      var named = frame
      named.symbol = CrashReport.Symbol(name: "-[Made by:\(address % 97)]", offset: Int(address % 4093))
      named.source = SourceLocation(file: "Made.m", line: Int(address % 500) + 1)
      named.outcome = .symbolicated
      return [named]
    }
  }

  static func each(_ report: inout CrashReport, _ change: (CrashReport.Frame) -> [CrashReport.Frame]) {
    report.threads = report.threads?.map { thread in
      var thread = thread
      thread.frames = thread.frames.flatMap(change)
      return thread
    }
    report.lastExceptionBacktrace = report.lastExceptionBacktrace?.flatMap(change)
    report.applicationSpecificBacktraces = report.applicationSpecificBacktraces?.map { $0.flatMap(change) }
  }

  struct Name {
    var name: String
    var readable: String?
    var offset: Int?
    var file: String?
    var line: Int?

    init(_ name: String, _ offset: Int? = nil, _ file: String? = nil, _ line: Int? = nil, readable: String? = nil) {
      self.name = name
      self.readable = readable
      self.offset = offset
      self.file = file
      self.line = line
    }
  }

  /// The contents of a frame, without its location in the input and its number.
  struct Words: Equatable {
    var image: String?
    var address: RuntimeAddress?
    var name: String?
    var offset: Int?
    var file: String?
    var line: Int?
    var inlined: Bool

    init(_ frame: CrashReport.Frame) {
      image = frame.image
      address = frame.address
      name = frame.symbol?.name
      offset = frame.symbol?.offset
      file = (frame.source?.file).map { String($0.split(separator: "/").last ?? "") }
      line = frame.source?.line
      inlined = frame.inlined
    }
  }

  static func words(_ report: CrashReport) -> [[Words]] { report.stacks.map { report.frames(of: $0).map(Words.init) } }
}
