import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Testing
import Vocabulary

@testable import DebugInfo

/// The cache folder.
@Suite struct SymbolCacheTests {
  private static func index(uuid: UInt64 = 1, time: Int64 = 4) throws -> SymbolIndex {
    let file = try SymbolFixtures.thin(SymbolFixtures.dwarf("exe-arm64-sim-dw5", "XXXCoreApp"))
    let identity = IndexIdentity(
      uuid: ImageUUID(high: uuid, low: 2), architecture: file.architecture, sourceSize: 3, sourceState: time)
    return try #require(SymbolIndex.whole(file, identity: identity)).index
  }

  private static func names(_ scratch: ScratchFolder, _ folder: String = "cache") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: scratch.url(folder).path)) ?? []).sorted()
  }

  @Test func storesAndLoads() throws {
    let scratch = try ScratchFolder()
    let cache = SymbolCache(folder: scratch.path("caches/cache"))
    let index = try Self.index()
    #expect(cache.index(for: index.identity) == nil)
    #expect(!cache.wasMissedBefore(index.identity) && cache.wasMissedBefore(index.identity))
    cache.store(index)
    let loaded = try #require(cache.index(for: index.identity))
    #expect(loaded.identity == index.identity && loaded.checkAll())
    #expect(loaded.frames(at: LinkedAddress(0x1_0000_0688)) == index.frames(at: LinkedAddress(0x1_0000_0688)))
    #expect(!index.frames(at: LinkedAddress(0x1_0000_0688)).isEmpty)
    let name = "00000000-0000-0001-0000-000000000002-arm64-v\(SymbolIndex.formatVersion).index"
    // The file that records the first miss is removed with the first index.
    #expect(Self.names(scratch, "caches/cache") == [name])
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.url("caches/cache/" + name).path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// A download may contain a file of the same size, UUID and modification time with other names: its index is never
  /// that of the user's file.
  @Test func filesOfEqualSizeAndTimeHaveDifferentStamps() throws {
    let scratch = try ScratchFolder()
    let source = SymbolFixtures.dwarf("exe-arm64-sim-dw5", "XXXCoreApp")
    let bytes = Data(try SymbolFixtures.bytes(source))
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    for name in ["own", "downloaded"] {
      try bytes.write(to: scratch.url(name))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: scratch.url(name).path)
    }
    func state(_ name: String) throws -> Int64 {
      try #require(try MappedFile.openMachOStamped(scratch.path(name))).stamp.state
    }
    #expect(try state("own") == state("own"))
    #expect(try state("own") != state("downloaded"))
    let before = try state("own")
    // The content is replaced, and the time is set back.
    try FileManager.default.removeItem(at: scratch.url("own"))
    try bytes.write(to: scratch.url("own"))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: scratch.url("own").path)
    #expect(try state("own") != before)
  }

  /// Files with another size, time, slice or UUID are different.
  @Test func outdatedIndexesAreNotUsed() throws {
    let scratch = try ScratchFolder()
    let cache = SymbolCache(folder: scratch.path("cache"))
    let index = try Self.index()
    cache.store(index)
    var other = index.identity
    other.sourceSize += 1
    #expect(cache.index(for: other) == nil)
    other = index.identity
    other.sourceState -= 1
    #expect(cache.index(for: other) == nil)
    other = index.identity
    other.architecture = Architecture(cpuType: 0x0100_000C, cpuSubtype: 2)
    #expect(cache.index(for: other) == nil)
    other = index.identity
    other.uuid = ImageUUID(high: 0, low: 0)
    #expect(cache.index(for: other) == nil && !cache.wasMissedBefore(other))
    // The index that replaces it has the same name.
    let newer = try Self.index(time: 5)
    cache.store(newer)
    #expect(cache.index(for: newer.identity) != nil && cache.index(for: index.identity) == nil)
    #expect(Self.names(scratch).count == 1)
  }

  /// The least recently used files are removed first; other files stay.
  @Test func makesRoom() throws {
    let scratch = try ScratchFolder()
    let size = try Self.index().storedForm().count
    let cache = SymbolCache(folder: scratch.path("cache"), capacity: size * 3 + size / 2)
    try scratch.write(Array("mine".utf8), "cache/notes.txt")
    let draft = "00000000-0000-0009-0000-000000000002-arm64-v1.index.1-2"
    try scratch.write([UInt8](repeating: 0, count: 10), "cache/" + draft)
    let old = Date(timeIntervalSinceNow: -7200)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: scratch.url("cache/" + draft).path)
    for uuid in 1...6 as ClosedRange<UInt64> {
      cache.store(try Self.index(uuid: uuid))
      let age = Date(timeIntervalSinceNow: Double(uuid) - 1000)
      for name in Self.names(scratch) where name.contains("-000\(uuid)-0000-") {
        try FileManager.default.setAttributes([.modificationDate: age], ofItemAtPath: scratch.url("cache/" + name).path)
      }
    }
    let kept = try (1...6).filter { cache.index(for: try Self.index(uuid: $0).identity) != nil }
    #expect(kept == [4, 5, 6])
    #expect(Self.names(scratch).contains("notes.txt") && !Self.names(scratch).contains(draft))
    // An index larger than half of the capacity is not stored.
    let tiny = SymbolCache(folder: scratch.path("tiny"), capacity: size)
    tiny.store(try Self.index())
    #expect(Self.names(scratch, "tiny") == [])
  }

  /// Other content under the name of an index is ignored and replaced.
  @Test func garbageIsReplaced() throws {
    let scratch = try ScratchFolder()
    let cache = SymbolCache(folder: scratch.path("cache"))
    let index = try Self.index()
    cache.store(index)
    let name = try #require(Self.names(scratch).first)
    let good = [UInt8](try Data(contentsOf: scratch.url("cache/" + name)))
    var flipped = good
    flipped[20] ^= 1
    var garbage: [[UInt8]] = [[], [0], Array("no index".utf8), flipped, Array(good.dropLast()), good + good]
    garbage.append([UInt8](repeating: 0xFF, count: 300_000))
    garbage.append(Array(good.prefix(16)) + [UInt8](repeating: 0xFF, count: good.count - 16))
    for bytes in garbage {
      try scratch.write(bytes, "cache/" + name)
      #expect(cache.index(for: index.identity) == nil)
      cache.store(index)
      #expect(cache.index(for: index.identity)?.checkAll() == true)
    }
    // A folder at its path cannot be replaced, which is harmless.
    try FileManager.default.removeItem(at: scratch.url("cache/" + name))
    try scratch.write([1], "cache/\(name)/x")
    cache.store(index)
    #expect(cache.index(for: index.identity) == nil)
    #expect(Self.names(scratch) == [name])
  }

  /// In unusable folders nothing is stored, and no error is reported.
  @Test func foldersThatCannotBeUsed() throws {
    let scratch = try ScratchFolder()
    let index = try Self.index()
    try scratch.write([1], "file")
    var unusable = [scratch.path("file"), scratch.path("file/below"), scratch.path("a/b/c/d")]
    if geteuid() != 0 {
      try FileManager.default.createDirectory(
        at: scratch.url("readonly"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
      unusable.append(scratch.path("readonly"))
    }
    for folder in unusable {
      let cache = SymbolCache(folder: folder)
      cache.store(index)
      #expect(cache.index(for: index.identity) == nil)
      #expect(!cache.wasMissedBefore(index.identity))
    }
    #expect(Self.names(scratch, "readonly") == [] && !FileManager.default.fileExists(atPath: scratch.url("a").path))
  }

  /// Many concurrent users, as on a CI machine: each reads a complete index or none.
  @Test func manyAtOnce() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path("cache")
    let indexes = try (1...3).map { try Self.index(uuid: $0) }
    let expected = indexes[0].frames(at: LinkedAddress(0x1_0000_0688))
    let size = indexes[0].storedForm().count
    let results = await withTaskGroup(of: (found: Int, wrong: Int).self) { group in
      for worker in 0..<16 {
        group.addTask {
          // Some with so little capacity that they remove the files of the others.
          let cache = SymbolCache(folder: folder, capacity: worker % 4 == 0 ? size * 2 + 10 : 1 << 30)
          var result = (found: 0, wrong: 0)
          for round in 0..<40 {
            let index = indexes[(worker + round) % 3]
            if (worker + round) % 2 == 0 { cache.store(index) }
            guard let loaded = cache.index(for: index.identity) else {
              _ = cache.wasMissedBefore(index.identity)
              continue
            }
            let frames = loaded.frames(at: LinkedAddress(0x1_0000_0688))
            result.found += 1
            if frames != expected || loaded.isDamaged || !loaded.checkAll() { result.wrong += 1 }
          }
          return result
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.reduce(0) { $0 + $1.found } > 100 && results.allSatisfy { $0.wrong == 0 })
    // Every temporary file was renamed or removed.
    #expect(Self.names(scratch).allSatisfy { $0.hasSuffix(".index") || $0.hasSuffix(".missed") })
  }
}
