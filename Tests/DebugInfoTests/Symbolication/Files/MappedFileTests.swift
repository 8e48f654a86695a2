import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Testing
import Vocabulary
import Platform

/// Files that change, disappear or are not regular files. Serialized, because one test uses all slots for mappings.
@Suite(.serialized) struct MappedFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func smallFilesAreReadAndLargeOnesMapped() throws {
    for size in [0, 1, 65_535, 65_536, 200_001] {
      let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = try scratch.write(content, "file")
      let bytes = try MappedFile.open(path)
      #expect(bytes.count == size)
      #expect(bytes.span.withUnsafeBytes { Array($0) } == content)
    }
  }

  /// Reading removed bytes raises SIGBUS, which would terminate the process.
  @Test func aFileThatIsCutWhileMappedReadsAsZeros() throws {
    let path = try scratch.write([UInt8](repeating: 0xA5, count: 1 << 20), "file")
    let bytes = try MappedFile.open(path)
    #expect(path.withCString { truncate($0, 100) } == 0)
    let sum = bytes.span.withUnsafeBytes { $0.reduce(into: 0) { $0 += Int($1) } }
    // The first page is still that of the file, and the rest after the end is zero.
    #expect(sum == 100 * 0xA5)
    #expect(bytes.span.unsafeLoad(fromByteOffset: (1 << 20) - 1, as: UInt8.self) == 0)
  }

  @Test func manyThreadsMayReadWhatIsGone() async throws {
    let path = try scratch.write([UInt8](repeating: 1, count: 4 << 20), "file")
    let bytes = try MappedFile.open(path)
    #expect(path.withCString { truncate($0, 0) } == 0)
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { bytes.span.withUnsafeBytes { $0.reduce(into: 0) { $0 += Int($1) } } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == [Int](repeating: 0, count: 8))
  }

  /// If the guard has no free slot, files are read instead of mapped.
  @Test func moreFilesThanMappingsAreOpened() throws {
    let path = try scratch.write([UInt8](repeating: 7, count: 70_000), "file")
    let all = try (0..<1_100).map { _ in try MappedFile.open(path) }
    #expect(all.allSatisfy { $0.count == 70_000 })
    #expect(path.withCString { truncate($0, 0) } == 0)
    for bytes in all {
      let last = bytes.span.unsafeLoad(fromByteOffset: 69_999, as: UInt8.self)
      #expect(last == 0 || last == 7)
    }
  }

  @Test func onlyRegularFilesAreOpened() throws {
    #expect(mkfifo(scratch.url("pipe").path, 0o600) == 0)
    for name in ["pipe", "."] {
      #expect(throws: OpeningFault(explanation: "not a regular file")) { try MappedFile.open(scratch.path(name)) }
    }
    #expect(throws: OpeningFault(explanation: "not a regular file")) { try MappedFile.open(FilePath("/dev/zero")) }
    #expect(throws: OpeningFault(explanation: "no such file")) { try MappedFile.open(scratch.path("none")) }
  }

  @Test func filesThatAreNoMachOAreNotOpenedWhole() throws {
    #expect(try MappedFile.openMachO(scratch.write([], "empty")) == nil)
    #expect(try MappedFile.openMachO(scratch.write([0xCF, 0xFA, 0xED], "short")) == nil)
    #expect(try MappedFile.openMachO(scratch.write(Array("MZ..".utf8), "other")) == nil)
    #expect(try MappedFile.openMachO(scratch.write([0xCF, 0xFA, 0xED, 0xFE, 0], "macho"))?.count == 5)
    #expect(try MappedFile.openMachO(scratch.write([0xCA, 0xFE, 0xBA, 0xBE], "universal"))?.count == 4)
  }
}
