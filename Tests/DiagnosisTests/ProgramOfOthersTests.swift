import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Advice for people who only use the program that failed.
@Suite struct ProgramOfOthersTests {
  private func answer(_ path: String, _ bundleID: String, _ frame: String = "Orchard grow_bed + 108") -> FindingText? {
    var builder = ReportBuilder()
    builder.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    builder.subtype = "KERN_INVALID_ADDRESS at 0x0000000000000018"
    builder.header = [
      "Process:             Orchard [4321]", "Path:                \(path)", "Identifier:          \(bundleID)",
      "Code Type:           ARM-64", "OS Version:          macOS 15.5 (24F74)",
    ]
    builder.images[0] = "0x104000000 - 0x1041fffff Orchard arm64 <11112222333344445555666677778888> \(path)"
    builder.crash([frame, "CoreFoundation CFRunLoopRunSpecific + 8"])
    let finding = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings.first
    return finding.map { FindingText($0, .catalog) }
  }

  @Test(arguments: [
    ("com.google.Chrome", "Google Chrome"), ("com.google.Chrome.helper.renderer", "Google Chrome"),
    ("com.microsoft.VSCode", "Visual Studio Code"), ("com.tinyspeck.slackmacgap.helper", "Slack"),
    ("com.unity3d.UnityEditor5.x", "Unity Editor"), ("org.mozilla.firefox", "Mozilla Firefox"),
  ])
  func installedPrograms(_ bundleID: String, _ program: String) throws {
    let text = try #require(answer("/Applications/Orchard.app/Contents/MacOS/Orchard", bundleID))
    let steps = text.remedy
    #expect(steps.count > 1 && steps.last?.contains("If you use \(program) and do not develop it") == true, "\(steps)")
    // Advice for its developers remains.
    #expect(steps.first?.contains("If you use") == false && text.systemProcess == nil)
  }

  @Test(arguments: [
    ("/Applications/Orchard.app/Contents/MacOS/Orchard", "org.example.orchard"),
    ("/Applications/Orchard.app/Contents/MacOS/Orchard", "com.google.ChromeCast"),
    ("/Applications/Orchard.app/Contents/MacOS/Orchard", "com.google"),
    ("/Users/USER/*/Orchard.app/Contents/MacOS/Orchard", "com.google.Chrome"),
    ("/private/var/containers/Bundle/Application/X/Orchard.app/Orchard", "com.spotify.client"),
  ])
  func otherPrograms(_ path: String, _ bundleID: String) throws {
    let text = try #require(answer(path, bundleID))
    #expect(!text.remedy.contains { $0.contains("do not develop it") })
  }

  /// Only for the system's own processes, the advice for developers is replaced.
  @Test func processesOfTheSystem() throws {
    let text = try #require(
      answer(
        "/System/Library/CoreServices/Orchard.app/Contents/MacOS/Orchard", "com.apple.orchard",
        "CoreFoundation CFRelease + 8"))
    #expect(text.systemProcess == "Orchard" && text.changes.isEmpty)
    #expect(
      text.remedy.first?.contains("Feedback Assistant") == true && text.remedy.first?.contains("sysdiagnose") == true)
    #expect(!text.remedy.contains { $0.contains("do not develop it") })
  }
}
