import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Testing
import Vocabulary
import Platform

/// Every slice of every image, dSYM and object file of `Tests/Fixtures/symbols`.
struct FixtureSlice: Sendable, CustomTestStringConvertible {
  var path: String
  var architecture: String
  var testDescription: String { "\(path) \(architecture)" }

  static let all: [FixtureSlice] = {
    let paths = Repository.files(below: SymbolFixtures.folder).filter { path in
      guard let bytes = try? Repository.bytes(of: path) else { return false }
      return (try? MachOFile.read(FileBytes(bytes))) != nil
    }
    return paths.flatMap { path in
      let slices = (try? MachOFile.read(FileBytes(Repository.bytes(of: path))).slices) ?? []
      return slices.map { FixtureSlice(path: path, architecture: $0.architecture.name) }
    }
  }()

  static let dSYMs = all.filter { $0.path.contains(".dSYM/") }

  func open() throws -> LookupTarget.Slice {
    // A copy, because the dSYM next to the original image would be used.
    let scratch = try ScratchFolder()
    try scratch.write(try Repository.bytes(of: path), "copy")
    let target = try LookupTarget.open(scratch.path("copy"))
    var slice = try #require(target.slices.first { $0.file.architecture.name == architecture })
    slice.path = FilePath(Repository.url(path).path)
    return slice
  }
}

extension ImageFile {
  /// The Mach-O slice.
  var slice: MachOFile { get throws { try #require(machO) } }

  /// The address and size of each section with code.
  var codeSections: [(address: UInt64, size: UInt64)] {
    if let machO { return machO.sections.filter { $0.flags & 0x8000_0400 != 0 }.map { ($0.address, $0.size) } }
    return elf?.sections.filter(\.isCode).map { ($0.address, $0.size) } ?? []
  }

  /// Every `step`-th address of code, and those around its start and end.
  func codeAddresses(step: UInt64 = 4, mostBytes: UInt64 = 1 << 24) -> [UInt64] {
    let code = codeSections.filter { $0.size > 0 && $0.size < mostBytes }
    var found: [UInt64] = []
    for section in code {
      let end = section.address &+ section.size
      found.append(section.address &- 1)
      found += stride(from: section.address, to: end, by: Int(step))
      found += [end &- 1, end]
    }
    return found
  }
}
