import Foundation
import TestSupport
import Testing

/// `diagnose trust`: a found configuration may set more as long as its content does not change.
@Suite struct TrustTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for folder in ["src/app/.git", "src/app/a", "src/copy/.git", "outside", ".config/diagnose"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try scratch.write(HistoryClockTests.report(0), "outside/new.ips")
  }

  private func run(
    _ arguments: [String], in folder: String = "src/app", environment: [String: String] = [:]
  ) throws -> Tool.Answer {
    try Tool.run(
      arguments, in: scratch.url(folder), environment: ["HOME": scratch.folder.path].merging(environment) { $1 })
  }

  private static let text = "watch: { rescan: 17s }\npatterns: { files: [ci.yml] }\n"
  private static let pattern =
    "patterns: [{ id: test/own, title: T, grades: [{ confidence: certain, evidence: { exception: EXC_BAD_ACCESS } }], "
    + "cause: C, remedy: R, supersedes: memory-null-dereference }]\n"

  private func write(_ folder: String = "src/app") throws {
    try scratch.write(Self.text, folder + "/.diagnose.yml")
    try scratch.write(Self.pattern, folder + "/ci.yml")
  }

  private func isTrusted(_ folder: String = "src/app", _ environment: [String: String] = [:]) throws -> Bool {
    let shown = try run(["config"], in: folder, environment: environment).out
    let answer = try run(
      ["--no-database", "-q", scratch.url("outside/new.ips").path], in: folder, environment: environment)
    let isRead = shown.contains("17s")
    // Settings and patterns are trusted together.
    #expect(isRead == answer.out.contains("[test/own]"), "\(answer)")
    #expect(isRead == answer.err.isEmpty, "\(answer.err)")
    return isRead
  }

  private var entries: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch.url(".local/state/diagnose/trust").path)) ?? []
  }

  @Test func trustIsGivenListedAndRevoked() throws {
    try write()
    #expect(try !isTrusted())
    #expect(try run(["trust", "--list"]).out == "No trusted configuration.\n")
    let answer = try run(["trust"], in: "src/app/a")
    #expect(answer.status == 0 && answer.err.isEmpty, "\(answer)")
    #expect(
      answer.out == """
        Trusted: ~/src/app/.diagnose.yml
        It may now set watch.rescan.
        Its pattern files are yours: ~/src/app/ci.yml.

        """)
    #expect(try isTrusted() && isTrusted("src/app/a"))
    #expect(try run(["trust", "--list"], in: "outside").out == "trusted  ~/src/app/.diagnose.yml\n")
    let list = try JSONValue(parsing: try run(["trust", "--list", "--format", "json"], in: "outside").out)
    #expect(list["schema"] == .string("diagnose-trust/1"))
    #expect(list["configurations"]?[0]?["state"] == .string("trusted"))
    #expect(list["configurations"]?[0]?["path"]?.string?.hasSuffix("/src/app/.diagnose.yml") == true)
    #expect(list["configurations"]?[0]?["digest"]?.string?.count == 64 && list["configurations"]?[1] == nil)
    #expect(try run(["trust", "--format", "json"]).status == 64)
    #expect(try run(["trust", "--revoke", "src/app"], in: ".").out == "Revoked: ~/src/app\n")
    #expect(try !isTrusted() && entries.isEmpty)
    #expect(try run(["trust", "--revoke", "."]).status == 2)
  }

  @Test(arguments: [
    "src/app/.diagnose.yml", "src/app/ci.yml",
  ])
  func everyChangeEndsTheTrust(_ file: String) throws {
    try write()
    _ = try run(["trust", "."])
    #expect(try isTrusted())
    let text = try String(contentsOf: scratch.url(file), encoding: .utf8)
    for changed in [
      text + "#\n", text.replacing("T", with: "U").replacing("17s", with: "17s ") + " ",
      "# " + text.dropFirst(0) + "\n# x\n" + text,
    ] where changed != text {
      try scratch.write(changed, file)
      let answer = try run(["config"])
      #expect(!answer.out.contains("17s"), "\(answer)")
      #expect(try run(["trust", "--list"]).out.hasPrefix("changed  "))
      try scratch.write(text, file)
      #expect(try isTrusted(), "the content that the user trusts")
    }
    try FileManager.default.removeItem(at: scratch.url(file))
    #expect(try run(["trust", "--list"]).out.hasPrefix(file.hasSuffix(".diagnose.yml") ? "missing  " : "changed  "))
    #expect(try !run(["config"]).out.contains("17s"))
    #expect(try run(["trust", "--revoke", "."]).status == 0, "a file that is gone can be revoked")
  }

  @Test func theReasonIsPrinted() throws {
    try write()
    _ = try run(["trust"])
    try scratch.write(Self.text + "# changed\n", "src/app/.diagnose.yml")
    let answer = try run(["config"])
    #expect(answer.err.contains("has changed since you trusted it"), "\(answer.err)")
    #expect(answer.err.contains("watch.rescan has no effect") && answer.err.contains("diagnose trust"))
  }

  /// The same content elsewhere is another configuration.
  @Test func trustIsOfOneFile() throws {
    try write()
    try write("src/copy")
    _ = try run(["trust"])
    #expect(try isTrusted() && !isTrusted("src/copy"))
    try FileManager.default.moveItem(at: scratch.url("src/app"), to: scratch.url("src/moved"))
    #expect(try !isTrusted("src/moved"))
  }

  /// A file of the user's pattern list that becomes a link outside is not the trusted one.
  @Test func pathsAreResolvedAgain() throws {
    try write()
    _ = try run(["trust"])
    try FileManager.default.removeItem(at: scratch.url("src/app/ci.yml"))
    try scratch.write(Self.pattern, "outside/ci.yml")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url("src/app/ci.yml").path, withDestinationPath: "/etc/passwd")
    let answer = try run(["config"])
    #expect(!answer.out.contains("17s") && !answer.err.contains("root:"), "\(answer)")
  }

  // MARK: What trust permits

  private func count(_ environment: [String: String] = [:]) throws -> Int {
    let document = try run(["database", "info", "-f", "json"], in: "outside", environment: environment).out
    let number = document.split(separator: "\"reports\": ").last.map { $0.prefix { $0.isNumber } } ?? ""
    return Int(number) ?? -1
  }

  @Test func retentionIsForTheDatabaseOfTheFile() throws {
    try scratch.write((1...30).map(HistoryClockTests.report).joined(), "outside/many.ips")
    #expect(try run(["ingest", "many.ips"], in: "outside").status == 0)
    try scratch.write("database: { path: h.sqlite, retention: 10d }\n", "src/app/.diagnose.yml")
    #expect(try run(["trust"]).status == 0)
    #expect(try run(["ingest", "../../outside/many.ips"]).status == 0)
    let pruned = try run(["ingest", "../../outside/new.ips"])
    #expect(pruned.err.contains("removed (database.retention)"), "\(pruned.err)")
    #expect(try count() == 30, "the user's own history has all of its reports")
    // The user names another history: the retention of the file is not for it.
    let own = ["DIAGNOSE_DATABASE": scratch.url(".local/share/diagnose/history.sqlite").path]
    let named = try run(["ingest", "../../outside/new.ips"], environment: own)
    #expect(!named.err.contains("removed") && named.status == 0, "\(named.err)")
    #expect(try count() == 31)
    #expect(try run(["database", "prune"], environment: own).status == 64)
    // Without a database of its own, the file has no retention.
    try scratch.write("database: { retention: 10d }\n", "src/app/.diagnose.yml")
    let alone = try run(["trust"])
    #expect(alone.status == 0 && alone.err.contains("names no database"), "\(alone)")
    #expect(try run(["ingest", "../../outside/new.ips"]).status == 0)
    #expect(try count() == 31)
  }

  @Test(arguments: [
    ("database: { path: ../h.sqlite }", false), ("database: { path: \"~/h.sqlite\" }", false),
    ("database: { path: /tmp/h.sqlite }", false), ("database: { path: .git/h.sqlite }", false),
    ("database: { path: a/../.git/h.sqlite }", false), ("database: { path: link/h.sqlite }", false),
    ("database: { path: dangling }", false), ("database: { path: none/../../x }", false),
    ("database: { path: \"clickhouse://u@h.example/d?secure=1\" }", false), ("database: { path: new/h.sqlite }", true),
    ("symbols: { paths: [/net/example.com/dSYMs] }", false), ("symbols: { paths: [../../..] }", false),
    ("symbols: { paths: [\"~/Archives\", build] }", true), ("watch: { directories: [/var] }", false),
    ("watch: { directories: [a, \"~/Library\"] }", true), ("patterns: { files: [/etc/hostname] }", false),
    ("source: { roots: [/etc] }", false), ("source: { roots: [a] }", true), ("database: { max-unsent: 1 }", false),
  ])
  func pathsOfATrustedFileAreItsOwn(_ text: String, _ isAllowed: Bool) throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url("src/app/link").path, withDestinationPath: "../../outside")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url("src/app/dangling").path, withDestinationPath: "../../nothing.sqlite")
    try scratch.write(text + "\n", "src/app/.diagnose.yml")
    #expect(try run(["trust"]).status == 0)
    let answer = try run(["--no-database", "-q", "../../outside/new.ips"])
    #expect(answer.status == 0 && answer.err.isEmpty == isAllowed, "\(answer.err)")
    if !isAllowed { #expect(answer.err.contains("to allow it: name the file with --config"), "\(answer.err)") }
  }

  // MARK: The store

  @Test func theStoreIsTheUsersAlone() throws {
    try write()
    _ = try run(["trust"])
    let folder = scratch.url(".local/state/diagnose/trust")
    let entry = folder.appendingPathComponent(try #require(entries.first))
    func mode(_ url: URL) throws -> Int {
      try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }
    #expect(try mode(folder) == 0o700 && mode(entry) == 0o600)
    for wrong in [0o644, 0o660, 0o604] {
      #expect(chmod(entry.path, mode_t(wrong)) == 0)
      #expect(try !isTrusted(), "\(wrong)")
    }
    #expect(chmod(entry.path, 0o600) == 0)
    #expect(try isTrusted())
    #expect(chmod(folder.path, 0o755) == 0)
    #expect(try !isTrusted() && run(["trust"]).status == 74)
    #expect(chmod(folder.path, 0o700) == 0)
    // A link in place of the entry, and text that is none.
    try FileManager.default.moveItem(at: entry, to: scratch.url("outside/entry"))
    try FileManager.default.createSymbolicLink(at: entry, withDestinationURL: scratch.url("outside/entry"))
    #expect(try !isTrusted())
    try FileManager.default.removeItem(at: entry)
    let text = try String(contentsOf: scratch.url("outside/entry"), encoding: .utf8)
    for damaged in [
      "", "x", String(text.dropLast(3)), text.replacing("diagnose-trust/1", with: "diagnose-trust/2"),
      text.replacing("src/app", with: "src/copy"),
    ] {
      try Data(damaged.utf8).write(to: entry)
      #expect(chmod(entry.path, 0o600) == 0)
      #expect(try !isTrusted(), "\(damaged)")
    }
  }

  /// A repository must not contain the trust in itself.
  @Test func theStoreIsOutsideOfTheRepository() throws {
    try write()
    let inside = ["XDG_STATE_HOME": scratch.url("src/app/state").path]
    #expect(try run(["trust"], environment: inside).status == 64)
    // An entry that a stranger prepared.
    let elsewhere = ["XDG_STATE_HOME": scratch.url("elsewhere").path]
    #expect(try run(["trust"], environment: elsewhere).status == 0)
    #expect(try isTrusted("src/app", elsewhere) && !isTrusted())
    try FileManager.default.moveItem(at: scratch.url("elsewhere"), to: scratch.url("src/app/state"))
    #expect(try !isTrusted("src/app", inside))
    #expect(
      try !isTrusted(
        "src/app", ["HOME": scratch.url("src/app").path, "XDG_STATE_HOME": scratch.url("src/app/state").path]))
  }

  @Test func whatCannotBeTrusted() throws {
    #expect(try run(["trust"]).status == 2)
    #expect(try run(["trust", "nothing"]).status == 64)
    try scratch.write("databse: { path: a }\n", "src/app/.diagnose.yml")
    #expect(try run(["trust"]).status == 78 && entries.isEmpty)
    #expect(try run(["trust", "../../outside/new.ips"]).status == 64)
    #expect(try run(["trust", "--list", "."]).status == 64)
    try FileManager.default.removeItem(at: scratch.url("src/app/.diagnose.yml"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url("src/app/.diagnose.yml").path, withDestinationPath: "/etc/passwd")
    let answer = try run(["trust"])
    #expect(answer.status == 2 && !answer.err.contains("root:"))
  }
}
