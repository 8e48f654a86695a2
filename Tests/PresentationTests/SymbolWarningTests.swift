import CrashReports
import Presentation
import Testing
import Vocabulary

/// Messages about symbol files that were found or are missing.
@Suite struct SymbolRemarkTests {
  private static let wanted = "3304DB9A-0000-4000-8000-000000000001"
  private static let found = "6AE1D879-0000-4000-8000-000000000002"

  /// A report of an app 2.4 (412) with one frame in one of the app's frameworks.
  private func report(_ outcome: ImageSymbols.Outcome, _ change: (inout ImageSymbols) -> Void = { _ in }) -> CrashReport
  {
    var report = CrashReport(source: .init(format: "ips"))
    var process = CrashReport.Process()
    process.path = "/private/var/containers/Bundle/Application/1/MyApp.app/MyApp"
    process.version = "2.4"
    process.build = "412"
    report.process = process
    report.host.architecture = "arm64"
    var image = BinaryImage()
    image.name = "CardKit"
    image.path = "/private/var/containers/Bundle/Application/1/MyApp.app/Frameworks/CardKit.framework/CardKit"
    image.uuid = ImageUUID(Self.wanted)
    image.version = "1.0"
    report.images = [image]
    var frame = CrashReport.Frame(index: 0)
    frame.imageIndex = 0
    frame.image = "CardKit"
    frame.role = .app
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    thread.frames = [frame]
    report.threads = [thread]
    report.symbolLocations = ["build/dSYMs", "~/Archives"]
    var symbols = ImageSymbols(outcome, file: "build/dSYMs/CardKit.framework.dSYM")
    symbols.foundUUID = ImageUUID(Self.found)
    symbols.foundArchitectures = "x86_64, arm64e"
    change(&symbols)
    report.imageSymbols = [0: symbols]
    return report
  }

  private static let hint = "Use the dSYM from the archive of version 2.4 (412); to find it on a Mac:"
  private static let command = "mdfind \"com_apple_xcode_dsym_uuids == \(wanted)\""

  @Test func saysWhatIsWantedAndWhatWasFound() throws {
    let warning = try #require(SymbolWarning.all(report(.uuidMismatch)).first)
    #expect(warning.image == "CardKit arm64")
    #expect(
      warning.words
        == "UUID \(Self.wanted) not found; build/dSYMs/CardKit.framework.dSYM has \(Self.found), a different build")
    #expect(warning.hint == Self.hint)
    #expect(warning.command == Self.command)
    #expect(warning.isMissing)
  }

  @Test func saysWhereItLooked() throws {
    let warning = try #require(SymbolWarning.all(report(.noSymbolFile)).first)
    #expect(warning.words == "UUID \(Self.wanted) not found in build/dSYMs, ~/Archives")
    #expect(warning.hint == Self.hint)
    #expect(warning.command == Self.command)
  }

  @Test func saysForWhichProcessorsAFileIs() throws {
    let warning = try #require(SymbolWarning.all(report(.architectureMismatch)).first)
    #expect(
      warning.words
        == "UUID \(Self.wanted) not found; build/dSYMs/CardKit.framework.dSYM has \(Self.found), "
        + "only for x86_64, arm64e")
  }

  @Test func saysWhyAFileCannotBeUsed() throws {
    let warning = try #require(SymbolWarning.all(report(.unreadable) { $0.fault = "no permission to read it" }).first)
    #expect(
      warning.words
        == "build/dSYMs/CardKit.framework.dSYM has the matching UUID but cannot be used: no permission to read it")
    #expect(warning.hint == nil)
  }

  @Test func countsWhatWasNamed() throws {
    let warning = try #require(SymbolWarning.all(report(.found) { $0.framesNamed = 1 }).first)
    #expect(warning.words == "symbols found in build/dSYMs/CardKit.framework.dSYM, 1 frame symbolicated")
    #expect(!warning.isMissing)
  }

  @Test func saysWhatIsWrongWithAFileThatIsUsed() throws {
    let cut = try #require(
      SymbolWarning.all(report(.found) { $0.fault = "is truncated; names may be missing" }).first)
    #expect(
      cut.words
        == "symbols found in build/dSYMs/CardKit.framework.dSYM, 0 frames symbolicated; "
        + "it is truncated; names may be missing")
    let hidden = try #require(SymbolWarning.all(report(.found) { $0.framesHidden = 2 }).first)
    #expect(hidden.words.hasSuffix("0 frames symbolicated; 2 more have hidden names"))
    #expect(hidden.hint?.contains("BCSymbolMaps") == true && hidden.isMissing)
  }

  @Test func withoutAUUIDNothingCanBeFound() throws {
    var report = report(.noSymbolFile)
    report.images?[0].uuid = nil
    let warning = try #require(SymbolWarning.all(report).first)
    #expect(warning.words == "the report states no UUID for it, so no symbol file can be matched")
    #expect(warning.hint == nil)
  }

  @Test func theVersionIsThatOfTheBundleTheImageCameWith() throws {
    var report = report(.noSymbolFile)
    report.process?.path = "/Applications/Xcode.app/Contents/Developer/Overlays/IBDesignablesAgentCocoaTouch"
    #expect(SymbolWarning.all(report).first?.hint?.hasPrefix("Use the dSYM from the archive of version 1.0;") == true)
    report.images?[0].version = nil
    #expect(SymbolWarning.all(report).first?.hint?.hasPrefix("Use its dSYM; to find it on a Mac:") == true)
    report.process?.path = "/Applications/MyApp.app/Contents/MacOS/MyApp"
    report.images?[0].path = "/Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit"
    #expect(SymbolWarning.all(report).first?.hint?.contains("version 2.4 (412)") == true)
  }

  @Test func imagesOfTheSystemAreLeftOut() {
    var report = report(.noSymbolFile)
    report.threads?[0].frames[0].role = .system
    #expect(SymbolWarning.all(report).isEmpty)
  }

  @Test func lettingGoOfImagesKeepsTheseRemarks() {
    var report = report(.uuidMismatch)
    let before = SymbolWarning.all(report)
    report.images?.insert(BinaryImage(), at: 0)
    report.imageSymbols = [1: report.imageSymbols[0] ?? ImageSymbols(.found)]
    report.threads?[0].frames[0].imageIndex = 1
    report.removeImagesWithoutSymbols()
    #expect(report.images?.count == 1)
    #expect(SymbolWarning.all(report) == before)
  }
}
