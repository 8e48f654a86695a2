import Bytes
package import CrashReports
package import History
import Vocabulary

/// The runs of builds, read from a table of another tool: fields separated by commas, semicolons or tabs (quotation
/// marks according to RFC 4180), and a first line with the names of the columns.
///
/// | column | other names | content |
/// |---|---|---|
/// | `day` | `date` | `2026-08-01` (UTC) |
/// | `runs` | `sessions`, `launches` | a whole number |
/// | `build` | `build number` | CFBundleVersion |
/// | `version` | `app version` | CFBundleShortVersionString |
/// | `app` | `bundle id`, `process` | bundle identifier or process name |
///
/// The first two columns are required, and a build or a version. Other columns are ignored.
package struct RunsTable: Sendable {
  /// The rows that were read, with their lines, from 1.
  package private(set) var rows: [(runs: BuildRuns, line: Int)] = []
  /// The faults of the first lines that could not be used, at most 20.
  package private(set) var faults: [DecodingFault] = []
  /// The number of lines that could not be used.
  package private(set) var faultCount = 0

  /// The maximum size of a table in bytes: enough for a hundred builds on every day of ten years.
  package static let largest = 16 << 20

  private static let faultsKept = 20

  private enum Column: CaseIterable {
    case day, runs, build, version, app

    var names: [String] {
      switch self {
      case .day: ["day", "date"]
      case .runs: ["runs", "sessions", "launches"]
      case .build: ["build", "build number", "cfbundleversion"]
      case .version: ["version", "app version", "cfbundleshortversionstring"]
      case .app: ["app", "bundle id", "bundle identifier", "process"]
      }
    }
  }

  /// Reads a table.
  ///
  /// - Parameter app: The app for lines without one.
  /// - Throws: If the first line does not contain the required columns.
  package init(_ bytes: [UInt8], app: String? = nil) throws(DecodingFault) {
    var reader = FieldLines(bytes)
    guard let header = reader.next() else {
      throw DecodingFault(.notAReport, "is empty", hint: Self.hint, line: 1)
    }
    var locations: [Column: Int] = [:]
    for column in Column.allCases {
      locations[column] = header.fields.firstIndex { column.names.contains(Self.plain($0)) }
    }
    guard locations[.day] != nil, locations[.runs] != nil, locations[.build] != nil || locations[.version] != nil else {
      throw DecodingFault(.notAReport, "has no columns for day, build and runs", hint: Self.hint, line: header.line)
    }
    while let line = reader.next() {
      if line.fields.allSatisfy(\.isEmpty) { continue }
      let fields = Fields(texts: line.fields, locations: locations)
      do { rows.append((try fields.runs(app: app), line.line)) } catch {
        add(DecodingFault(.damaged, error.text, line: line.line))
      }
    }
    if let fault = reader.fault { add(fault) }
  }

  private mutating func add(_ fault: DecodingFault) {
    faultCount += 1
    if faults.count < Self.faultsKept { faults.append(fault) }
  }

  /// The fields of one line.
  private struct Fields {
    let texts: [String]
    let locations: [Column: Int]

    /// The reason why a line cannot be used: the text after "line 7".
    struct Reason: Error { let text: String }

    subscript(_ column: Column) -> String? {
      guard let location = locations[column], texts.indices.contains(location) else { return nil }
      let text = RunsTable.trimmed(texts[location])
      return text.isEmpty ? nil : text
    }

    func runs(app: String?) throws(Reason) -> BuildRuns {
      guard let text = self[.day], text.utf8.count == 10, let day = Timestamp(rfc3339: text) else {
        throw Reason(text: "has no day such as 2026-08-01")
      }
      guard let number = self[.runs].flatMap({ Int($0) }), (0...BuildRuns.most).contains(number) else {
        throw Reason(text: "has no whole number of runs")
      }
      let runs = BuildRuns(
        app: self[.app] ?? app, version: self[.version], build: self[.build], day: day.day, runs: number)
      guard runs.version != nil || runs.build != nil else { throw Reason(text: "has no build") }
      guard !runs.hasLongNames else {
        throw Reason(text: "has an app or build of more than 255 bytes")
      }
      return runs
    }
  }

  private static let hint = "The first line must name the columns: app,version,build,day,runs."

  private static func plain(_ text: String) -> String {
    trimmed(text).lowercased().split(whereSeparator: { $0 == "_" || $0 == "-" || $0 == " " }).joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first == " " || text.first == "\u{FEFF}" { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension BuildRuns {
  /// True for names of more than 255 bytes, which no app or build has.
  var hasLongNames: Bool {
    [app, version, build, owner?.bundleID, owner?.process].contains { ($0?.utf8.count ?? 0) > 255 }
  }
}

/// Splits lines into fields (RFC 4180): a quoted field may contain separators, line ends and doubled quotation marks.
private struct FieldLines {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private let separator: UInt8
  private(set) var fault: DecodingFault?

  /// The maximum number of columns that are read.
  private static let maxColumns = 200

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The separator is the first of these in the first line; names of columns contain none of them.
    let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    separator = first.first { separators.contains($0) } ?? separators[0]
  }

  /// Returns the next line and its number; `nil` at the end.
  mutating func next() -> (fields: [String], line: Int)? {
    guard index < bytes.count else { return nil }
    let start = line
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    loop: while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      switch byte {
      case UInt8(ascii: "\""):
        if isQuoted, index < bytes.count, bytes[index] == byte {
          field.append(byte)
          index += 1
        } else {
          isQuoted.toggle()
        }
      case _ where isQuoted: field.append(byte)
      case separator:
        if fields.count < Self.maxColumns { fields.append(String(streamSafe: field)) }
        field = []
      case 0x0D: if index < bytes.count, bytes[index] != 0x0A { field.append(byte) }
      case 0x0A: break loop
      default: field.append(byte)
      }
    }
    if isQuoted { fault = DecodingFault(.damaged, "ends inside quotation marks", line: start) }
    if fields.count < Self.maxColumns { fields.append(String(streamSafe: field)) }
    return (fields, start)
  }
}
