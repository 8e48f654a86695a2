import Foundation
import History
import TestSupport
import Testing

@testable import DiagnoseCommand

/// The completion scripts: bash as it completes a line, and the text for zsh and fish, which are run if they are installed.
@Suite struct CompletionTests {
  private static let bash = "/bin/bash"
  private static let hasBash = FileManager.default.isExecutableFile(atPath: bash)

  private static func path(_ shell: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell }
      .first(where: FileManager.default.isExecutableFile)
  }

  private func script(_ shell: String) throws -> String {
    let scratch = try Scratch()
    let answer = try Tool.run(["--generate-completion-script", shell], in: scratch.folder)
    #expect(answer.status == 0 && answer.err.isEmpty)
    return answer.out
  }

  /// Completes a line with bash, as readline calls the function of `complete`. A trap that stays in the shell is written to
  /// standard error.
  private static let harness = #"""
    source ./script
    line="$1"
    COMP_LINE="$line" COMP_POINT=${#line} COMPREPLY=()
    read -r -a COMP_WORDS <<<"$line"
    case "$line" in *' ') COMP_WORDS+=('') ;; esac
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    function="$(complete -p diagnose)"
    function="${function##*-F }"
    "${function%% *}" diagnose "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\n' "${COMPREPLY[@]}"
    trap -p RETURN >&2
    """#

  private struct Shell {
    let scratch: Scratch

    init(_ script: String) throws {
      scratch = try Scratch()
      try scratch.write(script, "script")
      try scratch.write(CompletionTests.harness, "harness")
      for name in ["crash.ips", "crumbs.txt", "b c.crash"] { try scratch.write("", name) }
    }

    /// Returns what bash offers, and fails if anything was written to standard error.
    func offers(_ line: String) throws -> [String] {
      let (out, err) = try run([CompletionTests.bash, "--norc", "harness", line])
      #expect(err.isEmpty, "\(line): \(err)")
      return out.split(separator: "\n").map(String.init)
    }

    func run(_ words: [String]) throws -> (out: String, err: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: words[0])
      process.arguments = Array(words.dropFirst())
      process.currentDirectoryURL = scratch.folder
      process.environment = Tool.environment(home: scratch.folder).merging(
        ["PATH": Tool.url.deletingLastPathComponent().path + ":/usr/bin:/bin"]
      ) { $1 }
      let (out, err) = (try Tool.Capture(scratch.folder, "out"), try Tool.Capture(scratch.folder, "err"))
      process.standardOutput = out.handle
      process.standardError = err.handle
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return (out.text(), err.text())
    }
  }

  // MARK: - bash

  @Test(.enabled(if: hasBash)) func theDefaultCommandCompletesWithoutItsName() throws {
    let shell = try Shell(try script("bash"))
    for (line, expected) in [
      ("diagnose cra", ["crash.ips"]), ("diagnose --form", ["--format"]), ("diagnose --symbols cra", ["crash.ips"]),
      ("diagnose crash.ips --symb", ["--symbols"]), ("diagnose --color always cra", ["crash.ips"]),
      ("diagnose --color al", ["always"]), ("diagnose his", ["history"]), ("diagnose analyze cra", ["crash.ips"]),
      ("diagnose scrub cra", ["crash.ips"]), ("diagnose history --buil", ["--build"]),
      ("diagnose history sh", ["show"]), ("diagnose history show --facet", ["--facets"]),
      ("diagnose history --sort co", ["count"]), ("diagnose config --for", ["--format"]),
      ("diagnose patterns --fami", ["--family"]),
      // A value is not a command.
      ("diagnose --baseline run cra", ["crash.ips"]), ("diagnose --baseline his", []),
    ] {
      #expect(try shell.offers(line) == expected, "\(line)")
    }
  }

  @Test(.enabled(if: hasBash)) func theFirstWordIsACommandOrAFile() throws {
    let shell = try Shell(try script("bash"))
    let first = try shell.offers("diagnose ")
    for word in ["analyze", "history", "trends", "help", "crash.ips", "b c.crash"] {
      #expect(first.contains(word), "\(word)")
    }
    // Behind a file there is no command.
    let second = try shell.offers("diagnose crash.ips ")
    #expect(second.contains("crash.ips") && !second.contains("history"))
    let scrub = try shell.offers("diagnose cr")
    #expect(Set(scrub) == ["crash.ips", "crumbs.txt"])
  }

  @Test(.enabled(if: hasBash)) func valuesOfTheHistoryComplete() throws {
    let shell = try Shell(try script("bash"))
    try shell.scratch.write(Sample.json(), "a.ips")
    try shell.scratch.write(
      Sample.json(7).replacing("MyApp", with: "Courier").replacing("\"412\"", with: "\"560\""), "b.ips")
    #expect(try Tool.run(["ingest", "a.ips", "b.ips"], in: shell.scratch.folder).status == 0)
    let list = try Tool.run(["history", "list", "--format", "json"], in: shell.scratch.folder)
    let ids = try #require(try JSONValue(parsing: list.out)["issues"]?.elements).compactMap { $0["shortID"]?.string }
    #expect(ids.count == 2)
    for command in [
      "history show", "history why", "history resolve", "history reopen", "history ignore", "history note",
      "history merge", "trends", "history list --reports --issue", "history --reports --issue",
    ] {
      #expect(Set(try shell.offers("diagnose \(command) ")).isSuperset(of: ids), "\(command)")
      #expect(try shell.offers("diagnose \(command) \(ids[0].prefix(3))") == [ids[0]], "\(command)")
    }
    for (line, expected) in [
      ("diagnose history --app C", ["Courier"]), ("diagnose trends --build 5", ["560"]),
      ("diagnose compare 4", ["412"]), ("diagnose compare 412 5", ["560"]),
      ("diagnose history --device M", ["Mac14,2"]),
      ("diagnose history --os m", ["macOS"]), ("diagnose history --queue com", ["com.apple.main-thread"]),
      ("diagnose history resolve \(ids[0]) --in 5", ["560"]), ("diagnose explain EXC_BAD_A", ["EXC_BAD_ACCESS"]),
      ("diagnose explain memory-null-d", ["memory-null-dereference"]),
      ("diagnose patterns new --from memory-null-d", ["memory-null-dereference"]),
      // Nothing is known, and nothing is said.
      ("diagnose history --app X", []), ("diagnose history --view C", []), ("diagnose history split ", []),
      ("diagnose history --database nosuch.sqlite --app C", []), ("diagnose history show zz", []),
    ] {
      let offered = try shell.offers(line)
      #expect(offered.filter { !$0.hasPrefix("-") } == expected, "\(line)")
    }
    #expect(!FileManager.default.fileExists(atPath: shell.scratch.url("nosuch.sqlite").path))
  }

  /// bash expands what is offered: a value that is a command substitution must not get that far.
  @Test(.enabled(if: hasBash)) func aHostileHistoryIsNotExecuted() throws {
    let shell = try Shell(try script("bash"))
    let names = [
      "$(touch pwned)", "`touch pwned`", "a;touch pwned", "a b", "-x", "~root", "*", "a'b", "{a,b}", "..", "é",
      "plain-1",
    ]
    for (number, name) in names.enumerated() {
      let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      try shell.scratch.write(
        Sample.json(number).replacing("com.apple.main-thread", with: escaped).replacing(
          "\"412\"", with: "\"\(escaped)\""),
        "\(number).ips")
    }
    #expect(try Tool.run(["ingest"] + names.indices.map { "\($0).ips" }, in: shell.scratch.folder).status == 0)
    // The history has the names, and values of it are offered.
    let list = try Tool.run(["history", "list", "--reports", "--format", "csv"], in: shell.scratch.folder)
    for name in ["$(touch pwned)", "`touch pwned`", "plain-1"] {
      #expect(list.out.ranges(of: name).count >= 2, "build and queue: \(list.out)")
    }
    for (line, expected) in [
      ("diagnose history --build ", "plain-1"), ("diagnose history --queue ", "plain-1"),
      ("diagnose compare ", "plain-1"), ("diagnose history show ", nil),
    ] {
      let offered = try shell.offers(line).filter { !$0.hasPrefix("-") }
      #expect(offered.allSatisfy(ValueCompletion.isPlain), "\(line): \(offered)")
      #expect(expected.map(offered.contains) ?? !offered.isEmpty, "\(line): \(offered)")
    }
    #expect(!FileManager.default.fileExists(atPath: shell.scratch.url("pwned").path))
  }

  // MARK: - Requests

  /// A completion never fails, whatever it is asked.
  @Test(arguments: [
    [], ["history"], ["history", "show", "--"], ["history", "show", "--", "positional@0"],
    ["history", "show", "--", "positional@0", "x", "y"], ["nosuch", "--", "--app", "1", "0", "diagnose"],
    ["history", "list", "--", "--nosuch", "1", "0", "diagnose"], ["history", "list", "--", "--app", "1", "99", "d"],
  ])
  func aRequestNeverFails(_ words: [String]) throws {
    let scratch = try Scratch()
    let answer = try Tool.run(["---completion"] + words, in: scratch.folder)
    #expect(answer.status == 0 && answer.err.isEmpty && answer.out.isEmpty, "\(answer)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
  }

  /// A damaged history or configuration is not reported to someone who types.
  @Test func aDamagedHistoryIsSilent() throws {
    let scratch = try Scratch()
    try scratch.write("not a database", "h.sqlite")
    try scratch.write("nosuch: [", ".diagnose.yml")
    let words = ["history", "list", "--", "--app", "3", "0", "diagnose", "history", "--app", ""]
    for variable in [[:], ["DIAGNOSE_DATABASE": "h.sqlite"], ["DIAGNOSE_DATABASE": "clickhouse://x@127.0.0.1:1/d"]] {
      let answer = try Tool.run(["---completion"] + words, in: scratch.folder, environment: variable)
      #expect(answer.status == 0 && answer.err.isEmpty && answer.out.isEmpty, "\(answer)")
      #expect(answer.seconds < 5)
    }
  }

  // MARK: - Values

  @Test func onlyPlainValuesAreOffered() {
    for value in ["412", "2.4", "com.example.MyApp", "Mac14,2", "acme/login", "a_b-c", "0x8badf00d"] {
      #expect(ValueCompletion.isPlain(value), "\(value)")
    }
    for value in [
      "", " ", "a b", "-f", ".a", "~", "$(x)", "`x`", "a;b", "a&b", "a|b", "a>b", "a<b", "a\nb", "a\tb", "a'b", "a\"b",
      "a\\b", "a*", "a?", "a[b]", "{a}", "a:b", "a=b", "a!b", "a#b", "a%b", "a^b", "é", "a\u{202E}b", "a\u{0}",
    ] {
      #expect(!ValueCompletion.isPlain(value), "\(value.debugDescription)")
    }
    let lengths = [ValueCompletion.maxLength, ValueCompletion.maxLength + 1]
    #expect(lengths.map { ValueCompletion.isPlain(String(repeating: "a", count: $0)) } == [true, false])
  }

  @Test func valuesAreLimited() {
    for count in [ValueCompletion.limit - 1, ValueCompletion.limit, ValueCompletion.limit + 1] {
      let values = ValueCompletion.answer("a", (0..<count).map { "a\($0)" } + ["b"], for: "bash")
      #expect(values.count == min(count, ValueCompletion.limit))
    }
    #expect(ValueCompletion.answer("a", ["b", "ab", "ab", "a b", "A"], for: "bash") == ["ab"])
  }

  @Test func descriptionsHaveNoSyntax() {
    let values = ["3f2a\tIndex out of range: $(x) `y` in [A b:c]\u{1B}[31m"]
    #expect(ValueCompletion.answer("", values, for: "bash") == ["3f2a"])
    #expect(ValueCompletion.answer("", values, for: "zsh") == ["3f2a:Index out of range x y in A b c 31m"])
    #expect(ValueCompletion.answer("", values, for: "fish") == ["3f2a\tIndex out of range x y in A b c 31m"])
    #expect(ValueCompletion.answer("", ["3f2a\t"], for: "zsh") == ["3f2a"])
  }

  @Test func optionsAreReadFromTheLine() {
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database", "x"]) == "x")
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database=x", "y"]) == "x")
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database", "=", "x"]) == "x")
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database"]) == nil)
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database", ""]) == nil)
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--databases", "x"]) == nil)
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database="]) == nil)
    // The parser uses the last one.
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database", "x", "--database=y"]) == "y")
    #expect(ValueCompletion.value(of: "--database", in: ["d", "--database=x", "--database", "=", "y", "z"]) == "y")
  }

  @Test func aTildeIsTheHomeOfTheUser() {
    for (path, expected) in [
      ("~/h.sqlite", "/home/ana/h.sqlite"), ("~", "/home/ana"), ("~root/h.sqlite", "~root/h.sqlite"),
      ("a/~/h.sqlite", "a/~/h.sqlite"), ("/h.sqlite", "/h.sqlite"), ("", ""),
    ] {
      #expect(ValueCompletion.expanded(path, home: "/home/ana") == expected)
      #expect(ValueCompletion.expanded(path, home: nil) == path)
    }
  }

  /// Only dimensions of which a part selects a value offer the words of one with blanks.
  @Test func wordsAreOfferedOnlyIfTheySelect() {
    #expect(ValueCompletion.offeredWords(of: "macOS 14.4", .os) == ["macOS", "14.4"])
    #expect(ValueCompletion.offeredWords(of: "com.example.a b", .queue) == ["com.example.a", "b"])
    for dimension in [FilterDimension.app, .build, .appVersion, .pattern, .view, .document] {
      #expect(ValueCompletion.offeredWords(of: "Card View", dimension) == ["Card View"], "\(dimension.id)")
      #expect(ValueCompletion.answer("", ValueCompletion.offeredWords(of: "Card View", dimension), for: "bash") == [])
    }
    #expect(ValueCompletion.offeredWords(of: "412", .build) == ["412"])
  }

  /// Each value that is offered selects reports, in the history that the line names last.
  @Test(.enabled(if: hasBash)) func whatIsOfferedIsAccepted() throws {
    let shell = try Shell(try script("bash"))
    try shell.scratch.write(
      Sample.json().replacing("MyApp", with: "Card Desk").replacing("\"412\"", with: "\"41 beta\""), "a.ips")
    try shell.scratch.write(Sample.json(7).replacing("\"412\"", with: "\"560\""), "b.ips")
    for (file, database) in [("a.ips", "a.sqlite"), ("b.ips", "a.sqlite"), ("b.ips", "b.sqlite")] {
      #expect(try Tool.run(["ingest", file, "--database", database], in: shell.scratch.folder).status == 0)
    }
    for (option, expected) in [("--app", ["MyApp"]), ("--build", ["560"]), ("--os", nil)] {
      for line in [
        "diagnose history --database a.sqlite \(option) ", "diagnose history --database ~/a.sqlite \(option) ",
        "diagnose history --database b.sqlite --database a.sqlite \(option) ",
      ] {
        let offered = try shell.offers(line).filter { !$0.hasPrefix("-") }
        #expect(expected.map { offered == $0 } ?? !offered.isEmpty, "\(line): \(offered)")
        for value in offered {
          let answer = try Tool.run(
            ["history", "--database", "a.sqlite", option, value], in: shell.scratch.folder)
          #expect(answer.status == 0, "\(option) \(value): \(answer.err)")
        }
      }
    }
  }

  // MARK: - Scripts

  /// A new version of the library may generate other scripts: then the changes must be adapted.
  @Test(arguments: ["bash", "zsh", "fish"]) func eachScriptIsChanged(_ shell: String) throws {
    let script = try #require(CompletionScript.requested(["--generate-completion-script", shell]))
    let wrapped = try #require(script.wrapped, "the script for \(shell) has another form")
    #expect(script.text == wrapped + "\n" && wrapped != script.generated)
    #expect(wrapped.contains("analyze") && wrapped.contains("2>/dev/null"))
    #expect(try self.script(shell) == script.text)
  }

  @Test func requestsOfScripts() {
    for arguments in [["--generate-completion-script=zsh"], ["--generate-completion-script", "zsh"]] {
      #expect(CompletionScript.requested(arguments)?.text.hasPrefix("#compdef diagnose") == true)
    }
    for arguments in [
      [], ["--generate-completion-script", "tcsh"], ["--generate-completion-script=tcsh"],
      ["x", "--generate-completion-script"], ["--generate-completion-script", "zsh", "x"],
      ["--generate-completion-script=zsh", "x"], ["--generate-completion-scripts"],
    ] {
      #expect(CompletionScript.requested(arguments) == nil, "\(arguments)")
    }
  }

  @Test func zshAndFishHaveTheDefaultCommands() throws {
    let (zsh, fish) = (try script("zsh"), try script("fish"))
    for name in ["position=2 default=analyze", "position=3 default=list", "position=3 default=show"] {
      #expect(zsh.contains(name), "\(name)")
    }
    #expect(zsh.contains("\n__diagnose_root() {\n") && zsh.contains("\n_diagnose() {\n"))
    // An argument without an action would prevent the completion of options.
    #expect(!zsh.split(separator: "\n").contains { $0.hasPrefix("        ':") && $0.hasSuffix(":'") })
    for name in ["analyze $tokens[2..]", "list $tokens[3..]", "show $tokens[3..]"] {
      #expect(fish.contains(name), "\(name)")
    }
    #expect(fish.contains(#"(__diagnose_with_default "$expected_commands" (__diagnose_tokens -pc))"#))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func theSyntaxIsValid(_ shell: String) throws {
    guard let path = Self.path(shell) else { return }
    let run = try Shell(try script(shell))
    let (_, err) = try run.run([path, "-n", "script"])
    #expect(err.isEmpty, "\(err)")
  }

  /// A trap of the user is that of before.
  @Test(.enabled(if: hasBash)) func trapsOfTheShellRemain() throws {
    let shell = try Shell(try script("bash"))
    try shell.scratch.write("trap ': mine' RETURN\n" + Self.harness, "harness")
    for line in ["diagnose cra", "diagnose history sh", "diagnose history --buil"] {
      let (out, err) = try shell.run([Self.bash, "--norc", "harness", line])
      #expect(!out.isEmpty && err == "trap -- ': mine' RETURN\n", "\(line): \(err)")
    }
  }

  /// The words that the script of the library is given.
  @Test func zshInsertsTheDefaultCommand() throws {
    guard let zsh = Self.path("zsh") else { return }
    let shell = try Shell(try script("zsh"))
    let harness = #"""
      compdef() { }
      source ./script
      __diagnose_root() { print -r -- "${CURRENT}|${(j:|:)words}" }
      words=("${@}") CURRENT=$#
      _diagnose
      """#
    try shell.scratch.write(harness, "harness.zsh")
    for (words, expected) in [
      // The word of a command is completed: nothing is behind it.
      (["history"], ["2|diagnose|history", "3|diagnose|analyze|history"]),
      (["hist"], ["2|diagnose|hist", "3|diagnose|analyze|hist"]),
      (["history", ""], ["3|diagnose|history|", "4|diagnose|history|list|"]),
      (["history", "show", ""], ["4|diagnose|history|show|"]),
      (["history", "--app", ""], ["5|diagnose|history|list|--app|"]),
      (["crash.ips", ""], ["4|diagnose|analyze|crash.ips|"]), (["scrub", ""], ["3|diagnose|scrub|"]),
    ] {
      let (out, err) = try shell.run([zsh, "-f", "harness.zsh", "diagnose"] + words)
      #expect(out.split(separator: "\n").map(String.init) == expected && err.isEmpty, "\(words): \(out)\(err)")
    }
  }

  @Test func fishCompletesTheDefaultCommand() throws {
    guard let fish = Self.path("fish") else { return }
    let shell = try Shell(try script("fish"))
    for (line, expected) in [
      ("diagnose cra", "crash.ips"), ("diagnose --symbols cra", "crash.ips"), ("diagnose --form", "--format"),
      ("diagnose crash.ips --symb", "--symbols"), ("diagnose his", "history"), ("diagnose history --buil", "--build"),
      ("diagnose history sho", "show"),
    ] {
      let (out, _) = try shell.run([fish, "--no-config", "-c", "source script; complete -C \"$argv[1]\"", line])
      let words = out.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
      #expect(words == [expected], "\(line): \(words)")
    }
  }
}
