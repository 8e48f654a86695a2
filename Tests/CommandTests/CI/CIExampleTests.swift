import Foundation
import TestSupport
import Testing

@testable import UserFiles

/// The examples in docs/examples/ci: docs/ci.md contains them as they are, and their commands run.
@Suite(.enabled(if: BuildMachine.isUsable, "needs bash, curl, tar and git")) struct CIExampleTests {
  private static let folder = "docs/examples/ci/"
  private let machine: BuildMachine

  init() throws { machine = try BuildMachine() }

  // MARK: The page

  private static let languages = [
    "Fastfile": "ruby", "Jenkinsfile": "groovy", "install-diagnose": "bash", "pre-commit": "bash", "sh": "bash",
    "yaml": "yaml", "yml": "yaml",
  ]

  private static func block(_ path: String) throws -> String {
    let name = String(path.split(separator: "/").last ?? "")
    let language = languages[name] ?? languages[String(name.split(separator: ".").last ?? "")]
    return "```\(try #require(language, "\(path)"))\n" + (try Repository.text(of: path)) + "```\n"
  }

  private static func inputs() throws -> String {
    let inputs = try #require(try YAML("action.yml")["inputs"])
    return try "| input | default | |\n|---|---|---|\n"
      + #require(inputs.keys).map { name in
        let value = inputs[name]?["default"]?.text ?? ""
        return "| `\(name)` | \(value.isEmpty ? "" : "`\(value)`") | \(inputs[name]?["description"]?.text ?? "") |\n"
      }.joined()
  }

  @Test func thePageContainsTheFiles() throws {
    var expected = ""
    var shown: [String] = []
    var isSkipping = false
    var isTable = false
    for line in try Repository.text(of: "docs/ci.md").split(separator: "\n", omittingEmptySubsequences: false) {
      // A block that follows a mark is replaced.
      if isSkipping {
        if line == "```" { isSkipping = false }
        continue
      }
      if isTable, line != "<!-- inputs: end -->" { continue }
      if expected.hasSuffix("-->\n"), shown.last.map({ expected.hasSuffix("<!-- example: \($0) -->\n") }) == true {
        expected += try Self.block(shown[shown.count - 1])
        if line.hasPrefix("```") {
          isSkipping = true
          continue
        }
      }
      isTable = false
      expected += line + "\n"
      if line.hasPrefix("<!-- example: "), line.hasSuffix(" -->") {
        shown.append(String(line.dropFirst(14).dropLast(4)))
      } else if line.hasPrefix("<!-- inputs: begin") {
        expected += try Self.inputs()
        isTable = true
      }
    }
    expected.removeLast()
    if Repository.updatesExpected { try Data(expected.utf8).write(to: Repository.url("docs/ci.md")) }
    #expect(
      try Repository.text(of: "docs/ci.md") == expected, "run UPDATE_EXPECTED=1 scripts/test --filter CIExampleTests")
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.url(Self.folder).path)
    #expect(shown.sorted() == files.map { Self.folder + $0 }.sorted())
  }

  @Test func theCommandsOfThePageRun() throws {
    let commands = try PageExampleTests.commands(of: "docs/ci.md")
    #expect(commands.count == 4)
    for command in commands {
      let answer = try machine.run(command)
      #expect(answer.status == 0, "\(command) \(answer)")
    }
  }

  // MARK: Scripts

  /// Runs a script of an example, and expects its files. Without `status`, the stand-in for the tests fails with 65.
  private func run(
    _ script: String, shell: [String] = ["/bin/bash", "-eo", "pipefail"], status: Int32 = 65,
    writes names: [String] = []
  ) throws {
    #expect(try machine.run("exit 0\n" + script, shell: ["/bin/sh", "-n"]).status == 0)
    let answer = try machine.run(script, shell: shell)
    #expect(answer.status == status, "\(script) \(answer)")
    #expect(!answer.err.contains("Usage:") && !answer.err.contains("command not found"), "\(script) \(answer)")
    for name in names { #expect(machine.exists(name), "\(script) wrote no \(name): \(answer.err)") }
  }

  private static func yaml(_ name: String) throws -> YAML { try YAML(folder + name) }

  @Test func theGitLabJobsRun() throws {
    let jobs = try Self.yaml("gitlab-ci.yml")
    let test = try #require(jobs["test"])
    machine.environment = ["CI_PROJECT_DIR": machine.checkout.path]
    for name in try #require(test["variables"]?.keys) {
      machine.environment[name] = test["variables"]?[name]?.text?
        .replacing("$CI_PROJECT_DIR", with: machine.checkout.path)
    }
    let script = test.lines(of: "before_script") + test.lines(of: "script")
    let artifacts = ["gl-code-quality.json", "crashes.xml", "crashes.md"]
    try run(script.joined(separator: "\n"), writes: artifacts + [".diagnose/history.sqlite"])
    let after = test.lines(of: "after_script").joined(separator: "\n")
    try run(after, status: 0, writes: ["crash-pages/index.html"])
    let paths = test.lines(of: "paths") + test.lines(of: "codequality") + test.lines(of: "junit")
    for path in paths where path != ".diagnose/" { #expect(machine.exists(path), "\(path)") }
    let check = try #require(jobs["check"])
    let commands = check.lines(of: "before_script") + check.lines(of: "script")
    try FileManager.default.removeItem(at: machine.checkout.appendingPathComponent("gl-code-quality.json"))
    try run(commands.joined(separator: "\n"), status: 0, writes: ["gl-code-quality.json"])
  }

  @Test func theAzureStepsRun() throws {
    let pipeline = try Self.yaml("azure-pipelines.yml")
    machine.environment = [
      "AGENT_TOOLSDIRECTORY": machine.scratch.url("tools").path,
      "DIAGNOSE_DATABASE": machine.scratch.url("pipeline/diagnose/history.sqlite").path,
    ]
    let scripts = pipeline.lines(of: "script")
    #expect(scripts.count == 2)
    try run(try #require(scripts.first), status: 0)
    machine.paths.insert(machine.scratch.url("tools/diagnose").path, at: 0)
    try run(
      try #require(scripts.last), writes: ["crashes.log", "crashes.xml", "crashes.sarif", "crashes.md"])
    #expect(machine.text("crashes.log").hasPrefix("##vso[task.logissue"))
    let text = try Repository.text(of: Self.folder + "azure-pipelines.yml")
    #expect(text.contains("testResultsFiles: crashes.xml") && text.contains("publish: crashes.sarif"))
  }

  @Test func theJenkinsScriptsRun() throws {
    let text = try Repository.text(of: Self.folder + "Jenkinsfile")
    let parts = text.components(separatedBy: "sh '''")
    #expect(parts.count == 3)
    let scripts = try parts.dropFirst().map { try #require($0.components(separatedBy: "'''").first) }
    machine.environment = ["BUILD_NUMBER": "7"]
    try run(scripts[0], shell: ["/bin/sh", "-e"], writes: ["crashes.xml", "crashes.sarif", "MyApp.xcresult"])
    try run(scripts[1], shell: ["/bin/sh", "-e"], status: 0, writes: ["crash-pages/index.html"])
    let outside = text.replacing(/'''(?s:.*?)'''|'[^'\n]*'|\/\/[^\n]*/, with: "")
    for (opening, closing) in [("{", "}"), ("(", ")"), ("[", "]")] as [(Character, Character)] {
      #expect(outside.filter { $0 == opening }.count == outside.filter { $0 == closing }.count, "\(opening)")
    }
    #expect(outside.contains("junit allowEmptyResults: true"))
  }

  @Test func theBuildkiteStepRuns() throws {
    let script = try #require(try Self.yaml("buildkite.yml").lines(of: "command").first)
    #expect(script.replacing("$$", with: "").contains("$") == false, "Buildkite replaces a single dollar sign")
    try run(script.replacing("$$", with: "$"), writes: ["crashes.md", "crashes.xml", "annotation.md"])
    #expect(machine.text("annotation.md").contains("### "))
  }

  @Test func theTeamCityStepRuns() throws {
    let answer = try machine.run([Repository.url(Self.folder + "teamcity.sh").path])
    #expect(answer.status == 65 && answer.out.contains("##teamcity[inspection "), "\(answer)")
  }

  @Test func theGitHubReportsAreCollected() throws {
    let scripts = try Self.yaml("github-reports.yml").lines(of: "run")
    try run(scripts.joined(separator: "\n"), status: 0, writes: ["history/crashes.sqlite", "public/index.html"])
  }

  /// The inputs exist, and the action runs with them for each row of the matrix.
  @Test func theGitHubActionRuns() throws {
    let known = try #require(try YAML("action.yml")["inputs"]?.keys)
    let outputs = try #require(try YAML("action.yml")["outputs"]?.keys)
    for file in ["github-actions.yml", "github-reports.yml"] {
      let text = try Repository.text(of: Self.folder + file)
      for match in text.matches(of: /steps\.tests\.outputs\.([a-z-]+)/) { #expect(outputs.contains(String(match.1))) }
    }
    let job = try #require(try Self.yaml("github-actions.yml")["jobs"]?["test"])
    let rows = try #require(job["strategy"]?["matrix"]?["include"]?.items)
    let steps = try #require(job["steps"]?.items)
    let inputs = try #require(steps.first { $0["uses"]?.text?.hasPrefix("OWNER/diagnose@") == true }?["with"])
    let temporary = machine.scratch.url("runner temp").path
    #expect(rows.count == 2)
    for row in rows {
      machine.environment = [
        "RUNNER_TEMP": temporary, "GITHUB_OUTPUT": temporary + "/output", "GITHUB_ACTIONS": "true",
        "DIAGNOSE_PROGRAM": machine.scratch.url("bin/diagnose").path,
      ]
      for name in try #require(inputs.keys) {
        #expect(known.contains(name), "\(name)")
        let variable = "INPUT_" + name.uppercased().replacing("-", with: "_")
        let command = row["command"]?.text ?? ""
        machine.environment[variable] = inputs[name]?.text?.replacing("${{ matrix.command }}", with: command)
      }
      machine.environment["INPUT_UPLOAD_SARIF"] = "true"
      try? FileManager.default.removeItem(atPath: temporary + "/output")
      let answer = try machine.run([Repository.url("action/analyze").path])
      let output = try String(contentsOfFile: temporary + "/output", encoding: .utf8)
      #expect(answer.status == 0 && output.hasPrefix("status=65\nreports="), "\(answer) \(output)")
      #expect(!output.contains("reports=0"))
    }
  }

  // MARK: Xcode Cloud, fastlane

  @Test func theXcodeCloudScriptRuns() throws {
    let scripts = machine.checkout.appendingPathComponent("ci_scripts")
    try FileManager.default.createDirectory(at: scripts, withIntermediateDirectories: true)
    for name in ["ci_post_xcodebuild.sh", "install-diagnose"] {
      let source =
        name == "install-diagnose"
        ? machine.checkout.appendingPathComponent("ci/" + name)
        : Repository.url(Self.folder + name)
      try FileManager.default.copyItem(at: source, to: scripts.appendingPathComponent(name))
    }
    let script = scripts.appendingPathComponent("ci_post_xcodebuild.sh").path
    try FileManager.default.createDirectory(
      at: machine.checkout.appendingPathComponent("Result.xcresult"), withIntermediateDirectories: true)
    machine.environment = ["CI_RESULT_BUNDLE_PATH": "Result.xcresult", "CI_TEST_PRODUCTS_PATH": "build"]
    for (action, status) in [("build-for-testing", "0"), ("test-without-building", "0"), ("archive", "65")] {
      machine.environment["CI_XCODEBUILD_ACTION"] = action
      machine.environment["CI_XCODEBUILD_EXIT_CODE"] = status
      let answer = try machine.run([script])
      #expect(answer.status == 0 && answer.out.isEmpty, "\(answer)")
    }
    machine.environment["CI_XCODEBUILD_ACTION"] = "test-without-building"
    let failed = try machine.run([script])
    #expect(failed.status == 0 && failed.out.contains("drawCard0"), "\(failed)")
    // A test run that was canceled has no bundle.
    machine.environment["CI_RESULT_BUNDLE_PATH"] = nil
    let empty = try machine.run([script])
    #expect(empty.status == 0 && empty.out.contains("No reports found"), "\(empty)")
  }

  /// The words of each call of `sh` are run as they are.
  @Test func theLanesRun() throws {
    let text = try Repository.text(of: Self.folder + "Fastfile")
    let bundle = try #require(text.firstMatch(of: /bundle = \x22([^\x22]+)\x22/)?.1)
    try FileManager.default.createDirectory(
      at: machine.checkout.appendingPathComponent("fastlane/test_output"), withIntermediateDirectories: true)
    _ = try machine.run("xcodebuild -resultBundlePath \(bundle) || cp reports/*.ips fastlane/test_output/")
    let calls = text.matches(of: /\bsh\(((?s:.*?))\)/)
    #expect(calls.count == 3)
    for call in calls {
      let words = call.1.matches(of: /\x22([^\x22]*)\x22|\bbundle\b/).map { $0.1.map(String.init) ?? String(bundle) }
      // The time of the sample is older than the period of the example.
      machine.environment["SOURCE_DATE_EPOCH"] = "1785576000"
      let answer = try machine.run([machine.scratch.url("bin/diagnose").path] + words.dropFirst())
      #expect([0, 3].contains(answer.status) && !answer.out.isEmpty, "\(words) \(answer)")
    }
    #expect(machine.exists("fastlane/test_output/crashes.xml"))
  }

  // MARK: Installation, hooks

  @Test func aReleaseIsInstalledByTheScript() throws {
    let script = Repository.url(Self.folder + "install-diagnose").path
    try machine.program("uname", "if [ \"$1\" = -s ]; then echo ${SYSTEM:-Linux}; else echo ${PROCESSOR:-x86_64}; fi")
    machine.environment["RELEASES"] = try machine.release("1.2.3")
    let answer = try machine.run([script, "1.2.3", "my tools"])
    #expect(answer.status == 0 && answer.out.isEmpty && machine.exists("my tools/diagnose"), "\(answer)")
    for (version, environment, words) in [
      ("1.2.4", [:], "curl"), ("1.2.3", ["PROCESSOR": "riscv64"], "no release for Linux on riscv64"),
      ("1.2.3", ["SYSTEM": "MINGW64_NT"], "no release for MINGW64_NT"),
    ] as [(String, [String: String], String)] {
      machine.environment.merge(environment) { $1 }
      let failed = try machine.run([script, version, "others"])
      #expect(failed.status != 0 && failed.err.contains(words) && !machine.exists("others"), "\(failed)")
      machine.environment["PROCESSOR"] = nil
    }
    machine.environment["SYSTEM"] = nil
    machine.environment["RELEASES"] = try machine.release("1.2.3", checksum: String(repeating: "0", count: 64))
    let wrong = try machine.run([script, "1.2.3", "others"])
    #expect(wrong.status != 0 && wrong.err.contains("FAILED") && !machine.exists("others"), "\(wrong)")
  }

  @Test func theHookChecksWhatIsStaged() throws {
    let hook = Repository.url(Self.folder + "pre-commit").path
    let faulty = Repository.url("Tests/Fixtures/projects/nib-self-class-recursion/faulty").path
    _ = try machine.run("rm -rf .git; git init -q .; git config user.email a@example.com; git config user.name a")
    _ = try machine.run("echo text >notes.txt; git add notes.txt")
    #expect(try machine.run([hook]).status == 0)
    _ = try machine.run("cp -R '\(faulty)' App; git add App")
    let found = try machine.run([hook])
    #expect(found.status == 1 && found.out.contains("App/Cards/"), "\(found)")
    // What is not staged does not count.
    _ = try machine.run("git rm -rq --cached App")
    #expect(try machine.run([hook]).status == 0)
    machine.paths = []
    _ = try machine.run("git add App")
    let without = try machine.run([hook])
    #expect(without.status == 0 && without.err.contains("diagnose is not installed"), "\(without)")
  }

  @Test func theHookOfPreCommitRuns() throws {
    let hook = try #require(try YAML(".pre-commit-hooks.yaml").items?.first)
    let words = try #require(hook["entry"]?.text?.split(separator: " ").map(String.init))
    #expect(hook["pass_filenames"]?.text == "false")
    let arguments = hook["args"]?.items?.compactMap(\.text) ?? []
    let answer = try machine.run([machine.scratch.url("bin/diagnose").path] + words.dropFirst() + arguments)
    #expect(answer.status == 0, "\(answer)")
    let example = try #require(try Self.yaml("pre-commit-config.yaml")["repos"]?.items?.first)
    #expect(example["hooks"]?.items?.first?["id"]?.text == hook["id"]?.text)
    let expression = try Regex(try #require(hook["files"]?.text))
    for name in ["a/View.xib", "Main.storyboard", "A.swift", "b.mm", "Info.plist", "App.xcodeproj/project.pbxproj"] {
      #expect(name.firstMatch(of: expression) != nil, "\(name)")
    }
    #expect("README.md".firstMatch(of: expression) == nil)
  }
}
