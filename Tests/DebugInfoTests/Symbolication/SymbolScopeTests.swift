import CrashReports
import DebugInfo
import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

@testable import Symbolication

/// A search on behalf of a caller who may read one folder opens nothing outside of it.
@Suite struct SymbolScopeTests {
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

  /// The files that may be opened.
  private func scope(_ folder: String = "allowed") throws -> FileScope {
    FileScope([try ContainedFolder(scratch.path(folder))])
  }

  private func line(_ image: String, _ scope: FileScope?) throws -> Int? {
    let slice = try #require(LookupTarget.open(scratch.path(image).within(scope)).slices.first)
    return LookupTarget.symbols(of: slice, cache: nil)?.frames(at: LinkedAddress(0x1DD6)).first?.line
  }

  /// The dSYM of an app is next to the app, which may be the only folder that is allowed.
  @Test func aDSYMNextToTheFolderIsNotOpened() throws {
    try copy("x86_64-sim-dw5/XXXCoreTestHost", "allowed/XXXCoreTestHost")
    try FileManager.default.moveItem(at: scratch.url("allowed"), to: scratch.url("X.app"))
    try copy("x86_64-sim-dw5/XXXCoreTestHost.dSYM", "X.app.dSYM")
    #expect(try line("X.app/XXXCoreTestHost", nil) == 38)
    #expect(try line("X.app/XXXCoreTestHost", scope("X.app")) == 0)
  }

  /// The objects of a debug map: through a link, and in a folder that the user named.
  @Test func objectsOutsideAreNotOpened() throws {
    try copy("debugmap-x86_64-sim/XXXCoreTestHost", "allowed/XXXCoreTestHost")
    try copy("debugmap-x86_64-sim/objs", "outside/objs")
    try FileManager.default.createSymbolicLink(
      at: scratch.url("allowed/objs"), withDestinationURL: scratch.url("outside/objs"))
    #expect(try line("allowed/XXXCoreTestHost", nil) == 38)
    #expect(try line("allowed/XXXCoreTestHost", scope()) == 0)
    var image = BinaryImage()
    image.uuid = ImageUUID("4C4C440B-5555-3144-A186-2A8735999A55")
    let scope = try scope()
    func found(_ names: [String]) -> Int? {
      let paths = names.map { scratch.path($0) }
      let store = SymbolStore(paths: paths.map { scope.contains($0) ? $0.within(scope) : $0 })
      return store.symbols(for: image, architecture: nil).names?.frames(at: [LinkedAddress(0x1DD6)]).first?.first?.line
    }
    #expect(found(["allowed/XXXCoreTestHost"]) == 0)
    // The user named these files: they lead to their own objects.
    #expect(found(["allowed/XXXCoreTestHost", "outside"]) == 38)
    try copy("debugmap-x86_64-sim", "user")
    #expect(found(["user"]) == 38)
  }
}
