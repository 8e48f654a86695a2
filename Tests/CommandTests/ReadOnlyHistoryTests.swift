import Foundation
import History
import TestSupport
import Testing

/// A history on a volume that the user cannot write to, without a folder for temporary files.
@Suite struct ReadOnlyHistoryTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func setMode(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.url(name).path)
  }

  @Test(
    .enabled(if: Tool.bound != nil, "root may write everything"), arguments: ["ro", "r o?#%41", "ro/.."],
    ["history", "trends", "history list --reports", "history search nib", "database info", "database export"])
  func isReadWhereItIs(folder: String, command: String) throws {
    let starter = try #require(Tool.bound)
    let name = folder == "ro/.." ? "ro" : folder
    try FileManager.default.createDirectory(at: scratch.url(name), withIntermediateDirectories: true)
    try scratch.write(Sample.json(1), "a.ips")
    let path = "\(name)/h.db"
    let ingest = try Tool.run(["ingest", "--database", path, "a.ips"], in: scratch.folder)
    #expect(ingest.status == 0, "\(ingest.err)")
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url(name).path)
    #expect(files == ["h.db"], "the log is removed at the end")
    try setMode(0o444, path)
    try setMode(0o555, name)
    defer { try? setMode(0o755, name) }
    let given = folder == "ro/.." ? "ro/../ro/h.db" : path
    let arguments = command.split(separator: " ").map(String.init) + ["--database", given]
    let answer = try Tool.run(
      arguments, in: scratch.folder, environment: ["TMPDIR": "/nonexistent"], startedBy: starter)
    #expect(answer.status == 0, "\(answer.err)")
    #expect(!answer.out.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url(name).path) == ["h.db"])
    // A history that cannot be written is not written.
    let write = try Tool.run(
      ["ingest", "--database", given, "a.ips"], in: scratch.folder, environment: ["TMPDIR": "/nonexistent"],
      startedBy: starter)
    #expect(write.status == 74)
  }

  /// Commands read a copy of a history with a log on a read-only volume; a completion copies nothing.
  @Test(.enabled(if: Tool.bound != nil, "root may write everything"))
  func aCompletionCopiesNothing() throws {
    let starter = try #require(Tool.bound)
    try scratch.write(Sample.json(1), "a.ips")
    #expect(try Tool.run(["ingest", "--database", "h.db", "a.ips"], in: scratch.folder).status == 0)
    // While it is open for writing, the history has a log.
    let store = try HistoryStore(path: scratch.url("h.db").path)
    _ = try store.note([BuildRuns(app: "com.example.MyApp", build: "412", day: 20_667, runs: 1)])
    for folder in ["rw", "ro"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
      for name in ["h.db", "h.db-wal"] {
        try FileManager.default.copyItem(at: scratch.url(name), to: scratch.url(folder + "/" + name))
      }
    }
    store.close()
    for name in ["ro/h.db", "ro/h.db-wal"] { try setMode(0o444, name) }
    try setMode(0o555, "ro")
    defer { try? setMode(0o755, "ro") }
    for (folder, isOffered) in [("rw", true), ("ro", false)] {
      let words = ["diagnose", "history", "--database", folder + "/h.db", "--app", ""]
      let answer = try Tool.run(
        ["---completion", "history", "list", "--", "--app", "5", "0"] + words, in: scratch.folder, startedBy: starter)
      #expect(answer.status == 0 && answer.err.isEmpty)
      #expect(answer.out.contains("MyApp") == isOffered, "\(folder): \(answer.out)")
      let list = try Tool.run(["history", "--database", folder + "/h.db"], in: scratch.folder, startedBy: starter)
      #expect(list.status == 0 && !list.out.isEmpty, "\(list.err)")
    }
  }
}
