import CrashReports
import DebugInfo
import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

@testable import Symbolication

/// dSYMs next to reports and images, and in archives.
@Suite struct SymbolNeighborsTests {
  private static let bundle = "Tests/Fixtures/symbols/x86_64-sim-dw5/XXXCoreTestHost.dSYM"
  private static let file = bundle + "/Contents/Resources/DWARF/XXXCoreTestHost"
  private static let image = "Tests/Fixtures/symbols/x86_64-sim-dw5/XXXCoreTestHost"

  private func copyDSYM(to path: String, in scratch: ScratchFolder, content: String = file) throws {
    let folder = scratch.url(path + "/Contents/Resources/DWARF")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.url(content), to: folder.appendingPathComponent("XXXCoreTestHost"))
  }

  private func outcome(_ scratch: ScratchFolder, _ paths: [FilePath] = []) -> ImageSymbols {
    var image = BinaryImage()
    image.name = "XXXCoreTestHost"
    image.uuid = ImageUUID(SymbolStoreTests.simulator)
    let neighbors = SymbolNeighbors.paths(nextTo: [scratch.path("report.ips")])
    return SymbolStore(paths: paths, neighbors: neighbors).symbols(for: image, architecture: "x86_64").answer
  }

  @Test(arguments: [
    "XXXCoreTestHost.dSYM", "Renamed.app.dSYM", "dSYMs/XXXCoreTestHost.dSYM", "A.xcarchive/dSYMs/XXXCoreTestHost.dSYM",
  ])
  func nextToTheReport(_ path: String) throws {
    let scratch = try ScratchFolder()
    try copyDSYM(to: path, in: scratch)
    #expect(outcome(scratch).outcome == .found)
    #expect(outcome(scratch).file == scratch.path(path).text)
  }

  @Test(arguments: ["other/XXXCoreTestHost.dSYM", "XXXCoreTestHost.dSYM.old", "a/dSYMs/XXXCoreTestHost.dSYM"])
  func otherFoldersAreNotSearched(_ path: String) throws {
    let scratch = try ScratchFolder()
    try copyDSYM(to: path, in: scratch)
    #expect(SymbolNeighbors.paths(nextTo: [scratch.path("report.ips")]).isEmpty)
  }

  @Test func linksAreNotFollowed() throws {
    let scratch = try ScratchFolder()
    let target = Repository.url(Self.bundle)
    try FileManager.default.createSymbolicLink(at: scratch.url("Link.dSYM"), withDestinationURL: target)
    let inner = scratch.url("Inner.dSYM/Contents/Resources")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: inner.appendingPathComponent("DWARF"),
      withDestinationURL: target.appendingPathComponent("Contents/Resources/DWARF"))
    #expect(outcome(scratch).outcome == .noSymbolFile)
  }

  @Test func onlyDebugInformationIsUsed() throws {
    let scratch = try ScratchFolder()
    try copyDSYM(to: "XXXCoreTestHost.dSYM", in: scratch, content: Self.image)
    #expect(outcome(scratch).outcome == .noSymbolFile)
  }

  @Test func numbersAreLimited() throws {
    let scratch = try ScratchFolder()
    for index in 0..<200 {
      try FileManager.default.createDirectory(at: scratch.url("\(index).dSYM"), withIntermediateDirectories: true)
      try scratch.write([], "\(index).dSYM.zip")
    }
    let found = SymbolNeighbors.paths(nextTo: [scratch.path("report.ips")])
    #expect(found.count <= SymbolNeighbors.maxFound)
    let files = (0..<1000).map { scratch.path("\($0)/report.ips") }
    #expect(SymbolNeighbors.paths(nextTo: files).isEmpty)
  }

  @Test(arguments: ["dSYMs.zip", "XXXCoreTestHost.app.dSYM.zip"])
  func archives(_ name: String) throws {
    let scratch = try ScratchFolder()
    let bytes = [UInt8](try Data(contentsOf: Repository.url(Self.file)))
    let member = "XXXCoreTestHost.dSYM/Contents/Resources/DWARF/XXXCoreTestHost"
    let archive = try scratch.write(storedZip("../../" + member, bytes), name)
    #expect(outcome(scratch).outcome == .found)
    #expect(SymbolStore.isArchiveOfSymbols(archive) { $0.hasSuffix(".ips") })
    #expect(!SymbolStore.isArchiveOfSymbols(archive) { $0.contains("XXXCore") })
    #expect(SymbolStore.problem(with: archive) == nil)
    // The same archive by name, with its slice by UUID.
    let slices = try LookupTarget.open(archive, id: BuildID(SymbolStoreTests.simulator)).slices
    let symbols = try #require(slices.first.flatMap { LookupTarget.symbols(of: $0, cache: nil) })
    #expect(symbols.frames(at: LinkedAddress(0x1DD6)).first?.line == 38)
    // A truncated archive is an unreadable file or none, never a wrong answer.
    for size in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 20)) {
      try scratch.write(Array(storedZip(member, bytes)[..<size]), name)
      #expect(outcome(scratch).outcome != .found)
    }
  }

  @Test(arguments: [
    ("XXXCoreTestHost", "XXXCoreTestHost.dSYM"), ("X.app/XXXCoreTestHost", "X.app.dSYM"),
    ("X.app/Contents/MacOS/XXXCoreTestHost", "X.app.dSYM"), ("X.app/XXXCoreTestHost", "dSYMs/X.app.dSYM"),
    ("A.xcarchive/Products/Applications/X.app/XXXCoreTestHost", "A.xcarchive/dSYMs/X.app.dSYM"),
    ("X.app/Frameworks/F.framework/XXXCoreTestHost", "F.framework.dSYM"),
  ])
  func nextToAnImage(_ image: String, _ dSYM: String) throws {
    let scratch = try ScratchFolder()
    let target = scratch.url(image)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Repository.url(Self.image), to: target)
    func line() throws -> Int? {
      let slice = try #require(LookupTarget.open(scratch.path(image)).slices.first)
      return LookupTarget.symbols(of: slice, cache: nil)?.frames(at: LinkedAddress(0x1DD6)).first?.line
    }
    #expect(try line() == 0)
    try copyDSYM(to: dSYM, in: scratch)
    // The dSYM of a framework in an app is not next to the app.
    #expect(try line() == (dSYM == "F.framework.dSYM" ? 0 : 38))
  }

  /// Returns a zip archive with one member that is not compressed.
  private func storedZip(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    var checksum = UInt32.max
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    let size = little(UInt32(bytes.count))
    // Version 2.0, no flags, stored, no time.
    var common: [UInt8] = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    common += little(~checksum)
    common += size
    common += size
    common += little(UInt16(name.utf8.count))
    common += [0, 0] as [UInt8]
    var archive: [UInt8] = [0x50, 0x4B, 3, 4]
    archive += common
    archive += Array(name.utf8)
    archive += bytes
    let start = archive.count
    archive += [0x50, 0x4B, 1, 2, 20, 0] as [UInt8]
    archive += common
    archive += [UInt8](repeating: 0, count: 14)
    archive += Array(name.utf8)
    let length = archive.count - start
    archive += [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] as [UInt8]
    archive += little(UInt32(length))
    archive += little(UInt32(start))
    archive += [0, 0] as [UInt8]
    return archive
  }
}
