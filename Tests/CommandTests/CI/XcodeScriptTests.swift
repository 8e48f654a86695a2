import Foundation
import TestSupport
import Testing

/// The scripts of docs/examples/xcode, in an environment like that of Xcode.
@Suite(.enabled(if: BuildMachine.isUsable, "needs bash, curl, tar and git")) struct XcodeScriptTests {
  private let machine: BuildMachine

  init() throws {
    machine = try BuildMachine()
    let project = Repository.url("Tests/Fixtures/projects/nib-self-class-recursion/faulty")
    try FileManager.default.copyItem(at: project, to: machine.checkout.appendingPathComponent("My App"))
    let root = machine.checkout.path
    machine.environment = [
      "SRCROOT": root + "/My App", "PRODUCT_NAME": "MyApp", "ACTION": "build", "CONFIGURATION": "Debug",
      "TARGET_TEMP_DIR": machine.scratch.url("runner temp").path, "DIAGNOSE_WAIT": "0",
    ]
  }

  private func script(_ name: String) throws -> Tool.Answer {
    try machine.run(["/bin/sh", Repository.url("docs/examples/xcode/" + name).path])
  }

  // MARK: Run script phase

  @Test func faultsAreMessagesOfTheBuild() throws {
    let answer = try script("check-phase.sh")
    #expect(answer.status == 0, "\(answer)")
    let lines = answer.out.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      // Xcode opens absolute paths only.
      #expect(line.hasPrefix(machine.checkout.path + "/My App/"), "\(line)")
      #expect(line.contains(": error: ") || line.contains(": warning: ") || line.contains(": note: "), "\(line)")
    }
    machine.environment["DIAGNOSE_FAILS_BUILD"] = "YES"
    #expect(try script("check-phase.sh").status == 1)
  }

  @Test func otherBuildsAreNotDisturbed() throws {
    machine.environment["ENABLE_USER_SCRIPT_SANDBOXING"] = "YES"
    var answer = try script("check-phase.sh")
    #expect(answer.status == 0 && answer.out.hasPrefix("warning: "), "\(answer)")
    machine.environment["ENABLE_USER_SCRIPT_SANDBOXING"] = "NO"
    machine.environment["ACTION"] = "indexbuild"
    answer = try script("check-phase.sh")
    #expect(answer.status == 0 && answer.out.isEmpty, "\(answer)")
    machine.environment["ACTION"] = "build"
    machine.environment["SRCROOT"] = machine.checkout.path + "/missing"
    answer = try script("check-phase.sh")
    #expect(answer.status == 0 && answer.out.contains("warning: diagnose check ended with status 2"), "\(answer)")
    machine.paths = []
    answer = try script("check-phase.sh")
    #expect(answer.status == 0 && answer.out == "warning: diagnose is not installed\n", "\(answer)")
  }

  // MARK: Post-action

  private func configure() throws {
    let folder = machine.scratch.url(".config/diagnose")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let reports = machine.checkout.appendingPathComponent("reports").path
    try Data("watch: { directories: ['\(reports)'] }\n".utf8).write(to: folder.appendingPathComponent("config.yml"))
    try machine.program("open", "printf '%s' \"$1\" >\"$HOME/opened\"")
  }

  private var opened: String? { try? String(contentsOf: machine.scratch.url("opened"), encoding: .utf8) }

  @Test func aCrashOfTheTestsIsOpened() throws {
    try configure()
    // Reports of the last ten minutes only; the clock of the tests shows 12:00.
    #expect(try script("test-post-action.sh").status == 0)
    #expect(opened == nil)
    let late = Sample.json(3).replacingOccurrences(of: "2026-08-01 09:12", with: "2026-08-03 11:55")
    try Data(late.utf8).write(to: machine.checkout.appendingPathComponent("reports/late one.ips"))
    let answer = try script("test-post-action.sh")
    #expect(answer.status == 0 && answer.out.isEmpty && answer.err.isEmpty, "\(answer)")
    let page = machine.scratch.url("runner temp/crashes.html").path
    #expect(opened == page)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("drawCard3"))
  }

  @Test func reportsOfOthersAreNotOpened() throws {
    try configure()
    let late = Sample.json(3).replacingOccurrences(of: "2026-08-01 09:12", with: "2026-08-03 11:55")
    try Data(late.utf8).write(to: machine.checkout.appendingPathComponent("reports/late.ips"))
    machine.environment["PRODUCT_NAME"] = "-n; touch hostile"
    #expect(try script("test-post-action.sh").status == 0)
    #expect(opened == nil && !machine.exists("hostile"))
    machine.paths = []
    #expect(try script("test-post-action.sh").status == 0)
    let log = try String(contentsOf: machine.scratch.url("runner temp/diagnose-post-action.log"), encoding: .utf8)
    #expect(log == "diagnose is not installed\n")
  }
}
