import CrashReports
import DebugInfo
import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

@testable import Symbolication

/// A search on behalf of a caller who may read one folder opens nothing outside of it.
@Suite struct SymbolAccessTests {
  private static let fixtures = "Tests/Fixtures/symbols/"
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try FileManager.default.createDirectory(at: scratch.url("allowed"), withIntermediateDirectories: true)
  }

  private func copy(_ fixture: String, _ name: String) throws {
    let target = scratch.url(name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Repository.url(Self.fixtures + fixture), to: target)
  }

  private var access: SymbolAccess {
    let allowed = Files.resolved(scratch.path("allowed"))?.text ?? ""
    return SymbolAccess { path in
      Files.resolved(path).map { $0.text == allowed || $0.text.hasPrefix(allowed + "/") } ?? false
    }
  }

  private func line(_ image: String, _ access: SymbolAccess) throws -> Int? {
    let slice = try #require(LookupTarget.open(scratch.path(image), access: access).slices.first)
    return LookupTarget.symbols(of: slice, cache: nil, access: access)?.frames(at: LinkedAddress(0x1DD6)).first?.line
  }

  /// The dSYM of an app is next to the app, which may be the only folder that is allowed.
  @Test func aDSYMNextToTheFolderIsNotOpened() throws {
    try copy("x86_64-sim-dw5/XXXCoreTestHost", "allowed/XXXCoreTestHost")
    try FileManager.default.moveItem(at: scratch.url("allowed"), to: scratch.url("X.app"))
    try copy("x86_64-sim-dw5/XXXCoreTestHost.dSYM", "X.app.dSYM")
    let folder = Files.resolved(scratch.path("X.app"))?.text ?? ""
    let access = SymbolAccess { Files.resolved($0)?.text.hasPrefix(folder + "/") == true }
    #expect(try line("X.app/XXXCoreTestHost", .everything) == 38)
    #expect(try line("X.app/XXXCoreTestHost", access) == 0)
  }

  /// The objects of a debug map: through a link, and in a folder that the user named.
  @Test func objectsOutsideAreNotOpened() throws {
    try copy("debugmap-x86_64-sim/XXXCoreTestHost", "allowed/XXXCoreTestHost")
    try copy("debugmap-x86_64-sim/objs", "outside/objs")
    try FileManager.default.createSymbolicLink(
      at: scratch.url("allowed/objs"), withDestinationURL: scratch.url("outside/objs"))
    #expect(try line("allowed/XXXCoreTestHost", .everything) == 38)
    #expect(try line("allowed/XXXCoreTestHost", access) == 0)
    var image = BinaryImage()
    image.uuid = ImageUUID("4C4C440B-5555-3144-A186-2A8735999A55")
    func found(_ paths: [String]) -> Int? {
      let store = SymbolStore(paths: paths.map { scratch.path($0) }, access: access)
      return store.symbols(for: image, architecture: nil).names?.frames(at: [LinkedAddress(0x1DD6)]).first?.first?.line
    }
    #expect(found(["allowed/XXXCoreTestHost"]) == 0)
    // The user named these files: they lead to their own objects.
    #expect(found(["allowed/XXXCoreTestHost", "outside"]) == 38)
    try copy("debugmap-x86_64-sim", "user")
    #expect(found(["user"]) == 38)
  }

  @Test func everythingIsPermittedWithoutALimit() {
    #expect(SymbolAccess.everything.permits(FilePath("/missing")))
    #expect(!access.permits(FilePath("/missing")) && !access.permits(scratch.path("allowed/../outside")))
    #expect(access.permits(scratch.path("allowed")))
  }
}
