import DebugInfo
import Testing
import Vocabulary

@testable import DebugInfo

/// Lookups in a short notation for tests.
enum Asking {
  static let identity = IndexIdentity(
    uuid: ImageUUID(high: 1, low: 2), architecture: Architecture(cpuType: 0x0100_000C, cpuSubtype: 0), sourceSize: 3,
    sourceState: 4)

  /// `name file:line:column`, innermost first, from a complete index, from a partial index, and as text, which must be
  /// equal.
  static func answer(_ file: MachOFile, _ address: UInt64) throws -> [String] {
    let whole = try #require(SymbolIndex.whole(file, identity: identity)).index
    let frames = whole.frames(at: LinkedAddress(address))
    let part = try #require(SymbolIndex.part(file, for: [LinkedAddress(address)], identity: identity)).index
    #expect(part.frames(at: LinkedAddress(address)) == frames, "part of \(address.hexadecimal)")
    let symbols = try #require(SymbolFile(debug: file))
    #expect(
      text(symbols, whole, [address]) == SymbolFrame.text(symbols.frames(at: LinkedAddress(address)), style: plain))
    return frames.map(shown)
  }

  static func shown(_ frame: SymbolFrame) -> String {
    "\(frame.name) \(frame.file ?? "??"):\(frame.line):\(frame.column)"
  }

  static var plain: AnswerText.Style {
    var style = AnswerText.Style { $0 }
    style.demangles = false
    return style
  }

  static func text(_ symbols: SymbolFile, _ index: SymbolIndex, _ addresses: [UInt64?]) -> String {
    var answers = AnswerText(symbols, index: index, style: plain)
    var output: [UInt8] = []
    answers.answer(addresses, asked: { _ in "" }) { output += Array($0) }
    return String(decoding: output, as: UTF8.self)
  }

  /// The faults of a file.
  static func faults(_ file: MachOFile) throws -> [String] {
    try #require(SymbolIndex.whole(file, identity: identity)).faults.map(\.explanation)
  }
}
