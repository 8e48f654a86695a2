import CrashReports
import DebugInfo
import Foundation
import TestSupport
import Testing
import Vocabulary
import Platform

@testable import Symbolication

/// The files that are used for an image, and the outcome if none matches.
@Suite struct SymbolStoreTests {
  private static let fixtures = "Tests/Fixtures/symbols/"
  static let simulator = "4C4C441D-5555-3144-A1F0-EB2A6143963F"

  private func path(_ fixture: String) -> FilePath { FilePath(Repository.url(Self.fixtures + fixture).path) }

  private func store(_ fixtures: String...) -> SymbolStore { SymbolStore(paths: fixtures.map(path)) }

  private func image(
    _ uuid: String?, _ name: String = "XXXCoreTestHost", _ architecture: String? = "x86_64"
  ) -> BinaryImage {
    var image = BinaryImage()
    image.name = name
    image.path = "/Users/USER/Badge.app/Frameworks/\(name).framework/\(name)"
    image.uuid = uuid.flatMap { ImageUUID($0) }
    image.architecture = architecture
    return image
  }

  private func names(_ found: FoundSymbols, _ address: UInt64) -> [String] {
    found.names?.frames(at: [LinkedAddress(address)]).first?.map(\.name) ?? []
  }

  @Test func theSliceIsChosenByUUID() throws {
    let store = store("universal-ios-dw4")
    let signed = image("4C4C4482-5555-3144-A124-FD173C2AFE84", "XXXCoreTestHost", "arm64")
    let found = store.symbols(for: signed, architecture: "arm64")
    #expect(found.answer.outcome == .found)
    #expect(found.answer.file == path("universal-ios-dw4/XXXCoreTestHost.dSYM").text)
    #expect(found.names?.architectureName == "arm64e")
  }

  @Test func namesOfImagesDoNotMatter() {
    let found = store("x86_64-sim-dw5").symbols(for: image(Self.simulator, "Renamed"), architecture: nil)
    #expect(found.answer.outcome == .found)
    #expect(names(found, 0x1DD6) == ["LoadFonts"])
  }

  @Test func dSYMAndImageAreUsedTogether() {
    // Only the image has stubs, only the dSYM has lines.
    let found = store("x86_64-sim-dw5").symbols(for: image(Self.simulator), architecture: nil)
    #expect(names(found, 0x240C) == ["DYLD-STUB$$CFRelease"])
    #expect(found.names?.frames(at: [LinkedAddress(0x1DD6)]).first?.first?.line == 38)
    // A stripped copy of the image comes after the one with more symbols.
    let alone = store("x86_64-sim-dw5/XXXCoreTestHost.stripped", "x86_64-sim-dw5/XXXCoreTestHost")
    let image = alone.symbols(for: image(Self.simulator), architecture: nil)
    #expect(image.answer.file == path("x86_64-sim-dw5/XXXCoreTestHost").text)
  }

  @Test func theDebugMapLeadsToObjectsBesideTheImage() {
    let uuid = "4C4C440B-5555-3144-A186-2A8735999A55"
    let found = store("debugmap-x86_64-sim").symbols(for: image(uuid), architecture: nil)
    #expect(found.names?.frames(at: [LinkedAddress(0x1DD6)]).first?.first?.line == 38)
    #expect(found.names?.frames(at: [LinkedAddress(0x23B2)]).first?.first?.line == 10)
  }

  @Test func theDebugMapLeadsToObjectsThatWereMoved() throws {
    let scratch = try ScratchFolder()
    let manager = FileManager.default
    let source = Repository.url(Self.fixtures + "debugmap-x86_64-sim")
    try manager.copyItem(at: source.appendingPathComponent("XXXCoreTestHost"), to: scratch.url("XXXCoreTestHost"))
    try manager.createDirectory(at: scratch.url("moved/build"), withIntermediateDirectories: true)
    try manager.copyItem(at: source.appendingPathComponent("objs"), to: scratch.url("moved/build/objs"))
    let image = image("4C4C440B-5555-3144-A186-2A8735999A55")
    let without = SymbolStore(paths: [scratch.path("XXXCoreTestHost")]).symbols(for: image, architecture: nil)
    #expect(without.names?.frames(at: [LinkedAddress(0x1DD6)]).first?.first?.line == 0)
    for root in ["moved/build", "moved/build/objs"] {
      let store = SymbolStore(paths: [scratch.path("XXXCoreTestHost"), scratch.path(root)])
      let found = store.symbols(for: image, architecture: nil)
      #expect(found.names?.frames(at: [LinkedAddress(0x1DD6)]).first?.first?.line == 38)
    }
  }

  @Test func hiddenNamesAreFound() {
    let hidden = image("4C4C4423-5555-3144-A158-850E9C8B65C2", "XXXCoreTestHost", "arm64")
    for location in ["hidden-arm64-ios", "hidden-arm64-ios/XXXCoreTestHost.dSYM"] {
      let found = store(location).symbols(for: hidden, architecture: nil)
      #expect(names(found, 0x40FC).last == "-[BottomCommentView loadContent]")
    }
  }

  @Test func anotherBuildIsOfferedAndNotUsed() {
    let wanted = image("4C4C4459-5555-3144-A1C3-8DD19E534529")
    let found = store("rebuilt-x86_64-sim-dw5").symbols(for: wanted, architecture: nil)
    #expect(found.names == nil)
    #expect(found.answer.outcome == .uuidMismatch)
    #expect(found.answer.foundUUID == ImageUUID("4C4C44E4-5555-3144-A1E9-0C0CB1208ECF"))
    #expect(found.answer.file == path("rebuilt-x86_64-sim-dw5/XXXCoreTestHost.dSYM").text)
  }

  @Test func anotherProcessorIsSaidToBeOne() {
    let wanted = image("4C4C4459-5555-3144-A1C3-8DD19E534529", "XXXCoreTestHost", "x86_64")
    let store = store("universal-ios-dw4")
    let found = store.symbols(for: wanted, architecture: "x86_64").answer
    #expect(found.outcome == .architectureMismatch)
    #expect(found.foundArchitectures == "arm64, arm64e")
    // Reports contain arm64 for arm64e, which alone is not a mismatch.
    for architecture in ["arm64", "arm64e", "arm64v8"] {
      #expect(store.symbols(for: wanted, architecture: architecture).answer.outcome == .uuidMismatch)
    }
    // The architecture of the image is unknown.
    #expect(store.symbols(for: wanted, architecture: nil).answer.outcome == .uuidMismatch)
  }

  @Test func withoutUUIDNothingIsSure() {
    let store = store("x86_64-sim-dw5")
    #expect(store.symbols(for: image(nil), architecture: nil).answer.outcome == .noSymbolFile)
    let zero = image("00000000-0000-0000-0000-000000000000")
    #expect(store.symbols(for: zero, architecture: nil).answer.outcome == .noSymbolFile)
    let unknown = image("4C4C4459-5555-3144-A1C3-8DD19E534529", "Other")
    #expect(store.symbols(for: unknown, architecture: nil).answer.outcome == .noSymbolFile)
  }

  @Test func aFileThatVanishesIsUnreadable() throws {
    let scratch = try ScratchFolder()
    let fixture = Repository.url(Self.fixtures + "x86_64-sim-dw5/XXXCoreTestHost")
    try FileManager.default.copyItem(at: fixture, to: scratch.url("binary"))
    let store = SymbolStore(paths: [scratch.path("binary")])
    _ = store.symbols(for: image("4C4C4459-5555-3144-A1C3-8DD19E534529", "Other"), architecture: nil)
    try FileManager.default.removeItem(at: scratch.url("binary"))
    let found = store.symbols(for: image(Self.simulator), architecture: nil).answer
    #expect(found.outcome == .unreadable)
    #expect(found.fault == "no such file")
  }

  @Test func filesThatComeLaterAreFoundByAWatcher() throws {
    let scratch = try ScratchFolder()
    let once = SymbolStore(paths: [scratch.path(".")])
    let again = SymbolStore(paths: [scratch.path(".")], freshness: .zero)
    let image = image(Self.simulator)
    for store in [once, again] {
      #expect(store.symbols(for: image, architecture: nil).answer.outcome == .noSymbolFile)
    }
    let fixture = Repository.url(Self.fixtures + "x86_64-sim-dw5/XXXCoreTestHost.dSYM")
    try FileManager.default.copyItem(at: fixture, to: scratch.url("XXXCoreTestHost.dSYM"))
    #expect(once.symbols(for: image, architecture: nil).answer.outcome == .noSymbolFile)
    #expect(again.symbols(for: image, architecture: nil).answer.outcome == .found)
  }

  @Test func placesAreCheckedBeforeTheyAreUsed() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("text".utf8), "notes.txt")
    #expect(SymbolStore.problem(with: scratch.path("none")) == "no such file or folder")
    #expect(
      SymbolStore.problem(with: scratch.path("notes.txt"))
        == "not a symbol file (dSYM, Mach-O, ELF, Breakpad), archive or folder")
    #expect(SymbolStore.problem(with: FilePath("/dev/zero")) == "not a regular file")
    #expect(SymbolStore.problem(with: scratch.path(".")) == nil)
    #expect(SymbolStore.problem(with: path("x86_64-sim-dw5/XXXCoreTestHost")) == nil)
    #expect(SymbolStore.problem(with: path("x86_64-sim-dw5/XXXCoreTestHost.dSYM")) == nil)
  }

  @Test func manyThreadsMayAsk() async {
    let store = store(".")
    let uuids = [Self.simulator, "4C4C44AC-5555-3144-A174-E553DACF9ACF", "4C4C441A-5555-3144-A138-18E86E6C03A8"]
    let images = uuids.map { image($0) }
    let outcomes = await withTaskGroup(of: ImageSymbols.Outcome.self) { group in
      for index in 0..<30 {
        group.addTask { store.symbols(for: images[index % images.count], architecture: nil).answer.outcome }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == [ImageSymbols.Outcome](repeating: .found, count: 30))
  }
}
