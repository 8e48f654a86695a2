import CrashReports
import Foundation
import Platform
import Symbolication
import TestSupport
import Testing
import Vocabulary

@testable import DebugInfo

/// The ELF files of `Tests/Fixtures/elf`, which `src/build.sh` there made.
@Suite struct ELFFixtureTests {
  static let folder = "Tests/Fixtures/elf/"

  static func path(_ name: String) -> FilePath { FilePath(Repository.url(folder + name).path) }

  /// Returns the frames at an offset from the start of a function, by the name that the symbol table has for it.
  static func frames(_ name: String, in folder: FilePath? = nil, _ address: UInt64) throws -> [String] {
    let slice = try #require(try LookupTarget.open(folder?.appending(name) ?? path(name)).slices.first)
    let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
    let few = symbols.frames(at: LinkedAddress(address))
    let index = try #require(symbols.completeIndex(identity: slice.identity))
    #expect(index.frames(at: LinkedAddress(address)) == few, "the complete index of \(name)")
    return few.map { "\(demangled($0.name) ?? $0.name) \($0.file ?? "??"):\($0.line)" }
  }

  /// The last instructions of `tail`: everything that was inlined into it is known in each form of the same program.
  @Test(arguments: ["shelf4.so", "shelf5.so", "zlib.so", "zdebug.so", "zstd.so", "stripped.so", "stripped.so.debug"])
  func functionsAreTheSameInEachForm(_ name: String) throws {
    // `run` in `tail`: the call in `twice`, which was inlined.
    let found = try Self.frames(name, 0x107C)
    #expect(found.last?.hasPrefix("tail /made/tail.cpp:") == true, "\(found)")
    #expect(found == (try Self.frames("shelf5.so", 0x107C)))
    #expect(try Self.frames(name, 0x1050).last?.hasPrefix("run /made/shelf.cpp:") == true)
  }

  @Test(arguments: [4, 5])
  func splitUnitsAreReadFromFilesAndPackages(_ version: Int) throws {
    let expected = try (0x1000..<0x10A0).map { try Self.frames("shelf\(version).so", $0) }
    let name = "split\(version).so"
    let scratch = try ScratchFolder()
    try scratch.write(try Repository.bytes(of: Self.folder + name), name)
    // Only the skeleton, which has no inlined functions but those that the compiler repeats there.
    let alone = try #require(try LookupTarget.open(scratch.path(name)).slices.first)
    let symbols = try #require(LookupTarget.symbols(of: alone, cache: nil))
    _ = symbols.completeIndex(identity: alone.identity)
    #expect(symbols.isPartial)
    #expect(symbols.faults.contains { $0.explanation.contains("split debug information was not found") })
    // With the files, and with the package.
    for file in ["shelf", "tail"] {
      let dwo = "split\(version)-\(file).dwo"
      try scratch.write(try Repository.bytes(of: Self.folder + dwo), dwo)
    }
    let folder = scratch.path(".")
    #expect(try (0x1000..<0x10A0).map { try Self.frames(name, in: folder, $0) } == expected)
    let packed = try ScratchFolder()
    try packed.write(try Repository.bytes(of: Self.folder + name), name)
    try packed.write(try Repository.bytes(of: Self.folder + "package\(version).dwp"), name + ".dwp")
    #expect(try (0x1000..<0x10A0).map { try Self.frames(name, in: packed.path("."), $0) } == expected)
  }

  @Test func splitUnitsOfAnotherBuildAreNotUsed() throws {
    let scratch = try ScratchFolder()
    try scratch.write(try Repository.bytes(of: Self.folder + "split5.so"), "split5.so")
    // Each file has the name of the other.
    try scratch.write(try Repository.bytes(of: Self.folder + "split5-tail.dwo"), "split5-shelf.dwo")
    let slice = try #require(try LookupTarget.open(scratch.path("split5.so")).slices.first)
    let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
    _ = symbols.completeIndex(identity: slice.identity)
    #expect(symbols.faults.contains { $0.explanation.contains("another build") })
  }

  /// GNU ld leaves address 0 in the debug information of functions that it discarded.
  @Test(arguments: ["bfd4.so", "bfd5.so", "shelf4.so", "shelf5.so"])
  func discardedFunctionsCoverNoCode(_ name: String) throws {
    for address in UInt64(0)..<0x40 { #expect(try Self.frames(name, address).isEmpty) }
    let slice = try #require(try LookupTarget.open(Self.path(name)).slices.first)
    let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
    let names = slice.file.codeAddresses(step: 1).flatMap { symbols.frames(at: LinkedAddress($0)) }.map(\.name)
    #expect(!names.contains("discarded") && names.contains("tail"))
  }

  @Test func theChecksumIdentifiesTheDebugFileWithoutABuildID() throws {
    func withoutBuildID(_ name: String) throws -> [UInt8] {
      var bytes = try Repository.bytes(of: Self.folder + name)
      let id = try #require(try ELFFile(FileBytes(bytes)).buildID).bytes
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: id) })
      for index in start..<(start + id.count) { bytes[index] = 0 }
      return bytes
    }
    let scratch = try ScratchFolder()
    let program = try withoutBuildID("stripped.so")
    try scratch.write(program, "stripped.so")
    try scratch.write(try Repository.bytes(of: Self.folder + "stripped.so.debug"), "stripped.so.debug")
    func found() throws -> [String] { try Self.frames("stripped.so", in: scratch.path("."), 0x107C) }
    #expect(try found().contains { $0.contains("tail.cpp") })
    // One changed byte, and no build ID in either.
    try scratch.write(try withoutBuildID("stripped.so.debug"), "stripped.so.debug")
    #expect(try !found().contains { $0.contains("tail.cpp") })
  }

  @Test func filesAreFoundByBuildID() throws {
    let file = try ELFFile(FileBytes(try Repository.bytes(of: Self.folder + "stripped.so")))
    let id = try #require(file.buildID)
    var image = BinaryImage()
    image.name = "stripped.so"
    image.buildID = id
    let scratch = try ScratchFolder()
    let digits = Array(id.digits)
    let path = ".build-id/\(String(digits[..<2]))/\(String(digits[2...])).debug"
    try scratch.write(try Repository.bytes(of: Self.folder + "stripped.so.debug"), path)
    let store = SymbolStore(paths: [scratch.path(".")])
    let found = store.symbols(for: image, architecture: "x86_64")
    #expect(found.answer.outcome == .found)
    let frames = try #require(found.names?.frames(at: [LinkedAddress(0x107C)]).first)
    #expect(frames.last?.name == "tail")
    // The same name, another build: refused, with the build ID that was found.
    image.buildID = BuildID("00112233445566778899aabbccddeeff00112233")
    let other = SymbolStore(paths: [Self.path("stripped.so")]).symbols(for: image, architecture: "x86_64").answer
    #expect(other.outcome == .uuidMismatch && other.foundBuildID == id)
  }

  @Test func otherArchitecturesAreRead() throws {
    let arm = try #require(try LookupTarget.open(Self.path("aarch64.so")).slices.first)
    #expect(arm.file.architecture.name == "arm64" && arm.file.identifier?.bytes.count == 8)
    let intel = try #require(try LookupTarget.open(Self.path("i386.so")).slices.first)
    #expect(intel.file.architecture.name == "i386" && intel.file.identifier?.bytes.count == 16)
    for slice in [arm, intel] {
      let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
      let names = slice.file.codeAddresses(step: 4).flatMap { symbols.frames(at: LinkedAddress($0)) }
      #expect(names.contains { $0.isInlined && $0.file == "/made/src/shelf.cpp" })
      #expect(names.contains { $0.name == "run" })
    }
  }

  /// Each jump of a real linker has the name of a function that the program calls.
  @Test(arguments: ["x86_64", "i386", "aarch64"])
  func jumpsHaveNames(_ architecture: String) throws {
    let slice = try #require(try LookupTarget.open(Self.path("calls-\(architecture).so")).slices.first)
    let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
    let names = Set(
      slice.file.codeAddresses(step: 4).flatMap { symbols.frames(at: LinkedAddress($0)) }.filter { $0.origin == .stub }
        .compactMap { demangled($0.name) ?? $0.name })
    let sized = [3, 9, 17].map { "long sized<\($0)>(int)@plt" }
    #expect(names == Set(["other@plt", "many@plt", "sink@plt"] + sized))
  }

  /// Every difference from llvm-symbolizer needs an explanation.
  @Test(
    .enabled(if: LLVMSymbolizer.tool != nil, "llvm-symbolizer is not here"),
    arguments: [
      "shelf4.so", "shelf5.so", "bfd4.so", "bfd5.so", "zlib.so", "stripped.so.debug", "i386.so", "aarch64.so",
      "lines.so",
      "calls-x86_64.so", "calls-i386.so", "calls-aarch64.so",
    ])
  func answersAreThoseOfLLVM(_ name: String) throws {
    let slice = try #require(try LookupTarget.open(Self.path(name)).slices.first)
    var comparison = Comparison()
    try comparison.compare(slice, at: Repository.url(Self.folder + name), slice.file.codeAddresses(step: 1))
    #expect(comparison.counts[.unexplained, default: 0] == 0, "\(comparison.examples.joined(separator: "\n\n"))")
    #expect(comparison.counts[.none, default: 0] > 50)
  }
}
