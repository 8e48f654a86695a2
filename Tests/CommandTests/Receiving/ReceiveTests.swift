import Foundation
import Platform
import TestSupport
import Testing

/// The command `diagnose receive` over sockets of this machine.
@Suite(.serialized) struct ReceiveTests {
  /// A running endpoint.
  private final class Running {
    let scratch: Scratch
    private(set) var token = ""
    private(set) var port: UInt16 = 0
    private var process = Process()
    private var out: Tool.Capture
    private var err: Tool.Capture

    init(_ options: [String] = []) throws {
      scratch = try Scratch()
      out = try Tool.Capture(scratch.folder, "out")
      err = try Tool.Capture(scratch.folder, "err")
      let added = try Tool.run(
        ["receive", "--add-token", "app", "--database", "h.sqlite"], in: scratch.folder)
      token = added.out.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(added.status == 0 && token.utf8.count == 32 && !added.err.contains(token))
      try start(options)
    }

    /// Starts the program, again after its end.
    ///
    /// - Parameter pipe: Where it writes; closed after its first line.
    func start(_ options: [String] = [], to pipe: Pipe? = nil) throws {
      process = try Tool.prepare(
        ["receive", "--listen", "127.0.0.1:0", "--database", "h.sqlite"] + options, in: scratch.folder)
      out = try Tool.Capture(scratch.folder, "out")
      err = try Tool.Capture(scratch.folder, "err")
      if let pipe { process.standardOutput = pipe } else { process.standardOutput = out.handle }
      process.standardError = err.handle
      try process.run()
      let prefix = "Receiving at http://127.0.0.1:"
      var text = ""
      if let pipe {
        while !text.contains("\n"), case let part = pipe.fileHandleForReading.availableData, !part.isEmpty {
          text += String(decoding: part, as: UTF8.self)
        }
        try pipe.fileHandleForReading.close()
      } else {
        try #require(wait { out.text().contains("\n") }, "\(err.text())")
        text = out.text()
      }
      let line = try #require(text.split(separator: "\n").first)
      #expect(line.hasPrefix(prefix))
      port = try #require(UInt16(line.dropFirst(prefix.count)))
    }

    var lines: String { out.text() }
    var complaints: String { err.text() }

    func wait(until isReached: () -> Bool) -> Bool {
      for _ in 0..<600 {
        if isReached() { return true }
        Thread.sleep(forTimeInterval: 0.05)
      }
      return false
    }

    func end(_ signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationStatus
    }

    /// Sends bytes, and returns what the endpoint answers until it closes the connection.
    func exchange(_ bytes: [UInt8]) throws -> String {
      CurrentProcess.ignoreWriteSignals()
      // SOCK_STREAM, whose type differs between systems: 1 everywhere (socket(2)).
      let descriptor = socket(AF_INET, 1, 0)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isOpen = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isOpen)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      var answer: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = part.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count <= 0 { break }
        answer += part.prefix(count)
      }
      return String(decoding: answer, as: UTF8.self)
    }

    func post(_ body: [UInt8], _ target: String = "/v1/reports", token: String? = nil) throws -> String {
      let head =
        "POST \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n"
        + "Authorization: Bearer \(token ?? self.token)\r\n\r\n"
      return try exchange(Array(head.utf8) + body)
    }

    func stored() throws -> Int {
      let answer = try Tool.run(
        ["history", "list", "--limit", "0", "--database", "h.sqlite", "--format", "json"], in: scratch.folder)
      guard case .array(let issues)? = try JSONValue(parsing: answer.out)["issues"] else { return 0 }
      return issues.reduce(0) { sum, issue in
        if case .integer(let count)? = issue["count"] { sum + Int(count) } else { sum }
      }
    }

    func waiting() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: scratch.url("h.sqlite.spool").path)
        .filter { $0.hasSuffix(".report") }.count
    }
  }

  @Test func reportsAreRecorded() throws {
    let endpoint = try Running()
    for number in 0..<3 {
      #expect(try endpoint.post(Array(Sample.json(number).utf8)).hasPrefix("HTTP/1.1 202 Accepted\r\n"))
    }
    #expect(try endpoint.post(Array(Sample.json(1).utf8)).hasPrefix("HTTP/1.1 202 "))
    #expect(try endpoint.post(Array(Sample.json(9).utf8), token: "x").hasPrefix("HTTP/1.1 401 "))
    #expect(try endpoint.exchange(Array("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".utf8)).hasPrefix("HTTP/1.1 200 OK"))
    #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    #expect(endpoint.wait { endpoint.lines.contains("NEW") })
    #expect(endpoint.end(SIGTERM) == 0)
    #expect(try endpoint.stored() == 3)
    #expect(endpoint.complaints.contains("1 request rejected: 1 with status 401"))
  }

  /// A reader of standard output that ends is reported once, and reports are recorded on.
  @Test func aClosedOutputDoesNotEndIt() throws {
    let endpoint = try Running()
    #expect(endpoint.end(SIGTERM) == 0)
    try endpoint.start(to: Pipe())
    for number in 0..<3 {
      #expect(try endpoint.post(Array(Sample.json(number).utf8)).hasPrefix("HTTP/1.1 202 "))
      #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    }
    #expect(endpoint.end(SIGTERM) == 0)
    #expect(try endpoint.stored() == 3)
    #expect(endpoint.complaints.components(separatedBy: "standard output cannot be written").count == 2)
  }

  /// A history that cannot be opened at the start may be opened later.
  @Test func itStartsWithoutItsHistory() throws {
    let endpoint = try Running()
    #expect(endpoint.end(SIGTERM) == 0)
    let path = endpoint.scratch.url("h.sqlite")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path.path + suffix)
    }
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    try endpoint.start()
    #expect(endpoint.complaints.contains("reports wait in the spool"))
    #expect(try endpoint.post(Array(Sample.json(1).utf8)).hasPrefix("HTTP/1.1 202 "))
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try endpoint.waiting() == 1)
    try FileManager.default.removeItem(at: path)
    #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    #expect(endpoint.end(SIGTERM) == 0)
    #expect(try endpoint.stored() == 1)
    // A file that is not a history stays as it is.
    try Data("hello, this is not a history\n".utf8).write(to: endpoint.scratch.url("foreign"))
    let foreign = try Tool.run(
      ["receive", "--listen", "127.0.0.1:0", "--database", "foreign"], in: endpoint.scratch.folder)
    #expect(foreign.status == 74)
  }

  /// What was acknowledged is in the history once, whenever the program is killed.
  @Test func nothingAcknowledgedIsLost() throws {
    let endpoint = try Running()
    for round in 0..<5 {
      for number in 0..<4 {
        #expect(try endpoint.post(Array(Sample.json(round * 4 + number).utf8)).hasPrefix("HTTP/1.1 202 "))
      }
      _ = endpoint.end(SIGKILL)
      try endpoint.start()
    }
    #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    #expect(endpoint.end(SIGINT) == 130)
    #expect(try endpoint.stored() == 20)
  }

  @Test func tokensAreManaged() throws {
    let endpoint = try Running()
    let report = Array(Sample.json(1).utf8)
    let other = try Tool.run(
      ["receive", "--add-token", "other", "--database", "h.sqlite"], in: endpoint.scratch.folder)
    let token = other.out.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try endpoint.post(report, token: token).hasPrefix("HTTP/1.1 202 "))
    let list = try Tool.run(["receive", "--list-tokens", "--database", "h.sqlite"], in: endpoint.scratch.folder)
    #expect(list.out == "app    created 2026-08-03\nother  created 2026-08-03\n")
    let revoked = try Tool.run(
      ["receive", "--revoke-token", "other", "--database", "h.sqlite"], in: endpoint.scratch.folder)
    #expect(revoked.status == 0)
    #expect(try endpoint.post(report, token: token).hasPrefix("HTTP/1.1 401 "))
    #expect(try endpoint.post(report).hasPrefix("HTTP/1.1 202 "))
    #expect(endpoint.end(SIGTERM) == 0)
  }

  // MARK: Symbol files

  private static let fixtures = "Tests/Fixtures/symbols/"
  private static let dSYM = fixtures + "x86_64-sim-dw5/XXXCoreTestHost.dSYM"

  /// Creates a token for symbol files, and returns it and the file that contains it.
  private func symbolToken(_ endpoint: Running) throws -> (text: String, file: String) {
    let added = try Tool.run(
      ["receive", "--add-token", "ci", "--for-symbols", "--database", "h.sqlite"], in: endpoint.scratch.folder)
    #expect(added.status == 0 && added.err.contains("upload-symbols"))
    let file = endpoint.scratch.url("token")
    try Data(added.out.utf8).write(to: file)
    return (added.out.trimmingCharacters(in: .whitespacesAndNewlines), file.path)
  }

  @Test func symbolFilesAreStoredAndUsedForLaterReports() throws {
    let endpoint = try Running()
    let token = try symbolToken(endpoint)
    let upload = { (paths: [String]) throws in
      try Tool.run(
        ["upload-symbols"] + paths + ["--to", "http://127.0.0.1:\(endpoint.port)", "--token-file", token.file],
        in: endpoint.scratch.folder)
    }
    let place = "h.sqlite.symbols/4c/4c441d55553144a1f0eb2a6143963f/debuginfo"
    for _ in 0..<2 {
      let sent = try upload([Repository.url(Self.dSYM).path])
      #expect(sent.status == 0 && sent.out.hasSuffix(": stored\n"), "\(sent.err)")
      #expect(sent.out.hasPrefix("4C4C441D-5555-3144-A1F0-EB2A6143963F  "))
    }
    let original = try Data(
      contentsOf: Repository.url(Self.dSYM + "/Contents/Resources/DWARF/XXXCoreTestHost"))
    #expect(try Data(contentsOf: endpoint.scratch.url(place)) == original)
    // Every slice of a universal file has its own UUID.
    let universal = try upload([Repository.url(Self.fixtures + "universal-ios-dw4/XXXCoreTestHost.dSYM").path])
    #expect(universal.status == 0 && universal.out.split(separator: "\n").count == 2)
    let report = try Data(
      contentsOf: Repository.url(Self.fixtures + "reports/seed-replica-unsymbolicated.ips"))
    #expect(try endpoint.post(Array(report)).hasPrefix("HTTP/1.1 202 "))
    #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    #expect(endpoint.wait { endpoint.lines.contains("CFRelease(NULL) in LoadF") }, "\(endpoint.lines)")
    #expect(endpoint.end(SIGTERM) == 0)
  }

  @Test func elfAndBreakpadFilesAreStoredByTheirBuildID() throws {
    let endpoint = try Running()
    let token = try symbolToken(endpoint)
    let folder = "Tests/Fixtures/elf/"
    let upload = { (arguments: [String]) throws in
      try Tool.run(
        ["upload-symbols"] + arguments + ["--to", "http://127.0.0.1:\(endpoint.port)", "--token-file", token.file],
        in: endpoint.scratch.folder)
    }
    let debug = try upload([Repository.url(folder + "stripped.so.debug").path])
    #expect(debug.status == 0 && debug.out.hasSuffix("stripped.so.debug: stored\n"), "\(debug.err)")
    let id = String(debug.out.prefix { $0 != " " })
    #expect(id.utf8.count == 40)
    let place = "h.sqlite.symbols/\(id.prefix(2))/\(id.dropFirst(2))/"
    #expect(
      try Data(contentsOf: endpoint.scratch.url(place + "debuginfo"))
        == Data(contentsOf: Repository.url(folder + "stripped.so.debug")))
    // The program without debug information is an image.
    let program = Repository.url(folder + "stripped.so").path
    let without = try upload([program])
    #expect(without.status == 2 && without.err.contains("only images (--images sends them)"))
    #expect(try upload([program, "--images"]).status == 0)
    #expect(
      try Data(contentsOf: endpoint.scratch.url(place + "executable"))
        == Data(contentsOf: URL(fileURLWithPath: program)))
    let symbols = endpoint.scratch.url("made.sym")
    try Data("MODULE Linux x86_64 0123456789ABCDEF0123456789ABCDEF0 made\nINFO CODE_ID \(id)\nFUNC 1000 10 0 f\n".utf8)
      .write(to: symbols)
    #expect(try upload([symbols.path]).status == 0)
    #expect(
      try Data(contentsOf: endpoint.scratch.url(place + "breakpad")) == Data(contentsOf: symbols))
    // Split debug information is not a symbol file of its own.
    #expect(try upload([Repository.url(folder + "split5-tail.dwo").path]).status == 2)
    #expect(endpoint.end(SIGTERM) == 0)
  }

  /// A report that arrives before its symbols has their names after them, also if the endpoint is killed in between.
  @Test func reportsThatWaitedForSymbolsGetTheirNames() throws {
    let endpoint = try Running()
    let token = try symbolToken(endpoint)
    let report = try Data(
      contentsOf: Repository.url(Self.fixtures + "reports/seed-replica-unsymbolicated.ips"))
    #expect(try endpoint.post(Array(report)).hasPrefix("HTTP/1.1 202 "))
    #expect(endpoint.wait { (try? endpoint.stored()) == 1 && (try? endpoint.waiting()) == 0 })
    let list = {
      try Tool.run(
        ["history", "list", "--database", "h.sqlite", "--format", "json"], in: endpoint.scratch.folder
      ).out
    }
    #expect(try !list().contains("LoadF"))
    _ = endpoint.end(SIGKILL)
    try endpoint.start()
    let sent = try Tool.run(
      [
        "upload-symbols", Repository.url(Self.dSYM).path, "--to", "http://127.0.0.1:\(endpoint.port)", "--token-file",
        token.file,
      ], in: endpoint.scratch.folder)
    #expect(sent.status == 0, "\(sent)")
    #expect(endpoint.wait { (try? list().contains("LoadF")) == true }, "\((try? list()) ?? "")")
    #expect(try endpoint.stored() == 1)
    guard case .array(let issues)? = try JSONValue(parsing: list())["issues"] else { return #expect(Bool(false)) }
    #expect(issues.count == 1)
    #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    #expect(endpoint.end(SIGTERM) == 0)
  }

  @Test func onlySymbolFilesOfTheirTokenAreStored() throws {
    let endpoint = try Running()
    let token = try symbolToken(endpoint)
    let file = Array(
      try Data(contentsOf: Repository.url(Self.dSYM + "/Contents/Resources/DWARF/XXXCoreTestHost")))
    let post = { (body: [UInt8], token: String?) throws in
      String(try endpoint.post(body, "/v1/symbols", token: token).dropFirst(9).prefix(3))
    }
    #expect(try post(file, nil) == "403")
    #expect(try post(file, "x") == "401")
    #expect(try endpoint.post(Array(Sample.json(1).utf8), token: token.text).hasPrefix("HTTP/1.1 403 "))
    #expect(try post(Array("not symbols".utf8), token.text) == "400")
    #expect(try post(Array(file.prefix(file.count / 2)), token.text) == "400")
    #expect(try post([], token.text) == "400")
    // A universal file whose slices overlap would need more space than was reserved for it.
    let slice: [UInt32] = [0x0100_0007, 3, 48, UInt32(file.count), 0]
    let words: [UInt32] = [0xCAFE_BABE, 2] + slice + slice
    let header: [UInt8] = words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    #expect(try post(header + file, token.text) == "400")
    let folder = endpoint.scratch.url("h.sqlite.symbols").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    let wrong = try Tool.run(
      ["upload-symbols", Repository.url(Self.dSYM).path, "--to", "http://127.0.0.1:\(endpoint.port)"],
      in: endpoint.scratch.folder, environment: ["DIAGNOSE_UPLOAD_TOKEN": endpoint.token])
    #expect(wrong.status == 2 && wrong.err.contains("the token is not for symbol files"))
    #expect(endpoint.end(SIGTERM) == 0)
    // A store that is full.
    try endpoint.start(["--max-symbols", "1K"])
    #expect(try post(file, token.text) == "503")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(endpoint.end(SIGTERM) == 0)
  }

  @Test func onlyOneProgramUsesASpool() throws {
    let endpoint = try Running()
    let second = try Tool.run(
      ["receive", "--listen", "127.0.0.1:0", "--database", "h.sqlite"], in: endpoint.scratch.folder)
    #expect(second.status == 75 && second.err.contains("another diagnose receive uses this spool"))
    let taken = try Tool.run(
      ["receive", "--listen", "127.0.0.1:\(endpoint.port)", "--database", "other.sqlite"], in: endpoint.scratch.folder)
    #expect(taken.status == 74 && taken.err.contains("is not available"))
    #expect(endpoint.end(SIGTERM) == 0)
  }

  /// A spool that is full: no acknowledgment, and the program goes on.
  @Test func aFullSpoolAcknowledgesNothing() throws {
    let endpoint = try Running(["--max-spool", "8K"])
    let big = Array(Sample.json(1).utf8) + [UInt8](repeating: 0x20, count: 10_000)
    // The whole spool, or the half that one token may use.
    let answer = try endpoint.post(big)
    #expect(answer.hasPrefix("HTTP/1.1 503 ") || answer.hasPrefix("HTTP/1.1 429 "))
    #expect(try endpoint.post(Array(Sample.json(2).utf8)).hasPrefix("HTTP/1.1 202 "))
    #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    #expect(endpoint.end(SIGTERM) == 0)
    #expect(try endpoint.stored() == 1)
  }

  /// A request may contain anything; no byte of it reaches the terminal.
  @Test func nothingOfARequestIsPrinted() throws {
    let endpoint = try Running()
    let mark = "\u{1B}]0;evilmark\u{7}"
    _ = try endpoint.exchange(Array("GET /\(mark) HTTP/1.1\r\nHost: \(mark)\r\n\r\n".utf8))
    _ = try endpoint.post(Array(mark.utf8), "/api/evilmark/store/")
    _ = try endpoint.post([0x1F, 0x8B, 0x08] + Array(mark.utf8))
    #expect(endpoint.wait { (try? endpoint.waiting()) == 0 })
    #expect(endpoint.end(SIGTERM) == 0)
    #expect(!endpoint.lines.contains("evilmark") && !endpoint.complaints.contains("evilmark"))
    #expect(!endpoint.complaints.utf8.contains(0x1B))
  }
}
