import DebugInfo
import Symbolication
import Testing
import Vocabulary

@testable import DebugInfo

/// An index as stored in the cache.
@Suite struct StoredIndexTests {
  private static func index(_ path: String) throws -> (index: SymbolIndex, addresses: [LinkedAddress]) {
    let file = try SymbolFixtures.thin(path)
    let made = try #require(SymbolIndex.whole(file, identity: Asking.identity))
    return (made.index, ImageFile.machO(file).codeAddresses(step: 8).map { LinkedAddress($0) })
  }

  private static let small = SymbolFixtures.dwarf("exe-arm64-sim-dw5", "XXXCoreApp")
  private static let middle = SymbolFixtures.dwarf("x86_64-sim-dw4", "XXXCoreTestHost")

  private static func bytes(_ index: SymbolIndex) -> [UInt8] {
    let file = index.storedForm()
    return file.span.withUnsafeBytes { Array($0) }
  }

  @Test(arguments: FixtureSlice.all)
  func readsWhatWasStored(_ fixture: FixtureSlice) throws {
    let slice = try fixture.open()
    let index = try #require(SymbolIndex.whole(slice.file.slice, identity: slice.identity)).index
    let stored = try #require(SymbolIndex.stored(index.storedForm()))
    #expect(stored.identity == slice.identity && stored.base == slice.file.textAddress && stored.checkAll())
    for address in slice.file.codeAddresses(step: 4).map({ LinkedAddress($0) }) {
      #expect(stored.frames(at: address) == index.frames(at: address))
    }
    #expect(!stored.isDamaged)
    // The same input results in the same bytes, stored once or twice.
    #expect(Self.bytes(stored) == Self.bytes(index))
    let again = try #require(SymbolIndex.whole(slice.file.slice, identity: slice.identity)).index
    #expect(Self.bytes(again) == Self.bytes(index))
  }

  /// Every changed bit is detected, or does not change an answer.
  @Test func everyByteMayBeWrong() throws {
    let (index, addresses) = try Self.index(Self.small)
    let good = Self.bytes(index)
    let answers = addresses.map { index.frames(at: $0) }
    var noticed = 0
    for location in good.indices {
      var bytes = good
      bytes[location] ^= 1 << UInt8(location % 8)
      guard let stored = SymbolIndex.stored(FileBytes(bytes)) else {
        noticed += 1
        continue
      }
      let found = addresses.map { stored.frames(at: $0) }
      if stored.isDamaged {
        noticed += 1
      } else {
        #expect(found == answers, "byte \(location)")
      }
      #expect(!stored.checkAll() && stored.isDamaged, "byte \(location)")
    }
    #expect(noticed > good.count / 2)
  }

  @Test func manyBytesMayBeWrong() throws {
    let (index, addresses) = try Self.index(Self.middle)
    let good = Self.bytes(index)
    let answers = addresses.map { index.frames(at: $0) }
    var random = BlockTests.Random(11)
    for _ in 0..<400 {
      var bytes = good
      let start = Int(random.next() % UInt64(good.count))
      let end = min(good.count, start + 1 + Int(random.next() % 600))
      let isErased = random.next() % 2 == 0
      for location in start..<end { bytes[location] = isErased ? 0 : UInt8(truncatingIfNeeded: random.next()) }
      guard bytes != good, let stored = SymbolIndex.stored(FileBytes(bytes)) else { continue }
      let found = addresses.map { stored.frames(at: $0) }
      #expect(stored.isDamaged || found == answers, "from \(start)")
    }
  }

  @Test func everyByteMayBeTheLast() throws {
    let (index, _) = try Self.index(Self.small)
    let good = Self.bytes(index)
    for length in good.indices { #expect(SymbolIndex.stored(FileBytes(Array(good.prefix(length)))) == nil) }
    #expect(SymbolIndex.stored(FileBytes(good + [0])) == nil)
    #expect(SymbolIndex.stored(FileBytes(good)) != nil)
  }

  /// A forged index with valid checksums gives wrong answers, but is safe to read.
  @Test func forgedIndexes() throws {
    let (index, addresses) = try Self.index(Self.small)
    let file = index.file
    let plain = file.span.withUnsafeBytes { Array($0) }
    var random = BlockTests.Random(5)
    for location in stride(from: 48, to: plain.count - 4, by: 4) {
      for value in [0, .max, 0x7FFF_FFFF, UInt32(truncatingIfNeeded: random.next())] {
        var bytes = plain
        bytes.replaceSubrange(location..<(location + 4), with: little(value))
        guard let forged = SymbolIndex(FileBytes(bytes)) else { continue }
        for address in addresses { _ = forged.frames(at: address) }
        _ = forged.text(value)
      }
    }
  }

  /// The answers of a symbol file are the same with an intact and with a damaged cached index.
  @Test func damagedIndexesAreReplaced() throws {
    let file = try SymbolFixtures.thin(Self.middle)
    let (index, addresses) = try Self.index(Self.middle)
    let expected = addresses.map { index.frames(at: $0) }
    var bytes = Self.bytes(index)
    for location in stride(from: IndexFormat.headerSize, to: bytes.count - 1, by: 4096) { bytes[location] ^= 0x10 }
    // If the page checksums are damaged, the checksum of the header detects it immediately.
    #expect(SymbolIndex.stored(FileBytes(bytes)).map { $0.checkAll() } != true)
    var pages = Self.bytes(index)
    pages[IndexFormat.headerSize + 5] ^= 0x10
    let damaged = try #require(SymbolIndex.stored(FileBytes(pages)))
    let symbols = try #require(SymbolFile(debug: file, index: damaged))
    #expect(symbols.frames(at: addresses) == expected)
    #expect(symbols.index?.isDamaged != true)
  }
}
