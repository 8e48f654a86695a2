import Analysis
import Diagnosis
import Testing

/// What the tools of Xcode print about themselves is not a failure of an app.
@Suite struct XcodeToolsTests {
  private func patterns(_ text: String) -> [String] {
    Analysis.analyze(Array(text.utf8)).reports.flatMap(\.assessment.findings).map(\.pattern)
  }

  private static let exception =
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: "
    + "'*** -[__NSArrayM objectAtIndex:]: index 9 beyond bounds [0 .. 3]'"

  private func line(_ process: String) -> String {
    "2026-01-05 10:00:00.123 \(process)[28644:1474589] \(Self.exception)\n"
  }

  @Test(arguments: [
    "ibtool", "ibtoold", "actool", "ibtoolagent", "IBAgent-iOS", "com.apple.dt.IBTool2", "AssetCatalogAgent-2",
    "AssetCatalogSimulatorAgent",
  ]) func linesOfToolsAreNoFailureOfAnApp(_ process: String) {
    #expect(!patterns(line(process)).contains("nsexception-range"), "\(process)")
    #expect(!patterns("some text before\n" + line(process)).contains("nsexception-range"), "\(process)")
  }

  @Test(arguments: ["Card", "ibtools", "Xibtool", "actool2", "IBAgent", "MyAssetCatalogAgent"])
  func linesOfAppsAre(_ process: String) {
    #expect(patterns(line(process)).contains("nsexception-range"), "\(process)")
  }

  private func loader(_ library: String, _ user: String) -> String {
    "dyld: Library not loaded: \(library)\n  Referenced from: \(user)\n  Reason: image not found\n"
  }

  /// The loader names the library on one line, and who needs it on the next.
  @Test(arguments: [
    "/Applications/Xcode.app/Contents/PlugIns/IDEInterfaceBuilder.ideplugin/Contents/MacOS/X",
    "/Applications/Xcode.app/Contents/SharedFrameworks/IDEKit.framework/IDEKit",
    "/Library/Xcode/PrivatePlugIns/X.bundle/X",
  ]) func librariesOfToolsAreNoFailureOfAnApp(_ path: String) {
    #expect(!patterns(loader("@rpath/Cards.framework/Cards", path)).contains("dyld-library-missing"), "\(path)")
  }

  @Test(arguments: ["/Applications/Card.app/Contents/MacOS/Card", "/Applications/Card.app/Contents/Frameworks/IDE"])
  func librariesOfAppsAre(_ path: String) {
    #expect(patterns(loader("@rpath/Cards.framework/Cards", path)).contains("dyld-library-missing"), "\(path)")
  }
}
