import DebugInfo
import TestSupport
import Testing
import Vocabulary

/// Images, dSYMs and objects with known answers: `Tests/Fixtures/symbols`.
enum SymbolFixtures {
  static let folder = "Tests/Fixtures/symbols/"

  static func bytes(_ path: String) throws -> [UInt8] { try Repository.bytes(of: folder + path) }

  static func read(_ path: String) throws -> UniversalBinary { try MachOFile.read(FileBytes(try bytes(path))) }

  /// The only slice of a thin file.
  static func thin(_ path: String) throws -> MachOFile {
    let file = try read(path)
    try #require(file.slices.count == 1)
    return file.slices[0]
  }

  /// The DWARF file of a dSYM.
  static func dwarf(_ bundle: String, _ name: String) -> String {
    "\(bundle)/\(name).dSYM/Contents/Resources/DWARF/\(name)"
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var uuid: String
    var architecture: String
    var textAddress: UInt64
    var path: String
    var testDescription: String { "\(path) \(architecture)" }
  }

  /// `uuids.csv`: what each file is.
  static let rows: [Row] = {
    let text = (try? Repository.text(of: folder + "uuids.csv")) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: ",").map(String.init)
      guard cells.count == 4, let address = UInt64(cells[2].dropFirst(2), radix: 16) else { return nil }
      return Row(uuid: cells[0], architecture: cells[1], textAddress: address, path: String(cells[3].dropFirst(4)))
    }
  }()

  /// Each file of `uuids.csv` once.
  static let paths: [String] = Array(Set(rows.map(\.path).filter { !$0.hasPrefix("(") && $0.contains("/") })).sorted()
}
