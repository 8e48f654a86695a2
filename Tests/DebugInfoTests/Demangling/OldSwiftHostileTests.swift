import DebugInfo
import Foundation
import TestSupport
import Testing
import Vocabulary

/// Names designed to break a demangler: none traps, takes long, or expands to too much text.
@Suite struct OldSwiftHostileTests {
  /// The time limit in seconds. A build without optimization takes about ten times as long.
  private static let mostTime: Double = {
    #if DEBUG
      0.1
    #else
      0.01
    #endif
  }()

  private func check(_ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    var readable: String?
    let time = ProcessorTime.seconds { readable = demangled(name) }
    #expect(time <= Self.mostTime, "\(name.prefix(80))", sourceLocation: sourceLocation)
    #expect((readable?.utf8.count ?? 0) <= 65_536, sourceLocation: sourceLocation)
  }

  /// `unit` repeated up to 4,096 bytes, followed by `end`.
  private func filled(_ start: String, _ unit: String, _ end: String = "") -> String {
    start + String(repeating: unit, count: (4096 - start.utf8.count - end.utf8.count) / unit.utf8.count) + end
  }

  @Test(arguments: [
    "R", "GSq", "GSa", "F", "Fz", "M", "Xo", "K", "T", "u", "urF", "uR", "uRx", "PM", "P", "XF", "XFo_", "XFo_d", "Q",
    "qS", "q", "D", "G", "GV", "GVs1a", "XB", "XBm", "XBG", "b", "W", "Wx", "w", "a", "C", "V", "E", "XM", "XMo", "Bv4",
    "S_", "S0_", "T_", "1a", "X1a", "t", "k", "Qu", "_", "9", "0",
  ])
  func survivesRepeatedTypes(_ unit: String) {
    for end in ["", "Si", "_", "x", "1a", "r"] { check(filled("_Tt", unit, end)) }
  }

  @Test(arguments: [
    "F", "v", "Z", "I", "i", "FF", "E", "e", "E1a", "e1ar", "FE1a", "FC", "TW", "W", "TR", "PA__T", "FZ", "FG", "FGC",
    "U_", "TO", "M", "t", "w", "FC1a1b", "P", "PC",
  ])
  func survivesRepeatedEntities(_ unit: String) {
    for end in ["", "1a", "1a1bSi", "1a1bFT_T_"] { check(filled("_T", unit, end)) }
  }

  @Test(arguments: [
    "g5", "f4", "f4n_", "f4d_", "g5Si_", "f4cl4main", "f4cpi1_", "g5Si__TTSg5Si_", "g5Si__TTS", "f4cl4mainSi",
    "f4cpse0v1a_", "g5SiSis1as",
  ])
  func survivesRepeatedSpecializations(_ unit: String) {
    for end in ["", "___TF1a1bFT_T_", "_"] { check(filled("_TTS", unit, end)) }
  }

  @Test(arguments: [1, 10, 60, 100, 127, 128, 129, 300, 800])
  func survivesDeepNames(_ depth: Int) {
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    let names = [
      "_Tt" + repeated("GSq", depth) + "Si" + repeated("_", depth),
      "_Tt" + repeated("FT_", depth) + "Si",
      "_Tt" + repeated("T", depth) + "Si" + repeated("_", depth),
      "_Tt" + repeated("C", depth) + "1a" + repeated("1b", depth),
      "_T" + repeated("F", depth) + "1a1bFT_T_" + repeated("U_FT_T_", depth - 1),
      "_T" + repeated("F", depth) + "1a1bFT_T_" + repeated("L_1cFT_T_", depth - 1),
      "_Tt" + repeated("XFo_d", depth) + "Si" + repeated("__", depth),
      "_Tt" + repeated("GV1a1b", depth) + "Si" + repeated("_", depth),
      "_Tt" + repeated("Q", depth) + "s" + repeated("1a", depth),
      "_T" + repeated("PA__T", depth) + "F1a1bFT_T_",
    ]
    for name in names {
      check(name)
      if depth >= 300 { #expect(demangled(name) == nil, "\(name)") }
    }
    // Deep enough for real code.
    if depth <= 60 { #expect(demangled(names[0]) != nil && demangled(names[4]) != nil) }
  }

  /// Each repetition repeats a name of the last one.
  @Test(arguments: [1, 4, 8, 11, 16, 60, 300])
  func refusesUnfoldingNames(_ rounds: Int) {
    func reference(_ number: Int) -> String { number == 0 ? "S_" : "S\(number - 1)_" }
    let module = String(repeating: "m", count: 900)
    // Each extension names the module again.
    check("_TFC900\(module)1a" + String(repeating: "ES_", count: rounds) + "S0_1bfT_T_")
    check("_TF" + String(repeating: "E900\(module)", count: 1) + String(repeating: "ES_", count: rounds) + "S_1bfT_T_")
    var inFunctions = "_TtTC1a1b"
    var inExtensions = "_TtTC1a1b"
    for round in 0..<rounds where inExtensions.utf8.count < 4000 {
      let last = reference(round + 1)
      inFunctions += "CFS_1fT\(last)\(last)_L_1c"
      inExtensions += "CeS_RxzT\(last)\(last)_r\(last)1c"
    }
    for name in [inFunctions + "_", inExtensions + "_"] {
      check(name)
    }
  }

  @Test func refusesWhatIsTooLong() {
    check("_TtC1a4000" + String(repeating: "a", count: 4000))
    check("_TtC1a4100" + String(repeating: "a", count: 4100))
    #expect(demangled("_TtC1a4000" + String(repeating: "a", count: 4000)) != nil)
    #expect(demangled("_TtC1a4100" + String(repeating: "a", count: 4100)) == nil)
    check("_TtC1aX4000" + String(repeating: "J", count: 4000))
    check("_TtC1aX4000_" + String(repeating: "gib", count: 1333))
    check("_TtC1aX3990" + String(repeating: "b", count: 3988) + "_a")
    for count in ["_", "9_", "9999_", "99999999999999999999_", "z"] { check(filled("_Ttu", count, "rx")) }
    check(filled("_TtBi", "9", "_"))
    check(filled("_TtqdS", "9", "_0_"))
    check(filled("_TtC", "9", "a"))
  }

  @Test func survivesRandomBytes() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % bound
    }
    let letters = Array("_0123459abcdefgiklmnopqrstuvwxzABCDEFGIKLMOPQRSTUVWXZ".utf8)
    for round in 0..<3000 {
      let bytes = (0..<random(300)).map { _ in
        round % 3 == 0 ? UInt8(truncatingIfNeeded: random(256)) : letters[random(letters.count)]
      }
      let name = (round % 2 == 0 ? "_T" : "__T") + String(decoding: bytes, as: UTF8.self)
      if let readable = demangled(name) { _ = shortened(readable) }
    }
  }

  /// Damaged copies of well-formed names, which reach all parts of the reader.
  @Test func survivesDamagedNames() {
    var read = 0
    for (seed, name) in OldSwiftTests.names.enumerated() {
      for mutant in Mutants(of: Array(name.mangled.utf8), count: 100, seed: UInt64(seed)) {
        guard let readable = demangled(String(decoding: mutant, as: UTF8.self)) else { continue }
        read += 1
        #expect(!shortened(readable).isEmpty)
      }
    }
    #expect(read > 200)
  }
}
