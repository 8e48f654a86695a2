import DebugInfo
import Symbolication
import Testing
import Vocabulary

@testable import DebugInfo

/// All kinds of lookups must give the same answers.
@Suite struct AgreementTests {
  @Test func thereAreSlices() { #expect(FixtureSlice.all.count >= 40 && FixtureSlice.dSYMs.count >= 16) }

  /// A complete index, and partial indexes of single addresses.
  @Test(arguments: FixtureSlice.all)
  func wholeAndPart(_ fixture: FixtureSlice) throws {
    let slice = try fixture.open()
    let whole = try #require(SymbolIndex.whole(slice.file.slice, identity: slice.identity))
    #expect(whole.faults == [])
    let addresses = slice.file.codeAddresses()
    // Each partial index searches the complete file: 40 addresses at a time, and a few hundred separately.
    var differences: [UInt64] = []
    for start in stride(from: 0, to: addresses.count, by: 40) {
      let group = addresses[start..<min(start + 40, addresses.count)].map { LinkedAddress($0) }
      let part = try #require(SymbolIndex.part(slice.file.slice, for: group, identity: slice.identity))
      #expect(part.faults == [])
      for address in group where part.index.frames(at: address) != whole.index.frames(at: address) {
        differences.append(address.value)
      }
    }
    for address in addresses.enumerated().filter({ $0.offset % max(1, addresses.count / 150) == 0 }).map(\.element) {
      let part = try #require(
        SymbolIndex.part(slice.file.slice, for: [LinkedAddress(address)], identity: slice.identity))
      if part.index.frames(at: LinkedAddress(address)) != whole.index.frames(at: LinkedAddress(address)) {
        differences.append(address)
      }
    }
    #expect(differences == [], "first: \((differences.first ?? 0).hexadecimal)")
  }

  /// Answers as text for many addresses at once and for each one separately, with all parts of the files.
  @Test(arguments: FixtureSlice.all)
  func textAndFrames(_ fixture: FixtureSlice) throws {
    let slice = try fixture.open()
    let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
    let index = try #require(symbols.completeIndex(identity: slice.identity))
    var addresses: [UInt64?] = slice.file.codeAddresses()
    // Unsorted, with duplicates, and with some that are not addresses.
    addresses = addresses.reversed() + [nil, 0, .max] + addresses.prefix(50)
    for style in [Asking.plain, Self.shortStyle] {
      var answers = AnswerText(symbols, index: index, style: style)
      var output: [UInt8] = []
      answers.answer(addresses, asked: { _ in "" }) { output += Array($0) }
      let single = addresses.map { address in
        SymbolFrame.text(address.map { symbols.frames(at: LinkedAddress($0)) } ?? [], style: style)
      }
      #expect(String(decoding: output, as: UTF8.self) == single.joined())
    }
  }

  private static var shortStyle: AnswerText.Style {
    var style = AnswerText.Style { $0.uppercased() }
    style.showsInlined = false
    return style
  }

  /// More addresses than a batch contains, each with its input text.
  @Test func manyRounds() throws {
    let slice = try #require(FixtureSlice.dSYMs.first { $0.path.contains("x86_64-sim-dw5") }).open()
    let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
    let index = try #require(symbols.completeIndex(identity: slice.identity))
    let few = slice.file.codeAddresses(step: 1)
    let single = few.map { SymbolFrame.text(index.frames(at: LinkedAddress($0)), style: Asking.plain) }
    var style = Asking.plain
    style.showsAddress = true
    var answers = AnswerText(symbols, index: index, style: style)
    var random = BlockTests.Random(7)
    let chosen = (0..<300_000).map { _ in Int(random.next() >> 33) % few.count }
    var position = 0
    var rest: [UInt8] = []
    var isSame = true
    answers.answer(chosen.map { few[$0] }, asked: { "asked \($0)" }) { bytes in
      rest += Array(bytes)
      // Complete answers only; the rest belongs to the next one.
      var start = 0
      while position < chosen.count {
        let expected = Array(("asked \(position)\n" + single[chosen[position]]).utf8)
        guard rest.count - start >= expected.count else { break }
        if !rest[start..<(start + expected.count)].elementsEqual(expected) { isSame = false }
        start += expected.count
        position += 1
      }
      rest.removeFirst(start)
    }
    #expect(isSame && position == chosen.count && rest.isEmpty)
  }

  /// Lookups of one address, of a few and of many in a symbol file.
  @Test(arguments: FixtureSlice.dSYMs)
  func oneAndMany(_ fixture: FixtureSlice) throws {
    let slice = try fixture.open()
    let addresses = slice.file.codeAddresses(step: 16).map { LinkedAddress($0) }
    let many = try #require(LookupTarget.symbols(of: slice, cache: nil)).frames(at: addresses + addresses)
    #expect(many.prefix(addresses.count) == many.suffix(addresses.count))
    let few = try #require(LookupTarget.symbols(of: slice, cache: nil))
    for (index, address) in addresses.enumerated().prefix(150) {
      #expect(few.frames(at: address) == many[index], "\(address.value.hexadecimal)")
    }
  }
}
