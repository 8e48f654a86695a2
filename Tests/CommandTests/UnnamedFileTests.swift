import Foundation
import Testing

/// Names that are not UTF-8, or not in the form in which arguments are parsed: their text names another file, and no command
/// writes to that one.
@Suite struct UnnamedFileTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("Fatal error: Index out of range\n", "a.log")
  }

  /// Runs a command line in which `$n` is the name.
  private func run(_ line: String, _ name: String, environment: [String: String] = [:]) throws -> Tool.Answer {
    try Tool.run(
      [], in: scratch.folder, environment: environment,
      startedBy: ["/bin/sh", "-c", "n=$(printf '\(name)'); exec \"$0\" \(line)"])
  }

  /// The names of the files in the folder, with the escapes of `ls`.
  private func files() throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "ls -A | od -An -c"]
    process.currentDirectoryURL = scratch.folder
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  static let lines = [
    "--no-database -f json --output \"$n\" a.log", "--no-database --output=\"$n\" a.log",
    "--no-database --json-out \"$n\" a.log", "--no-database --write html=\"$n\" a.log",
    "--no-database --write-baseline \"$n\" a.log", "--database \"$n\" a.log", "ingest --database=\"$n\" a.log",
    "scrub --output \"$n\" a.log", "symbolicate --output \"$n\" a.log", "check . --output \"$n\"",
    "patterns new acme/a --output \"$n\"", "report --html \"$n\" --database h.sqlite", "history list --database \"$n\"",
    "trust \"$n\"",
  ]

  @Test(arguments: lines, [#"x\377.out"#, #"x\303.out"#, "e" + String(repeating: #"\314\201"#, count: 40)])
  func noCommandWritesToAnotherName(_ line: String, _ name: String) throws {
    let before = try files()
    let answer = try run(line, name)
    #expect(answer.status == 64, "\(answer.err)")
    #expect(try files() == before, "\(line)")
  }

  @Test func namesInUTF8AreWritten() throws {
    for line in Self.lines.prefix(5) {
      let answer = try run(line, #"x\303\251.out"#)
      #expect(answer.status == 0, "\(line): \(answer.err)")
      #expect(FileManager.default.fileExists(atPath: scratch.url("xé.out").path))
      try? FileManager.default.removeItem(at: scratch.url("xé.out"))
    }
  }

  @Test(arguments: ["HOME", "XDG_DATA_HOME", "DIAGNOSE_DATABASE"])
  func variablesThatAreNotUTF8NameNoFile(_ variable: String) throws {
    let line = "\(variable)=\"$PWD/$n\""
    let answer = try Tool.run(
      [], in: scratch.folder,
      startedBy: ["/bin/sh", "-c", "n=$(printf 'x\\377'); mkdir \"$n\"; exec env \(line) \"$0\" ingest a.log"])
    #expect(!FileManager.default.fileExists(atPath: scratch.url("x\u{FFFD}").path))
    if variable == "HOME" { #expect(answer.status != 0 && answer.err.contains("HOME is not UTF-8"), "\(answer.err)") }
  }

  @Test func aFolderThatIsNotUTF8HasNoConfigurationOfAnother() throws {
    let answer = try Tool.run(
      [], in: scratch.folder,
      startedBy: [
        "/bin/sh", "-c",
        """
        n=$(printf 'x\\377'); m=$(printf 'x\\357\\277\\275'); mkdir "$n" "$m"; echo 'wrong: 1' > "$m/.diagnose.yml"
        cp a.log "$n"; cd "$n"; exec "$0" --no-database a.log
        """,
      ])
    #expect(answer.status == 0, "\(answer.err)")
    #expect(!answer.err.contains(".diagnose.yml"))
  }
}
