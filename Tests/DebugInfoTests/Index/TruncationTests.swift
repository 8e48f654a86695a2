import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Testing
import Vocabulary
import Platform

@testable import DebugInfo

/// Symbol files that are truncated while they are read: the process continues and gives partial answers.
@Suite struct TruncationTests {
  private static let path = SymbolFixtures.folder + SymbolFixtures.dwarf("swift-arm64-sim", "DesignKit")

  /// The page size of the system, at which the bytes of a mapping are removed.
  private static let lengths = [0, 1, 4_096, 16_384, 65_536, 131_072, 300_000]

  @Test func theFixtureIsMapped() throws {
    #expect(try Repository.bytes(of: Self.path).count > MappedFile.smallestMapping * 4)
  }

  /// Truncated before the first read, and between lookups.
  @Test(arguments: lengths)
  func cutBeforeLookups(_ length: Int) throws {
    let scratch = try ScratchFolder()
    let bytes = try Repository.bytes(of: Self.path)
    for cutsLater in [false, true] {
      let path = try scratch.write(bytes, "DesignKit")
      let slice = try #require(try LookupTarget.open(path).slices.first)
      let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
      let addresses = slice.file.codeAddresses(step: 256).map { LinkedAddress($0) }
      if cutsLater { #expect(symbols.frames(at: addresses[5]).first?.origin == .debugInfo) }
      #expect(truncate(scratch.url("DesignKit").path, off_t(length)) == 0)
      for address in addresses { Self.check(symbols.frames(at: address)) }
      let index = try #require(symbols.completeIndex(identity: slice.identity))
      for address in addresses { Self.check(index.frames(at: address)) }
      let text = Asking.text(symbols, index, addresses.map(\.value))
      #expect(Answers(Array(text.utf8)).count == addresses.count)
    }
  }

  /// Truncated and rewritten during lookups of other threads.
  @Test func cutDuringLookups() async throws {
    let scratch = try ScratchFolder()
    let bytes = try Repository.bytes(of: Self.path)
    let good = try #require(try LookupTarget.open(FilePath(Repository.url(Self.path).path)).slices.first)
    let expected = try #require(SymbolIndex.whole(good.file.slice, identity: good.identity)).index
    let addresses = good.file.codeAddresses(step: 512).map { LinkedAddress($0) }
    let wanted = addresses.map { expected.frames(at: $0) }
    var random = BlockTests.Random(23)
    for round in 0..<60 {
      let path = try scratch.write(bytes, "copy-\(round)")
      let url = scratch.url("copy-\(round)")
      let slice = try #require(try LookupTarget.open(path).slices.first)
      let delay = UInt32(random.next() % 3_000)
      let length = off_t(random.next() % UInt64(bytes.count))
      let isWhole = round % 2 == 0
      let isWrittenAgain = round % 3 == 0
      let lookups = Task.detached {
        guard let symbols = LookupTarget.symbols(of: slice, cache: nil) else { return 0 }
        if isWhole {
          guard let index = symbols.completeIndex(identity: slice.identity) else { return 0 }
          // The index is in separate memory, which a truncated file does not change.
          let one = addresses.map { index.frames(at: $0) }
          let two = addresses.map { index.frames(at: $0) }
          return one == two ? one.count : -1
        }
        return addresses.prefix(60).reduce(0) { $0 + (symbols.frames(at: $1).isEmpty ? 0 : 1) }
      }
      let cutting = Task.detached {
        usleep(delay)
        let isCut = truncate(url.path, length) == 0
        if isWrittenAgain, let handle = try? FileHandle(forWritingTo: url) {
          try? handle.write(contentsOf: Data(bytes))
          try? handle.close()
        }
        return isCut
      }
      #expect(await cutting.value)
      #expect(await lookups.value >= 0)
    }
    // The unchanged file gives the same answers as before.
    let index = try #require(SymbolIndex.whole(good.file.slice, identity: good.identity)).index
    #expect(addresses.map { index.frames(at: $0) } == wanted)
  }

  /// A truncated cached index is ignored.
  @Test func cutCache() throws {
    let scratch = try ScratchFolder()
    let good = try #require(try LookupTarget.open(FilePath(Repository.url(Self.path).path)).slices.first)
    let index = try #require(SymbolIndex.whole(good.file.slice, identity: good.identity)).index
    let addresses = good.file.codeAddresses(step: 512).map { LinkedAddress($0) }
    let wanted = addresses.map { index.frames(at: $0) }
    for length in Self.lengths {
      let cache = SymbolCache(folder: scratch.path("cache-\(length)"))
      cache.store(index)
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url("cache-\(length)").path)
      let file = scratch.url("cache-\(length)/" + (try #require(names.first)))
      let loaded = try #require(cache.index(for: good.identity))
      #expect(truncate(file.path, off_t(length)) == 0)
      let symbols = try #require(SymbolFile(debug: good.file.slice, index: loaded))
      #expect(symbols.frames(at: addresses) == wanted)
    }
  }

  private static func check(_ frames: [SymbolFrame]) {
    #expect(frames.count < 300 && frames.allSatisfy { $0.line >= 0 && $0.column >= 0 })
  }
}
