import DebugInfo
import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import DebugInfo

/// Malicious debug information: reading it ends with a partial answer, and always terminates.
enum Hostile {
  /// The time limit for the worst of these files. Loops over bytes are about twenty times slower without optimization,
  /// and a runaway loop takes minutes in either case.
  #if DEBUG
    private static let mostSeconds = 60.0
  #else
    private static let mostSeconds = 2.0
  #endif

  /// Calls all queries of a file.
  static func exercise(_ bytes: [UInt8], _ addresses: [UInt64], source: Testing.SourceLocation = #_sourceLocation) {
    let took = ProcessorTime.seconds {
      guard let file = try? MachOFile.read(FileBytes(bytes)) else { return }
      for slice in file.slices { ask(slice, addresses, source) }
    }
    #expect(took < mostSeconds, "\(bytes.count) bytes", sourceLocation: source)
  }

  private static func ask(_ slice: MachOFile, _ addresses: [UInt64], _ source: Testing.SourceLocation) {
    guard let symbols = SymbolFile(debug: slice) else { return }
    let locations = addresses.map { LinkedAddress($0) }
    let part = symbols.frames(at: locations)
    #expect(part.count == locations.count, sourceLocation: source)
    guard let made = SymbolIndex.whole(slice, identity: Asking.identity) else { return }
    let index = made.index
    // The size of the result is in proportion to the size of the input.
    #expect(index.file.count < 40 * slice.range.count + 4_000_000, sourceLocation: source)
    #expect(made.faults.count <= 20, sourceLocation: source)
    var last: UInt32 = 0
    for position in 0..<index.recordCount {
      let record = index.record(position)
      if record.start < last || record.end <= record.start {
        Issue.record("records out of order at \(position)", sourceLocation: source)
        break
      }
      last = record.end
    }
    _ = Asking.text(symbols, index, addresses)
    for address in locations { _ = index.frames(at: address) }
    if let stored = SymbolIndex.stored(index.storedForm()) {
      #expect(stored.frames(at: locations[0]) == index.frames(at: locations[0]), sourceLocation: source)
    } else {
      Issue.record("an index that was just made cannot be stored", sourceLocation: source)
    }
  }
}

@Suite struct HostileDWARFTests {
  /// Small dSYMs of both versions in the styles of four compilers.
  static let small = [
    SymbolFixtures.dwarf("exe-arm64-sim-dw5", "XXXCoreApp"), SymbolFixtures.dwarf("arm64-ios-dw4", "XXXCoreTestHost"),
    SymbolFixtures.dwarf("x86_64-sim-dw5", "XXXCoreTestHost"), SymbolFixtures.dwarf("swift-traps-arm64", "Traps"),
    "debugmap-x86_64-sim/objs/1XXXCore.o",
  ]

  private static let sections = [
    "__debug_info", "__debug_abbrev", "__debug_line", "__debug_str_offs", "__debug_addr", "__debug_rnglists",
    "__debug_ranges", "__debug_aranges", "__debug_line_str",
  ]

  private static func addresses(_ file: MachOFile) -> [UInt64] {
    let all = ImageFile.machO(file).codeAddresses(step: 4)
    let few = stride(from: 0, to: all.count, by: max(1, all.count / 12)).map { all[$0] }
    return few + [0, .max, file.textAddress, 0xFFFF_FFFE]
  }

  /// The file with its slice and the ranges of its debug sections.
  private static func open(_ path: String) throws -> (bytes: [UInt8], file: MachOFile, sections: [Range<Int>]) {
    let bytes = try SymbolFixtures.bytes(path)
    let file = try #require(try MachOFile.read(FileBytes(bytes)).slices.first)
    let ranges = sections.map { file.debugSection($0) }.filter { !$0.isEmpty }
    #expect(ranges.count >= 3)
    return (bytes, file, ranges)
  }

  @Test(arguments: small)
  func everyWordMayLie(_ path: String) throws {
    let (good, file, sections) = try Self.open(path)
    let addresses = Self.addresses(file)
    var random = BlockTests.Random(3)
    for section in sections {
      let step = max(4, section.count / 800 / 4 * 4)
      for location in stride(from: section.lowerBound, to: section.upperBound - 4, by: step) {
        for value in [0, .max, 0x7FFF_FFFF, UInt32(truncatingIfNeeded: random.next())] {
          var bytes = good
          bytes.replaceSubrange(location..<(location + 4), with: little(value))
          Hostile.exercise(bytes, addresses)
        }
      }
    }
  }

  /// Forms, tags and opcodes are single bytes.
  @Test(arguments: small)
  func everyByteOfTheSmallSectionsMayLie(_ path: String) throws {
    let (good, file, _) = try Self.open(path)
    let addresses = Self.addresses(file)
    for name in ["__debug_abbrev", "__debug_line", "__debug_rnglists", "__debug_ranges"] {
      let section = file.debugSection(name)
      for location in stride(from: section.lowerBound, to: section.upperBound, by: max(1, section.count / 400)) {
        for value in [0, 1, 0x16, 0x21, 0x7F, 0x80, 0xFF] as [UInt8] where good[location] != value {
          var bytes = good
          bytes[location] = value
          Hostile.exercise(bytes, addresses)
        }
      }
    }
  }

  @Test(arguments: small)
  func everySectionMayEndEarly(_ path: String) throws {
    let (good, file, sections) = try Self.open(path)
    let addresses = Self.addresses(file)
    var lengths = Array(stride(from: 0, to: good.count, by: 211))
    for section in sections {
      for edge in [section.lowerBound, section.upperBound, section.lowerBound + section.count / 2] {
        lengths += (max(0, edge - 9)...min(good.count, edge + 9))
      }
    }
    for length in lengths { Hostile.exercise(Array(good.prefix(length)), addresses) }
  }

  /// Sections that are swapped, or that cover the complete file.
  @Test(arguments: small)
  func sectionsInTheWrongPlace(_ path: String) throws {
    let (good, file, _) = try Self.open(path)
    let addresses = Self.addresses(file)
    let names = Self.sections.compactMap { name in good.firstRange(of: Array(name.utf8)).map { $0.lowerBound } }
    for one in names {
      for other in names where one != other {
        var bytes = good
        bytes.replaceSubrange(one..<(one + 16), with: good[other..<(other + 16)])
        Hostile.exercise(bytes, addresses)
      }
      // Size and offset follow the two names and the address.
      for (offset, size) in [(UInt32(4), UInt64(good.count)), (0, .max), (.max, 1), (UInt32(good.count), 0)] {
        var bytes = good
        bytes.replaceSubrange((one + 40)..<(one + 48), with: little(size))
        bytes.replaceSubrange((one + 48)..<(one + 52), with: little(offset))
        Hostile.exercise(bytes, addresses)
      }
    }
  }

  @Test(arguments: small)
  func mutants(_ path: String) throws {
    let (good, file, _) = try Self.open(path)
    let addresses = Self.addresses(file)
    for bytes in Mutants(of: good, count: 400, seed: 17) { Hostile.exercise(bytes, addresses) }
  }

  /// Writes files with the typical faults of Mach-O and DWARF readers.
  private static let catalogue: URL? = {
    let script = Repository.sharedData?.appendingPathComponent("chaos/badinputs.py")
    return script.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
  }()

  @Test(.enabled(if: HostileDWARFTests.catalogue != nil, "the catalogue of hostile files is not here"))
  func catalogueOfHostileFiles() throws {
    let folder = try ScratchFolder()
    let script = try #require(Self.catalogue)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, folder.folder.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.folder.path).filter {
      $0.hasSuffix(".macho")
    }
    #expect(files.count >= 40)
    for name in files { Hostile.exercise([UInt8](try Data(contentsOf: folder.url(name))), [0, 0x1000, .max]) }
  }
}
