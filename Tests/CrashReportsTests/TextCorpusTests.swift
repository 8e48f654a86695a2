import Foundation
import TestSupport
import Testing

@testable import CrashReports

/// Public reports beside the checkout, compared with the results that their manifest records.
struct TextCorpusTests {
  struct Row: CustomTestStringConvertible {
    var path: String
    var process: String
    var exception: String
    var threadCount: Int?
    var testDescription: String { path }
  }

  private static func url(_ path: String) -> URL? { Repository.sharedData?.appendingPathComponent(path) }

  private static func reports(_ path: String) throws -> [CrashReport] {
    let location = try #require(Self.url(path))
    let bytes = [UInt8](try Data(contentsOf: location))
    return TextDecoder.decode(bytes, range: 0..<bytes.count, firstLine: 1, limits: DecodingLimits()).map(\.value)
  }

  /// Returns the fields of one line of CSV; quotation marks may enclose commas.
  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  static let rows: [Row] = {
    guard let url = url("corpus/manifest.csv"), let text = try? String(contentsOf: url, encoding: .utf8) else {
      return []
    }
    let kinds = ["legacy-text", "console-translated", "third-party", "symbolicated-pairs", "malformed"]
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = fields(line)
      guard fields.count >= 8, kinds.contains(fields[1]) else { return nil }
      guard !fields[0].hasSuffix(".plcrash"), !fields[0].hasSuffix(".ips") else { return nil }
      return Row(path: fields[0], process: fields[4], exception: fields[6], threadCount: Int(fields[7]))
    }
  }()

  @Test(.enabled(if: Repository.sharedData != nil, "needs the folder of public reports"), arguments: rows)
  func manifestAgrees(_ row: Row) throws {
    let report = try #require(try Self.reports("corpus/" + row.path).first)
    if !row.process.isEmpty {
      let process = [report.process?.name, report.process?.pid.map { "[\($0)]" }].compactMap { $0 }
      #expect(process.joined(separator: " ") == row.process)
    }
    if !row.exception.isEmpty {
      // Crash reporters state a signal without a Mach exception.
      let signal = report.exception?.signal
      let exception = report.exception?.type.map { type in signal.map { "\(type) (\($0))" } ?? type } ?? signal
      #expect(exception == row.exception)
    }
    if let count = row.threadCount { #expect(report.threads?.count == count) }
  }

  static let labeled: [String] = {
    guard let root = url("labelled"), let walk = FileManager.default.enumerator(atPath: root.path) else { return [] }
    var found: [String] = []
    for case let name as String in walk where name.hasSuffix(".txt") {
      let start = (try? Data(contentsOf: root.appendingPathComponent(name)))?.first { $0 != 0x20 && $0 != 0x0a }
      // JSON and parts of it are read by another reader.
      if start != UInt8(ascii: "{"), start != UInt8(ascii: "\"") { found.append("labelled/" + name) }
    }
    return found.sorted()
  }()

  @Test(.enabled(if: Repository.sharedData != nil, "needs the folder of public reports"), arguments: labeled)
  func everyLabeledTextIsRecognized(_ path: String) throws { #expect(try !Self.reports(path).isEmpty) }

  @Test(.enabled(if: Repository.sharedData != nil, "needs the folder of public reports"))
  func stackInsideProse() throws {
    let report = try #require(try Self.reports("seeds/000_6265bf1fb17f8765.txt").first)
    #expect(report.threads?.first?.frames.count == 28)
    #expect(report.threads?.first?.crashed == true)
    #expect(report.applicationSpecificInformation?.count == 1)
  }

  @Test(.enabled(if: Repository.sharedData != nil, "needs the folder of public reports"))
  func messagesAndChainInsideProse() throws {
    let report = try #require(try Self.reports("seeds/004_8646d3eae140dd79.txt").first)
    #expect(report.previewMessages.filter { $0.action != .other }.count == 4)
    let names = report.threads?.first?.frames.compactMap(\.symbol?.name) ?? []
    #expect(names.count == 9)
    #expect(names.first?.contains("initWithCoder:") == true && names.last?.contains("loadNib") == true)
  }
}
