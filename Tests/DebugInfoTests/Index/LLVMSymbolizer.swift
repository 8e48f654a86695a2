import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Vocabulary

/// llvm-symbolizer, whose answers are compared with ours.
struct LLVMSymbolizer {
  /// The one next to the compiler, which supports the same debug information; otherwise one on PATH.
  static let tool: URL? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let found = folders.map { URL(fileURLWithPath: $0) }.filter {
      isThere($0.appendingPathComponent("llvm-symbolizer"))
    }
    let best = found.first { isThere($0.appendingPathComponent("swiftc")) } ?? found.first
    return best?.appendingPathComponent("llvm-symbolizer")
  }()

  private static func isThere(_ url: URL) -> Bool { FileManager.default.isExecutableFile(atPath: url.path) }

  /// Returns the answers for `addresses` in their order, with mangled names.
  static func answers(_ file: URL, architecture: String, _ addresses: [UInt64]) throws -> Answers {
    guard let tool else { return Answers([]) }
    let scratch = try ScratchFolder()
    try scratch.write(Array(addresses.map { $0.hexadecimal + "\n" }.joined().utf8), "asked")
    try scratch.write([], "answered")
    let process = Process()
    process.executableURL = tool
    process.arguments = ["--no-demangle", "--default-arch=" + architecture, "--obj=" + file.path]
    process.standardInput = try FileHandle(forReadingFrom: scratch.url("asked"))
    process.standardOutput = try FileHandle(forWritingTo: scratch.url("answered"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Answers([UInt8](try Data(contentsOf: scratch.url("answered"))))
  }
}

/// Answers in the format of both tools: each ends with an empty line.
struct Answers {
  private let bytes: [UInt8]
  private var ranges: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    for end in bytes.indices where bytes[end] == 0x0A && (end == start || bytes[end - 1] == 0x0A) {
      // Without the line feeds of the last line and of the empty line.
      if end > start { ranges.append(start..<(end - 1)) }
      start = end + 1
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
  }

  var count: Int { ranges.count }

  func text(_ index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }

  /// Bytes instead of text, because there may be millions.
  func isEqual(_ index: Int, to other: Answers) -> Bool {
    bytes[ranges[index]].elementsEqual(other.bytes[other.ranges[index]])
  }
}

/// The class of a difference from llvm-symbolizer.
enum Difference: String, CaseIterable {
  case none = "the same"
  case stub = "they have no name or that of the symbol before, we have the stub's"
  case functionStart = "they have no name or that of the function before, we know where a function starts"
  case debugMap = "they have a name without a line, we have the object file's lines"
  case hiddenName = "they have a hidden name, we have what it stands for"
  case padding = "they have the name of the function before, we have none behind its last byte"
  case noCode = "they have a symbol's name where there is no code"
  case unexplained = "UNEXPLAINED"
}

/// The answers of both tools by address.
struct Comparison {
  private(set) var counts: [Difference: Int] = [:]
  /// The first unexplained differences.
  private(set) var examples: [String] = []

  /// Compares the answers to all `addresses` of a slice.
  mutating func compare(_ slice: LookupTarget.Slice, at file: URL, _ addresses: [UInt64]) throws {
    guard let symbols = LookupTarget.symbols(of: slice, cache: nil),
      let index = symbols.completeIndex(identity: slice.identity)
    else { return }
    let table = slice.file.machO.map { SymbolTable($0, functionStarts: FunctionStarts($0)) }
    for start in stride(from: 0, to: addresses.count, by: 500_000) {
      let asked = Array(addresses[start..<min(start + 500_000, addresses.count)])
      let theirs = try LLVMSymbolizer.answers(file, architecture: slice.file.architecture.name, asked)
      let ours = Answers(Array(Asking.text(symbols, index, asked).utf8))
      guard theirs.count == asked.count, ours.count == asked.count else {
        note(.unexplained, "\(asked.count) addresses, \(ours.count) answers, \(theirs.count) of theirs")
        continue
      }
      for (position, address) in asked.enumerated() {
        if theirs.isEqual(position, to: ours) {
          counts[.none, default: 0] += 1
          continue
        }
        let frames = symbols.frames(at: LinkedAddress(address))
        let symbol = table?.symbol(at: address).map { symbols.frames(at: LinkedAddress($0.start)) }
        let (their, our) = (theirs.text(position), ours.text(position))
        var kind = Self.kind(their, our, frames, symbol, hasDebugInfo: slice.hasDebugInfo)
        if kind == .unexplained, frames.isEmpty, !slice.file.hasCode(at: address) { kind = .noCode }
        note(kind, "\(address.hexadecimal)\nthey:\n\(their)\nwe:\n\(our)")
      }
    }
  }

  private mutating func note(_ kind: Difference, _ example: String) {
    counts[kind, default: 0] += 1
    if kind == .unexplained, examples.count < 5 { examples.append(example) }
  }

  /// - Parameter symbol: Our answer at the symbol whose name llvm-symbolizer prints.
  private static func kind(
    _ theirs: String, _ ours: String, _ frames: [SymbolFrame], _ symbol: [SymbolFrame]?, hasDebugInfo: Bool
  ) -> Difference {
    let their = theirs.split(separator: "\n")
    let our = ours.split(separator: "\n")
    switch frames.first?.origin {
    case .stub: return their.count == 2 && theirs.hasSuffix("\n??:0:0") ? .stub : .unexplained
    case .functionStart: return theirs.hasSuffix("\n??:0:0") && their.count == 2 ? .functionStart : .unexplained
    case nil:
      // Their name is that of a symbol whose function is known and ended before the address.
      return symbol?.first?.origin == .debugInfo && symbol?.last?.name == their.last(ofPairs: 0)
        ? .padding : .unexplained
    case .debugInfo where !hasDebugInfo:
      let sameName = their.last(ofPairs: 0) == our.last(ofPairs: 0).map { String($0) }
      return their.count == 2 && their.last == "??:0:0" && sameName ? .debugMap : .unexplained
    case .debugInfo, .symbolTable:
      guard theirs.contains("hidden#"), !ours.contains("hidden#"), their.count == our.count else { return .unexplained }
      let locations = zip(their, our).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      return locations.allSatisfy { $0.0.location == $0.1.location } ? .hiddenName : .unexplained
    }
  }
}

extension ImageFile {
  fileprivate func hasCode(at address: UInt64) -> Bool {
    codeSections.contains { address >= $0.address && address &- $0.address < $0.size }
  }
}

extension LookupTarget.Slice {
  fileprivate var hasDebugInfo: Bool { file.debugInfoSize > 0 }
}

extension [Substring] {
  /// The name in the last pair of lines.
  fileprivate func last(ofPairs line: Int) -> String? { count >= 2 ? String(self[count - 2 + line]) : nil }
}

extension Substring {
  /// Returns line and column of `file:line:column`.
  fileprivate var location: [Substring] { split(separator: ":").suffix(2) }
}
