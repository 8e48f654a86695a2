import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import UserFiles

/// The scripts of action.yml, which run here as on a runner of GitHub.
@Suite(.enabled(if: BuildMachine.isUsable, "needs bash, curl, tar and git")) struct ActionTests {
  private let machine: BuildMachine

  init() throws {
    machine = try BuildMachine()
    let folder = machine.scratch.folder.path
    machine.environment = [
      "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "RUNNER_TEMP": folder + "/runner temp", "GITHUB_ACTIONS": "true",
      "GITHUB_OUTPUT": folder + "/output", "GITHUB_PATH": folder + "/path", "GITHUB_STEP_SUMMARY": folder + "/summary",
      "DIAGNOSE_PROGRAM": folder + "/bin/diagnose",
    ]
  }

  private func step(_ name: String, _ inputs: [String: String] = [:]) throws -> Tool.Answer {
    for (name, value) in inputs { machine.environment[name] = value }
    for name in ["output", "summary", "path"] { try? FileManager.default.removeItem(at: machine.scratch.url(name)) }
    return try machine.run([Repository.url("action/" + name).path])
  }

  private func outputs() -> [String: String] {
    let text = (try? String(contentsOf: machine.scratch.url("output"), encoding: .utf8)) ?? ""
    var outputs: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      outputs[String(parts[0])] = parts.count > 1 ? String(parts[1]) : nil
    }
    return outputs
  }

  private func summary() -> String {
    (try? String(contentsOf: machine.scratch.url("summary"), encoding: .utf8)) ?? ""
  }

  // MARK: Installation

  @Test func aReleaseIsInstalled() throws {
    let releases = try machine.release("1.2.3")
    for version in ["1.2.3", "v1.2.3"] {
      let answer = try step("install", ["INPUT_RELEASES": releases, "INPUT_VERSION": version])
      #expect(answer.status == 0, "\(answer)")
      let program = try #require(outputs()["program"])
      #expect(outputs()["version"] == "1.2.3")
      #expect(try machine.run([program, "--version"]).out.contains(Product.version))
      let path = try String(contentsOf: machine.scratch.url("path"), encoding: .utf8)
      #expect(program == path.trimmingCharacters(in: .newlines) + "/diagnose")
    }
  }

  @Test func theDefaultIsTheVersionOfTheAction() throws {
    let answer = try step("install", ["INPUT_RELEASES": try machine.release(Product.version)])
    #expect(answer.status == 0 && outputs()["version"] == Product.version, "\(answer)")
  }

  @Test func theInstalledProgramIsUsed() throws {
    let answer = try step("install", ["INPUT_VERSION": "installed"])
    #expect(answer.status == 0 && outputs()["program"] == machine.scratch.url("bin/diagnose").path, "\(answer)")
    machine.paths = []
    #expect(try step("install", ["INPUT_VERSION": "installed"]).out.contains("has no program 'diagnose'"))
  }

  @Test func aWrongChecksumIsAnError() throws {
    let zeros = String(repeating: "0", count: 64)
    let releases = try machine.release("1.2.3", checksum: zeros)
    let wrong = try step("install", ["INPUT_RELEASES": releases, "INPUT_VERSION": "1.2.3"])
    #expect(wrong.status == 1 && wrong.out.contains("but SHA256SUMS states \(zeros)"), "\(wrong)")
    #expect(outputs().isEmpty)
    let folder = machine.scratch.url("runner temp/diagnose-1.2.3-linux-x86_64").path
    #expect(!FileManager.default.fileExists(atPath: folder))
    // The digest of an input replaces that of the release.
    let input = try step("install", ["INPUT_SHA256": String(repeating: "1", count: 64)])
    #expect(input.status == 1 && input.out.contains("but input states 1111"), "\(input)")
    let archive = try machine.run(
      "(sha256sum 2>/dev/null || shasum -a 256) <\"$HOME/releases/v1.2.3/diagnose-1.2.3-linux-x86_64.tar.gz\"")
    let good = try step("install", ["INPUT_SHA256": String(archive.out.prefix(64))])
    #expect(good.status == 0, "\(good)")
  }

  @Test func aReleaseThatLacksAFileIsAnError() throws {
    let releases = try machine.release("1.2.3")
    let other = try step("install", ["INPUT_RELEASES": releases, "INPUT_VERSION": "1.2.4"])
    #expect(other.status == 1 && other.out.contains("Cannot download"), "\(other)")
    try machine.scratch.write("abc  other.tar.gz\n", "releases/v1.2.3/SHA256SUMS")
    let unlisted = try step("install", ["INPUT_VERSION": "1.2.3"])
    #expect(unlisted.status == 1 && unlisted.out.contains("has no line for"), "\(unlisted)")
    try FileManager.default.removeItem(at: machine.scratch.url("releases/v1.2.3/SHA256SUMS"))
    #expect(try step("install").status == 1)
  }

  @Test(arguments: [("Windows", "X64"), ("Linux", "ARM64"), ("Linux", "X86"), ("", "")])
  func anUnsupportedPlatformIsNamed(_ system: String, _ processor: String) throws {
    let inputs = ["RUNNER_OS": system, "RUNNER_ARCH": processor, "INPUT_VERSION": "1.2.3"]
    let answer = try step("install", inputs)
    let words = "::error title=diagnose::No release of diagnose for"
    #expect(answer.status == 1 && answer.out.contains(words), "\(answer)")
    #expect(system.isEmpty || answer.out.contains("\(system) on \(processor)"))
  }

  @Test(arguments: ["ARM64", "X64"])
  func macOSHasOneArchive(_ processor: String) throws {
    let releases = try machine.release("1.2.3", platform: "macos-universal")
    let inputs = ["RUNNER_OS": "macOS", "RUNNER_ARCH": processor, "INPUT_VERSION": "1.2.3", "INPUT_RELEASES": releases]
    #expect(try step("install", inputs).status == 0)
  }

  /// The address follows from the action's repository, and from nothing that a pull request states.
  @Test func theAddressIsThatOfTheAction() throws {
    try machine.program("curl", "for word; do last=$word; done; echo \"$last\" >\"$HOME/address\"; exit 22")
    let path = "/runner/_actions/company/diagnose/v1/."
    for (repository, path, owner) in [
      ("company/tool", "", "company/tool"), ("", path, "company/diagnose"), ("", "/work/repository", "me/project"),
    ] {
      let answer = try step(
        "install",
        [
          "ACTION_REPOSITORY": repository, "GITHUB_ACTION_PATH": path, "GITHUB_REPOSITORY": "me/project",
          "INPUT_VERSION": "1.2.3",
        ])
      #expect(answer.status == 1)
      let address = try String(contentsOf: machine.scratch.url("address"), encoding: .utf8)
      #expect(address.hasPrefix("https://github.com/\(owner)/releases/download/v1.2.3/diagnose-1.2.3-linux"))
    }
  }

  private static let hostile = [
    "$(touch pwned)", "`touch pwned`", "\"; touch pwned; \"", "'; touch pwned; '", "a\ntouch pwned", "${IFS}x", "-rf",
    "../../x", "%0A::error::x", "1.2.3\n::error::x", "a\r\nstatus=0", "*", "\\", "|| touch pwned",
  ]

  private func expectNothingRan(_ words: String, _ answer: Tool.Answer) {
    for folder in [machine.scratch.folder, machine.checkout] {
      let file = folder.appendingPathComponent("pwned").path
      #expect(!FileManager.default.fileExists(atPath: file), "\(words)")
    }
    let commands = answer.out.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(commands.allSatisfy { !$0.hasPrefix("::error::x") }, "\(words): \(answer.out)")
  }

  @Test(arguments: hostile) func hostileValuesInstallNothing(_ value: String) throws {
    let releases = try machine.release("1.2.3")
    for name in ["INPUT_VERSION", "INPUT_SHA256", "INPUT_RELEASES"] {
      machine.environment["INPUT_RELEASES"] = releases
      machine.environment["INPUT_VERSION"] = "1.2.3"
      machine.environment["INPUT_SHA256"] = nil
      let answer = try step("install", [name: value])
      #expect(answer.status == 1, "\(name) \(answer)")
      expectNothingRan("\(name) \(value)", answer)
    }
  }

  // MARK: Analysis

  @Test func reportsAreAnalyzed() throws {
    let inputs = [
      "INPUT_PATHS": "\n  reports/first report.ips \r\n\n", "INPUT_FAIL_ON": "new\nregressed",
      "INPUT_PAGES": "the pages", "INPUT_ARGUMENTS": "--label=job=tests",
    ]
    let answer = try step("analyze", inputs)
    #expect(answer.status == 0, "\(answer)")
    let found = outputs()
    #expect(found["status"] == "1" && found["reports"] == "1" && found["new"] == "1", "\(found)")
    #expect(answer.out.contains("\n::error "), "\(answer.out)")
    #expect(summary().contains("drawCard0"))
    let sarif = try String(contentsOfFile: try #require(found["sarif"]), encoding: .utf8)
    #expect(sarif.contains("\"version\": \"2.1.0\""))
    #expect(machine.exists("the pages/index.html"))
    let finish = try step("finish", ["STATUS": "1", "REPORTS": "1", "NEW": "1"])
    #expect(finish.status == 1 && finish.out.contains("reports: 1, new: 1"))
    // The same report again is not new.
    _ = try step("analyze")
    #expect(outputs()["status"] == "0" && outputs()["new"] == "0", "\(outputs())")
  }

  @Test func withoutACrashAllIsEmpty() throws {
    try FileManager.default.createDirectory(
      at: machine.checkout.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let answer = try step("analyze", ["INPUT_PATHS": "empty", "INPUT_FAIL_ON": "any", "INPUT_SARIF": "out/a b.sarif"])
    #expect(answer.status == 0 && !answer.out.contains("::error"), "\(answer)")
    let found = outputs()
    #expect(found["status"] == "0" && found["reports"] == "0" && found["new"] == "0", "\(found)")
    #expect(found["sarif"] == "out/a b.sarif" && machine.text("out/a b.sarif").contains("\"results\": []"))
    #expect(summary().isEmpty)
    #expect(try step("finish", ["STATUS": "0"]).status == 0)
  }

  @Test func aCommandIsRun() throws {
    let inputs = [
      "INPUT_COMMAND": "echo first\nxcodebuild test -resultBundlePath 'My App.xcresult'\necho not reached",
      "INPUT_WATCH": "My App.xcresult", "INPUT_FAIL_ON": "new", "INPUT_BASELINE": "ci/crashes.baseline",
    ]
    let answer = try step("analyze", inputs)
    #expect(answer.status == 0 && answer.out.hasPrefix("first\n") && !answer.out.contains("not reached"), "\(answer)")
    let found = outputs()
    #expect(found["status"] == "65" && found["reports"] == "2" && found["new"] == "2", "\(found)")
    #expect(try step("finish", ["STATUS": "65"]).status == 65)
    // The tests pass, and a crash nevertheless is in the log.
    try FileManager.default.removeItem(at: machine.checkout.appendingPathComponent("My App.xcresult"))
    _ = try step("analyze", ["TEST_STATUS": "0"])
    #expect(outputs()["status"] == "1")
    try machine.scratch.write("** TEST SUCCEEDED **\n", "test.log")
    _ = try step("analyze", ["INPUT_COMMAND": "swift test", "INPUT_WATCH": ""])
    #expect(outputs()["status"] == "0" && outputs()["reports"] == "0")
  }

  @Test func acceptedFailuresAreNotNew() throws {
    let accept = "diagnose --no-database --write-baseline ci/all.baseline reports"
    #expect(try machine.run(accept).status == 0)
    let inputs = ["INPUT_PATHS": "reports", "INPUT_FAIL_ON": "new", "INPUT_BASELINE": "ci/all.baseline"]
    _ = try step("analyze", inputs)
    #expect(outputs()["status"] == "0" && outputs()["reports"] == "1" && outputs()["new"] == "0")
    // A baseline that cannot be used ends diagnose before it writes anything.
    let missing = try step("analyze", ["INPUT_BASELINE": "missing"])
    #expect(missing.status == 0 && outputs()["status"] == "78" && outputs()["sarif"] == nil, "\(outputs())")
  }

  @Test func wrongInputsAreNamed() throws {
    for (inputs, words) in [
      ([:], "Name reports with 'paths'"),
      (["INPUT_PATHS": "a", "INPUT_COMMAND": "b"], "not both"),
      (["INPUT_PATHS": "a", "INPUT_COMMAND": "", "INPUT_WATCH": "b"], "needs 'command'"),
      (["INPUT_WATCH": "", "INPUT_SARIF": "a\nb"], "'sarif' has a line break"),
      (["INPUT_SARIF": "", "INPUT_UPLOAD_SARIF": "yes"], "'upload-sarif' is not true or false"),
    ] as [([String: String], String)] {
      let answer = try step("analyze", inputs)
      #expect(answer.status == 1 && answer.out.contains("::error") && answer.out.contains(words), "\(inputs) \(answer)")
      #expect(outputs().isEmpty)
    }
    #expect(try step("finish", ["STATUS": "0; exit 0"]).status == 1)
    #expect(try step("finish", ["STATUS": ""]).status == 1)
  }

  @Test(arguments: hostile) func hostileValuesRunNothing(_ value: String) throws {
    for name in [
      "PATHS", "WATCH", "FAIL_ON", "BASELINE", "SYMBOLS", "SOURCE_ROOT", "ARGUMENTS", "SARIF", "PAGES", "HISTORY",
    ] {
      machine.environment = machine.environment.filter { !$0.key.hasPrefix("INPUT_") }
      machine.environment[name == "WATCH" ? "INPUT_COMMAND" : "INPUT_PATHS"] = name == "WATCH" ? "true" : "reports"
      let answer = try step("analyze", ["INPUT_" + name: value])
      expectNothingRan("\(name) \(value)", answer)
      // One line each, and none that the script did not write.
      let others = Set(outputs().keys).subtracting(["status", "reports", "new", "sarif", "history", "pages"])
      #expect(others.isEmpty, "\(name) \(value) \(others)")
      #expect(answer.status == 1 || outputs()["status"] != nil, "\(name) \(value) \(answer)")
    }
  }

  // MARK: action.yml

  /// In the text of a script, a value would be executed: GitHub replaces the expression before the shell reads it.
  @Test func noExpressionIsInTheTextOfAScript() throws {
    let action = try YAML("action.yml")
    let steps = try #require(action["runs"]?["steps"]?.items)
    #expect(steps.count > 5)
    for step in steps {
      if let script = step["run"]?.text {
        #expect(!script.contains("${{"), "\(script)")
        #expect(step["shell"]?.text == "bash")
        let name = script.replacing("\"", with: "").replacing("$GITHUB_ACTION_PATH/", with: "")
        #expect(FileManager.default.isExecutableFile(atPath: Repository.url(name).path), "\(name)")
      }
    }
    let text = try Repository.text(of: "action.yml")
    for name in try #require(action["inputs"]?.keys) { #expect(text.contains("inputs.\(name)"), "\(name) is not used") }
    for name in ["install", "analyze", "finish"] {
      #expect(text.contains("action/\(name)\""))
      #expect(!(try Repository.text(of: "action/" + name)).contains("eval "))
    }
  }

  /// Each input of a script is set by action.yml, and the other way round.
  @Test func theEnvironmentOfScriptsIsSet() throws {
    let steps = try #require(try YAML("action.yml")["runs"]?["steps"]?.items)
    for step in steps {
      guard let script = step["run"]?.text, let name = script.split(separator: "/").last?.dropLast() else { continue }
      let text = try Repository.text(of: "action/\(name)")
      for variable in step["env"]?.keys ?? [] {
        #expect(text.contains(variable.replacing("INPUT_", with: "")), "\(name): \(variable)")
      }
      for match in text.matches(of: /\bINPUT_[A-Z_0-9]+/) {
        #expect(step["env"]?[String(match.output)] != nil, "\(name): \(match.output)")
      }
    }
  }
}
