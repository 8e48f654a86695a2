import Foundation
import Platform
import Testing

/// A history whose files another program deletes, moves, replaces or overwrites while a command uses it: what the command
/// acknowledged is in the history at the path afterwards, or the command ended with 74 and named the history.
@Suite struct LostHistoryTests {
  /// What happens to the files of `db/h.sqlite`.
  enum Change: CaseIterable {
    case removeAll, removeDatabase, removeLog, removeFolder
    case move, moveAll, moveFolder
    case replace, replaceByNothing, replaceByFolder, replaceByLink, linkInPlace
    case overwrite, truncate
    case forbid, touch

    /// Whether everything that was acknowledged must be in the file of this name afterwards.
    var completeCopy: String? {
      switch self {
      case .move, .moveAll, .linkInPlace: "moved/h.sqlite"
      case .moveFolder: "moved/db/h.sqlite"
      case .removeLog, .forbid, .touch: "db/h.sqlite"
      default: nil
      }
    }

    /// Whether the command may go on as if nothing had happened.
    var isHarmless: Bool { self == .forbid || self == .touch }

    /// What another program writes into the file.
    static let foreign = Data(String(repeating: "a file of another program\n", count: 400).utf8)

    func apply(_ scratch: Scratch) throws {
      let manager = FileManager.default
      let (file, moved) = (scratch.url("db/h.sqlite"), scratch.url("moved/h.sqlite"))
      try manager.createDirectory(at: scratch.url("moved"), withIntermediateDirectories: true)
      func remove(_ suffixes: [String]) throws {
        for suffix in suffixes where manager.fileExists(atPath: file.path + suffix) {
          try manager.removeItem(atPath: file.path + suffix)
        }
      }
      switch self {
      case .removeAll: try remove(["", "-wal", "-shm"])
      case .removeDatabase: try remove([""])
      case .removeLog: try remove(["-wal"])
      case .removeFolder: try manager.removeItem(at: scratch.url("db"))
      case .move: try manager.moveItem(at: file, to: moved)
      case .moveAll:
        for suffix in ["", "-wal", "-shm"] where manager.fileExists(atPath: file.path + suffix) {
          try manager.moveItem(atPath: file.path + suffix, toPath: moved.path + suffix)
        }
      case .moveFolder: try manager.moveItem(at: scratch.url("db"), to: scratch.url("moved/db"))
      case .replace: #expect(rename(scratch.url("other.sqlite").path, file.path) == 0)
      case .replaceByNothing:
        try Data().write(to: scratch.url("empty"))
        #expect(rename(scratch.url("empty").path, file.path) == 0)
      case .replaceByFolder:
        try remove([""])
        try manager.createDirectory(at: file, withIntermediateDirectories: false)
      case .replaceByLink:
        try remove([""])
        try manager.createSymbolicLink(atPath: file.path, withDestinationPath: "../other.sqlite")
      case .linkInPlace:
        try manager.moveItem(at: file, to: moved)
        try manager.createSymbolicLink(atPath: file.path, withDestinationPath: "../moved/h.sqlite")
      case .overwrite:
        let bytes = Self.foreign
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
      case .truncate: try FileHandle(forWritingTo: file).truncate(atOffset: 0)
      case .forbid: #expect(chmod(file.path, 0) == 0)
      case .touch: #expect(utimes(file.path, nil) == 0)
      }
    }
  }

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for folder in ["db", "reports", "many"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: false)
    }
    // The other history is smaller and younger than the one that it replaces.
    try scratch.write(Sample.json(99_999), "other.ips")
    #expect(try Tool.run(["ingest", "--database", "other.sqlite", "other.ips"], in: scratch.folder).status == 0)
  }

  // MARK: - Processes

  /// A command that runs.
  private final class Running {
    let process: Process
    private let out: Tool.Capture
    private let err: Tool.Capture
    private let input = Pipe()

    init(_ arguments: [String], _ scratch: Scratch, readsInput: Bool = false) throws {
      process = try Tool.prepare(arguments, in: scratch.folder)
      if readsInput { process.standardInput = input }
      out = try Tool.Capture(scratch.folder, "out")
      process.standardOutput = out.handle
      err = try Tool.Capture(scratch.folder, "err")
      process.standardError = err.handle
      try process.run()
    }

    var output: String { out.text() }
    var messages: String { err.text() }

    /// The incidents that the output so far says are stored.
    var acknowledged: [String] {
      output.split(separator: "\n").filter { $0.contains("\"event\":\"report\"") }.compactMap { incident(in: $0) }
    }

    func incident(in line: Substring) -> String? {
      line.firstRange(of: "4D595250-0000-4000-8000-").map { range in
        String(line[range.lowerBound...].prefix(36))
      }
    }

    func send(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }
    func endInput() { try? input.fileHandleForWriting.close() }

    /// Machines under load get more time.
    func wait(until isReached: () -> Bool) -> Bool {
      for _ in 0..<600 {
        if isReached() { return true }
        Thread.sleep(forTimeInterval: 0.02)
      }
      return false
    }

    func end() -> Int32 {
      if process.isRunning { kill(process.processIdentifier, SIGTERM) }
      process.waitUntilExit()
      return process.terminationStatus
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  /// The incidents that a history contains; `nil` if it cannot be read.
  private func stored(_ name: String) throws -> Set<String>? {
    guard FileManager.default.fileExists(atPath: scratch.url(name).path) else { return [] }
    chmod(scratch.url(name).path, 0o600)
    let answer = try Tool.run(["database", "export", "--database", name], in: scratch.folder)
    guard answer.status == 0 else { return nil }
    let pattern = "4D595250-0000-4000-8000-"
    return Set(
      answer.out.split(separator: "\n").flatMap { line in
        line.ranges(of: pattern).map { String(line[$0.lowerBound...].prefix(36)) }
      })
  }

  private func expectNothingIsLost(_ change: Change, _ acknowledged: [String], _ status: Int32, _ messages: String)
    throws
  {
    let present = try stored("db/h.sqlite")
    if !(present?.isSuperset(of: acknowledged) ?? false) {
      #expect(
        status == 74, "\(change): \(acknowledged.count) acknowledged, \(present?.count ?? -1) stored: \(messages)")
      #expect(
        messages.contains("h.sqlite") && messages.contains("while it was in use") || messages.contains("in use when"))
    }
    if change.isHarmless { #expect(status == 0, "\(change): \(messages)") }
    if let copy = change.completeCopy {
      let complete = try #require(try stored(copy), "\(change): \(copy) cannot be read: \(messages)")
      #expect(complete.isSuperset(of: acknowledged), "\(change): \(acknowledged.count) of which \(complete.count)")
    }
    // What replaced the history is intact, and nothing was mixed into it.
    if change == .overwrite {
      #expect(try Data(contentsOf: scratch.url("db/h.sqlite")) == Change.foreign && status == 74)
    }
    if change == .replace || change == .replaceByLink {
      #expect(try stored("db/h.sqlite") == [String(format: "4D595250-0000-4000-8000-%012X", 99_999)], "\(change)")
      let check = try Tool.run(["database", "check", "--database", "db/h.sqlite"], in: scratch.folder)
      #expect(check.status == 0, "\(change): \(check.out) \(check.err)")
    }
  }

  private func add(_ numbers: Range<Int>) throws {
    for number in numbers { try scratch.write(Sample.json(number), "reports/\(number).ips") }
  }

  // MARK: - Commands

  @Test(arguments: Change.allCases, [true, false])
  func watchAcknowledgesNothingThatIsLost(_ change: Change, _ goesOn: Bool) throws {
    let running = try Running(
      ["watch", "--database", "db/h.sqlite", "--format", "jsonl", "--settle", "100ms", "reports"], scratch)
    try add(0..<3)
    #expect(running.wait { running.acknowledged.count == 3 }, "\(running.messages)")
    try change.apply(scratch)
    if goesOn {
      try add(3..<8)
      #expect(running.wait { !running.process.isRunning || running.acknowledged.count == 8 })
    }
    let status = running.end()
    try expectNothingIsLost(change, running.acknowledged, status, running.messages)
  }

  @Test(arguments: Change.allCases)
  func ingestAcknowledgesNothingThatIsLost(_ change: Change) throws {
    for number in 0..<1_500 { try scratch.write(Sample.json(number), "many/\(number).ips") }
    let running = try Running(
      ["ingest", "--database", "db/h.sqlite", "--format", "jsonl", "--jobs", "1", "many"], scratch)
    #expect(running.wait { !running.acknowledged.isEmpty }, "\(running.messages)")
    try change.apply(scratch)
    running.process.waitUntilExit()
    let status = running.process.terminationStatus
    try expectNothingIsLost(change, running.acknowledged, status, running.messages)
  }

  @Test(arguments: Change.allCases)
  func agentsAreToldNothingThatIsLost(_ change: Change) throws {
    let running = try Running(
      ["mcp", "--record", "--database", "db/h.sqlite", "--allow", "reports"], scratch, readsInput: true)
    func analyze(_ number: Int) throws {
      try add(number..<number + 1)
      let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
      try running.send(
        #"{"jsonrpc":"2.0","id":\#(number),"method":"tools/call","params":{\#(meta),"name":"analyze","arguments":{"path":"reports/\#(number).ips"}}}"#
      )
      #expect(
        running.wait { running.output.contains("\"id\":\(number),") || running.output.contains("\"id\":\(number)}") })
    }
    try analyze(1)
    #expect(running.output.contains("History: new"), "\(running.output)")
    try change.apply(scratch)
    try analyze(2)
    running.endInput()
    running.process.waitUntilExit()
    let acknowledged = running.output.split(separator: "\n").enumerated().filter { $0.element.contains("History: ") }
      .filter { !$0.element.contains("History: unavailable") }
      .map { String(format: "4D595250-0000-4000-8000-%012X", $0.offset + 1) }
    let status = running.process.terminationStatus
    let present = try stored("db/h.sqlite") ?? []
    #expect(present.isSuperset(of: acknowledged) || status == 74, "\(change): \(acknowledged) \(present)")
    if status == 74 { #expect(running.messages.contains("h.sqlite"), "\(running.messages)") }
    if change.isHarmless { #expect(status == 0, "\(running.messages)") }
    if change == .removeAll || change == .removeFolder || change == .moveFolder {
      #expect(present == [acknowledged[1]], "recording goes on in a new history: \(running.messages)")
    }
  }

  /// Pages are those of the history that is at the path.
  @Test(arguments: [Change.replace, .removeAll, .moveAll, .moveFolder, .linkInPlace])
  func pagesAreThoseOfThePath(_ change: Change) throws {
    try add(1..<2)
    #expect(try Tool.run(["ingest", "--database", "db/h.sqlite", "reports"], in: scratch.folder).status == 0)
    let running = try Running(["serve", "--port", "0", "--database", "db/h.sqlite"], scratch)
    #expect(running.wait { running.output.contains("http://") })
    let address = try #require(URL(string: running.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    func page() throws -> String {
      let curl = Process()
      curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      let cookies = scratch.url("cookies").path
      curl.arguments = ["-s", "-L", "-b", cookies, "-c", cookies, address.absoluteString]
      let pipe = Pipe()
      curl.standardOutput = pipe
      try curl.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      curl.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try page().contains("drawCard1"))
    try change.apply(scratch)
    let after = try page()
    switch change {
    case .replace: #expect(after.contains("drawCard99999") && !after.contains("drawCard1<"), "\(after)")
    case .linkInPlace: #expect(after.contains("drawCard1"))
    default: #expect(!after.contains("drawCard1"), "\(change)")
    }
    #expect(running.end() == 0)
  }
}
