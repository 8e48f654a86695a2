import DebugInfo
import TestSupport
import Testing

/// Names of the Itanium C++ ABI.
@Suite struct CxxNameTests {
  /// `cxx.tsv` has a mangled name and LLVM's spelling in each line. Compilers wrote some of the names; the others are
  /// derived from the grammar, one for each rule. `scripts/compare-demangling` compares the names of real libraries.
  static let names: [(mangled: String, readable: String)] = {
    let text = (try? Repository.text(of: "Tests/DebugInfoTests/Demangling/cxx.tsv")) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }()

  @Test func spellingIsThatOfLLVM() {
    #expect(Self.names.count > 120)
    for (mangled, readable) in Self.names {
      #expect(demangled(mangled) == readable)
      // With the underscore of Mach-O.
      #expect(demangled("_" + mangled) == readable)
    }
  }

  /// Clones of functions keep their suffix.
  @Test(arguments: [
    ("_ZN7CardKit4Deck7shuffleEi.cold.1", "CardKit::Deck::shuffle(int) (.cold.1)"),
    ("_ZN7CardKit4Deck7shuffleEi.llvm.1234", "CardKit::Deck::shuffle(int) (.llvm.1234)"),
    ("_ZN7CardKit4Deck7shuffleEi.isra.0", "CardKit::Deck::shuffle(int) (.isra.0)"),
    ("_ZGTtN7CardKit4Deck7shuffleEi", "transaction clone for CardKit::Deck::shuffle(int)"),
    ("___ZN7CardKit4Deck7shuffleEi_block_invoke", "invocation function for block in CardKit::Deck::shuffle(int)"),
  ])
  func clones(_ mangled: String, _ readable: String) { #expect(demangled(mangled) == readable) }

  @Test(arguments: [
    "_ZN7CardKit4DeckE4", "_Z", "_ZN", "_ZNE", "_ZNK", "_Z1", "_Z99999999999f", "_Z1fT_", "_Z1fS_", "_Z1fS0_", "_ZSt",
    "_ZTV", "_ZTh", "_ZTc", "_ZGV", "_Z1fIi", "_ZC1v", "_ZD1v", "_Z1fDv", "_Z1fA_", "_Z1fM1S", "_ZN1ScvT_Ev",
    "_Z1fILi1E", "_Z1fUl", "_ZZ1f", "_ZZ1fvE", "_ZdtEv", "_Z1fDTE", "_Z1fIXEEvv", "_Z1fILf1EEvv", "_Z1fKvx ",
  ])
  func othersAreLeftAlone(_ name: String) { #expect(demangled(name) == nil) }

  /// Shared parts expand to any length, and nested ones to any depth. Neither takes long.
  @Test(arguments: [2, 20, 200, 500])
  func hostileNames(_ rounds: Int) {
    func number(_ index: Int) -> String { index == 0 ? "S_" : "S" + String(index - 1, radix: 36).uppercased() + "_" }
    var doubled = "_Z1f1AIiiE"
    var packed = "_Z1fIJicdEEv"
    var chained = "_Z1fPi"
    for round in 0..<rounds {
      doubled += "S_I" + number(round + 1) + number(round + 1) + "E"
      packed += "DpR"
      chained += "P" + number(round)
    }
    for name in [
      doubled, packed + "T_", chained, "_Z1f" + String(repeating: "P", count: rounds) + "i",
      "_Z1f" + String(repeating: "N1AI", count: rounds),
      "_Z1fIXnt" + String(repeating: "nt", count: rounds) + "Li1EEEvv",
      "_Z" + String(repeating: "Z1fvE", count: rounds) + "1x", "_ZN1ScvT_I" + String(repeating: "DpT_", count: rounds),
      "_Z1f" + String(repeating: "FvvE", count: rounds), "_Z1fIJEEv" + String(repeating: "DpT_", count: rounds),
      "_ZN1ScvPT_I" + String(repeating: "J", count: rounds),
    ] {
      #expect((demangled(name)?.utf8.count ?? 0) <= 65_536)
    }
  }

  /// Every prefix and every changed byte of the names either demangles or does not.
  @Test func damagedNames() {
    var count = 0
    for (mangled, _) in Self.names {
      let bytes = Array(mangled.utf8)
      for index in bytes.indices {
        if demangled(String(decoding: bytes[..<index], as: UTF8.self)) != nil { count += 1 }
        for byte in "0_EISTXLDZJn".utf8 {
          var changed = bytes
          changed[index] = byte
          if demangled(String(decoding: changed, as: UTF8.self)) != nil { count += 1 }
        }
      }
    }
    #expect(count > 0)
  }
}
