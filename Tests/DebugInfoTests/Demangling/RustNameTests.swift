import DebugInfo
import Testing

/// Names of Rust, of both manglings.
@Suite struct RustNameTests {
  @Test(arguments: [
    ("_RNvC6_123foo3bar", "123foo::bar"),
    ("_RNvCs1234_7cardkit4deal", "cardkit::deal"),
    ("__RNvCs1234_7cardkit4deal", "cardkit::deal"),
    ("_RNCNvC7cardkit4deal0", "cardkit::deal::{closure#0}"),
    ("_RNCNvC7cardkit4deals_0", "cardkit::deal::{closure#1}"),
    ("_RNSNvC7cardkit4deal4test", "cardkit::deal::{shim:test#0}"),
    ("_RNvMC7cardkitNtB2_4Deck3new", "<cardkit::Deck>::new"),
    ("_RNvXC7cardkitNtB2_4DeckNtB2_7Shuffle2go", "<cardkit::Deck as cardkit::Shuffle>::go"),
    ("_RNvYNtC7cardkit4DeckNtB4_7Shuffle2go", "<cardkit::Deck as cardkit::Shuffle>::go"),
    ("_RINvC7cardkit4dealAnj2_EC3app", "cardkit::deal::<[i128; 2]>"),
    ("_RINvC7cardkit4dealTheEE", "cardkit::deal::<(u8, str)>"),
    ("_RINvC7cardkit4dealThEE", "cardkit::deal::<(u8,)>"),
    ("_RINvC7cardkit4dealFG_RL0_lERL0_lE", "cardkit::deal::<for<'a> fn(&'a i32) -> &'a i32>"),
    ("_RINvC7cardkit4dealFUKCPhOlEuE", "cardkit::deal::<unsafe extern \"C\" fn(*const u8, *mut i32)>"),
    ("_RINvC7cardkit4dealDNtB2_4Dealp4ItemhEL_E", "cardkit::deal::<dyn cardkit::Deal<Item = u8>>"),
    ("_RINvC7cardkit4dealQSmE", "cardkit::deal::<&mut [u32]>"),
    ("_RINvC7cardkit4dealKln5_Kb1_Kc41_KpE", "cardkit::deal::<-5, true, 'A', _>"),
    ("_RINvC7cardkit4dealKyffffffffffffffffff_E", "cardkit::deal::<0xffffffffffffffffff>"),
    ("_RNvC7cardkitu8gdel_5qa", "cardkit::gödel"),
    ("_RNvC7cardkit4deal.llvm.1234", "cardkit::deal (.llvm.1234)"),
  ])
  func version0(_ mangled: String, _ readable: String) { #expect(demangled(mangled) == readable) }

  @Test(arguments: [
    ("_ZN7cardkit4Deck7shuffle17h0123456789abcdefE", "cardkit::Deck::shuffle"),
    (
      "_ZN50_$LT$cardkit..Deck$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE",
      "<cardkit::Deck as core::fmt::Debug>::fmt"
    ),
    ("_ZN7cardkit28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE", "cardkit::{{closure}}"),
    ("__ZN7cardkit4deal17h0123456789abcdefE", "cardkit::deal"),
    ("_ZN7cardkit4deal17h0123456789abcdefE.llvm.7", "cardkit::deal (.llvm.7)"),
    // Not a hash.
    ("_ZN7cardkit4deal17h0123456789abcdegEv", "cardkit::deal::h0123456789abcdeg()"),
  ])
  func legacy(_ mangled: String, _ readable: String) { #expect(demangled(mangled) == readable) }

  @Test(arguments: [
    "_R", "_RN", "_RNv", "_RNvC", "_R0NvC1a1b", "_RNvC1a1bX", "_RINvC1a1bKb2_E", "_RINvC1a1bRL0_hE", "_RB_", "_RNvB_1a",
    "_Random", "_REFERENCE", "_RINvC1a1bKc110000_E", "_RNvC1a99999999999b", "_RINvC1a1bFGzzzzzzzzzzz_EuE", "_RC3a b",
  ])
  func othersAreLeftAlone(_ name: String) { #expect(demangled(name) == nil) }

  @Test(arguments: [10, 100, 1000])
  func hostileNames(_ rounds: Int) {
    var doubled = "_RINvC1a1bTh"
    for _ in 0..<rounds { doubled += "TB8_B8_" }
    for name in [
      doubled + String(repeating: "E", count: rounds + 2), "_RINvC1a1b" + String(repeating: "R", count: rounds) + "hE",
      "_R" + String(repeating: "I", count: rounds), "_R" + String(repeating: "NvB_", count: rounds),
    ] {
      #expect((demangled(name)?.utf8.count ?? 0) <= 65_536)
    }
  }
}
