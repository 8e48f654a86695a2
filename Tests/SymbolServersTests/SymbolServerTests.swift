import CrashReports
import DebugInfo
import Foundation
import Platform
import Symbolication
import Synchronization
import TestSupport
import Testing
import Vocabulary

@testable import SymbolServers

/// Downloads from a server on the loopback address, which answers correctly, falsely, slowly or without an end.
@Suite struct SymbolServerTests {
  private static let fixture = "Tests/Fixtures/symbols/x86_64-sim-dw5/XXXCoreTestHost.dSYM/Contents/Resources/DWARF/"
  private static let uuid = ImageUUID("4C4C441D-5555-3144-A1F0-EB2A6143963F") ?? ImageUUID(high: 0, low: 0)
  private static let id = made(uuid)
  private static let identifier = "4c/4c441d55553144a1f0eb2a6143963f"

  private static func made(_ uuid: ImageUUID) -> BuildID {
    guard let id = BuildID(uuid) else { preconditionFailure("a UUID of zeros") }
    return id
  }

  private func symbols() throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.url(Self.fixture + "XXXCoreTestHost")))
  }

  private func other() throws -> [UInt8] {
    Array(
      try Data(
        contentsOf: Repository.url(
          "Tests/Fixtures/symbols/x86_64-sim-dw4/XXXCoreTestHost.dSYM/Contents/Resources/DWARF/XXXCoreTestHost")))
  }

  private func image(_ path: String = "/private/var/App.app/App Core") -> BinaryImage {
    var image = BinaryImage()
    image.path = path
    image.uuid = Self.uuid
    return image
  }

  private func limits() -> DownloadLimits {
    var limits = DownloadLimits()
    (limits.requestTime, limits.stallTime, limits.connectTime) = (5, 1, 2)
    return limits
  }

  /// Limits of time that a busy machine does not reach.
  private func patientLimits() -> DownloadLimits {
    var limits = DownloadLimits()
    (limits.requestTime, limits.stallTime, limits.connectTime) = (60, 30, 30)
    return limits
  }

  private func search(
    _ server: LoopbackServer, _ scratch: ScratchFolder, layout: String = "unified",
    _ credentials: SymbolServer.Credentials = .none, limits: DownloadLimits? = nil,
    resolve: @escaping @Sendable (String) -> [HostAddress] = { HostAddress.all(of: $0) }
  ) throws -> SymbolServerSearch {
    let address = try WebAddress("http://127.0.0.1:\(server.port)/store")
    let limits = limits ?? patientLimits()
    return SymbolServerSearch(
      [SymbolServer(address, try #require(SymbolLayout.named(layout)), credentials)],
      cache: DownloadCache(folder: scratch.path("cache/symbols"), limits: limits), limits: limits, resolve: resolve)
  }

  /// The first lines of the requests.
  private func lines(_ server: LoopbackServer) -> [String] {
    server.requests.map { String($0.prefix { $0 != "\r\n" && $0 != "\r" && $0 != "\n" }) }
  }

  /// No partial file is left behind.
  private func files(_ scratch: ScratchFolder) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch.path("cache/symbols").text))?.sorted() ?? []
  }

  @Test func aFileIsDownloadedOnceAndOnlyItsIdentifierIsSent() throws {
    let (scratch, bytes) = (try ScratchFolder(), try symbols())
    let server = try LoopbackServer(version: nil) { $0.answer(bytes) }
    defer { server.stop() }
    let search = try search(server, scratch)
    let file = try #require(search.find(image(), id: Self.id).file)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file.text))) == bytes)
    #expect(try FileStatus(of: file).permissions == 0o600)
    #expect(search.find(image(), id: Self.id).file == file)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    let expected: Set<String> = [
      "GET /store/\(Self.identifier)/debuginfo HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "User-Agent: diagnose",
    ]
    #expect(Set(request.components(separatedBy: "\r\n").filter { !$0.isEmpty }) == expected)
    #expect(files(scratch) == ["\(Self.uuid).symbols"])
    let store = SymbolStore(paths: [], server: search)
    #expect(store.symbols(for: image(), architecture: nil).answer.outcome == .found)
  }

  @Test func aNameIsSentOnlyWhereTheLayoutNeedsIt() throws {
    let scratch = try ScratchFolder()
    let server = try LoopbackServer(version: nil) { $0.answer("", status: "404 Not Found") }
    defer { server.stop() }
    _ = try search(server, scratch, layout: "microsoft").find(image(), id: Self.id)
    let id = "4c4c441d55553144a1f0eb2a6143963f"
    #expect(
      lines(server).prefix(2) == [
        "GET /store/_.dwarf/mach-uuid-sym-\(id)/_.dwarf HTTP/1.1",
        "GET /store/App%20Core/mach-uuid-\(id)/App%20Core HTTP/1.1",
      ])
    #expect(server.requests.allSatisfy { !$0.contains("private") && !$0.contains("App.app") })
  }

  @Test func imagesOfTheSystemAreNotAskedFor() throws {
    let scratch = try ScratchFolder()
    let server = try LoopbackServer(version: nil) { $0.answer("", status: "404 Not Found") }
    defer { server.stop() }
    let answer = try search(server, scratch).find(
      image("/System/Library/Frameworks/UIKit.framework/UIKit"), id: Self.id)
    #expect(answer.file == nil && answer.refusals.isEmpty && server.requests.isEmpty)
  }

  @Test func whatIsMissingIsNotAskedForAgain() throws {
    let scratch = try ScratchFolder()
    let server = try LoopbackServer(version: nil) { $0.answer("", status: "404 Not Found") }
    defer { server.stop() }
    let first = try search(server, scratch).find(image(), id: Self.id)
    #expect(first.refusals.first?.hasSuffix("has no file (HTTP status 404)") == true)
    let count = server.requests.count
    #expect(count == 3, "one for each file of the layout")
    let second = try search(server, scratch).find(image(), id: Self.id)
    #expect(second.refusals.first?.hasSuffix("has no file (HTTP status 404), asked just now") == true)
    #expect(server.requests.count == count)
    var later = limits()
    later.missingTime = 0
    _ = try search(server, scratch, limits: later).find(image(), id: Self.id)
    #expect(server.requests.count == 2 * count)
  }

  @Test func aFileOfAnotherImageIsRefused() throws {
    let (scratch, bytes) = (try ScratchFolder(), try other())
    let server = try LoopbackServer(version: nil) { $0.answer(bytes) }
    defer { server.stop() }
    let search = try search(server, scratch)
    let refused = search.find(image(), id: Self.id)
    #expect(refused.file == nil && refused.refusals.first?.contains("the file was not used: has the UUID ") == true)
    #expect(!files(scratch).contains { $0.hasSuffix(".symbols") || $0.hasSuffix(".partial") })
    let answer = SymbolStore(paths: [], server: search).symbols(for: image(), architecture: nil).answer
    #expect(answer.outcome == .noSymbolFile && answer.refusals.first?.contains("has the UUID ") == true)
  }

  /// Answers, and what is reported of them.
  private static let faulty: [(name: String, words: String, behavior: LoopbackServer.Behavior)] = [
    ("500", "HTTP status 500", { $0.answer("", status: "500 Internal Server Error") }),
    ("not HTTP", "the answer is not HTTP", { $0.send("SSH-2.0-OpenSSH\r\n\r\n") }),
    ("closed", "closed the connection", { _ in }),
    ("shorter", "the connection ended", { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nshort") }),
    ("silent", "within the time limit", { _ in Thread.sleep(forTimeInterval: 4) }),
    (
      "drops", "within the time limit",
      { exchange in
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        for _ in 0..<30 where exchange.send("x") { Thread.sleep(forTimeInterval: 0.2) }
      }
    ),
    ("text", "not a Mach-O file, an ELF file or a Breakpad symbol file", { $0.answer("<html>Sign in</html>") }),
    ("empty", "is empty", { $0.answer("") }),
    ("truncated file", "the file was not used", { $0.answer([0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1]) }),
    ("stated size", "larger than the limit", { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n") }),
    (
      "endless", "larger than the limit",
      { exchange in
        exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        exchange.repeatForever("4\r\nabcd\r\n")
      }
    ),
    ("endless head", "head of the answer", { $0.repeatForever("HTTP/1.1 200 OK\r\nX: y\r\n") }),
    ("no address", "a redirect states no address", { $0.answer("", status: "302 Found") }),
    ("file", "another form", { $0.answer("", status: "302 Found", "Location: file:///etc/passwd\r\n") }),
    (
      "private", "not public", { $0.answer("", status: "302 Found", "Location: http://10.0.0.1/x\r\n") }
    ),
    (
      "metadata", "not public",
      { $0.answer("", status: "307 Temporary Redirect", "Location: http://169.254.169.254/latest\r\n") }
    ),
    ("loop", "a redirect follows 3 others", { $0.answer("", status: "301 Moved", "Location: /store/again\r\n") }),
  ]

  @Test(arguments: faulty.indices)
  func faultyAnswersAreNamed(_ index: Int) throws {
    let (name, words, behavior) = Self.faulty[index]
    let scratch = try ScratchFolder()
    let server = try LoopbackServer(version: nil, behavior)
    defer { server.stop() }
    var limits = limits()
    limits.fileBytes = 1 << 20
    let start = Moment.now
    let answer = try search(server, scratch, limits: limits).find(image(), id: Self.id)
    #expect(answer.file == nil && answer.refusals.count == 1)
    #expect(answer.refusals.first?.contains(words) == true, "\(name): \(answer.refusals)")
    #expect(Moment.now.seconds(since: start) < 30)
    #expect(!files(scratch).contains { $0.hasSuffix(".partial") || $0.hasSuffix(".symbols") })
  }

  @Test func redirectsLeadToCheckedAddresses() throws {
    let (scratch, bytes) = (try ScratchFolder(), try symbols())
    let target = try LoopbackServer(version: nil) { $0.answer(bytes) }
    let port = target.port
    let server = try LoopbackServer(version: nil) {
      $0.answer("", status: "302 Found", "Location: http://files.example:\(port)/file\r\n")
    }
    defer {
      target.stop()
      server.stop()
    }
    let loopback = try #require(HostAddress([127, 0, 0, 1]))
    let token = SymbolServer.Credentials.bearer("secret-token")
    // curl connects to the address that was checked, although no resolver knows the name.
    let answer = try search(server, scratch, token, resolve: { _ in [loopback] }).find(image(), id: Self.id)
    #expect(answer.file != nil, "\(answer.refusals)")
    #expect(server.requests.first?.contains("Authorization: Bearer secret-token") == true)
    // Credentials are only for the configured server.
    #expect(target.requests.count == 1 && target.requests.allSatisfy { !$0.contains("secret-token") })
    // One address that is not public is enough.
    let mixed = try ScratchFolder()
    let addresses = [try #require(HostAddress([8, 8, 8, 8])), try #require(HostAddress([192, 168, 0, 1]))]
    let refused = try search(server, mixed, resolve: { _ in addresses }).find(image(), id: Self.id)
    #expect(refused.file == nil && refused.refusals.first?.contains("not public") == true)
    #expect(target.requests.count == 1)
  }

  @Test func aServerThatFailsIsNotAskedForEveryImage() throws {
    let scratch = try ScratchFolder()
    let server = try LoopbackServer(version: nil) { $0.answer("", status: "503 Service Unavailable") }
    defer { server.stop() }
    let search = try search(server, scratch)
    for low in 1...10 as ClosedRange<UInt64> { _ = search.find(image(), id: Self.made(ImageUUID(high: 1, low: low))) }
    #expect(server.requests.count == 2)
    let last = search.find(image(), id: Self.made(ImageUUID(high: 2, low: 1))).refusals
    #expect(last.first?.contains("failed 2 times") == true)
  }

  @Test func theSizeOfARunIsLimited() throws {
    let (scratch, bytes) = (try ScratchFolder(), try symbols())
    let server = try LoopbackServer(version: nil) { $0.answer(bytes) }
    defer { server.stop() }
    var limits = patientLimits()
    limits.totalBytes = bytes.count - 1
    let refused = try search(server, scratch, limits: limits).find(image(), id: Self.id)
    #expect(refused.refusals.first?.contains("larger than the limit") == true)
    limits.totalBytes = bytes.count
    limits.failureTime = 0
    let search = try search(server, scratch, limits: limits)
    #expect(search.find(image(), id: Self.id).file != nil)
    let next = search.find(image(), id: Self.made(ImageUUID(high: 2, low: 1))).refusals
    #expect(next.first?.contains("reached their limit of size") == true)
  }

  @Test func theCacheIsLimited() throws {
    let (scratch, bytes, another) = (try ScratchFolder(), try symbols(), try other())
    let server = try LoopbackServer(version: nil) { $0.answer($0.text.contains("4c/4c441d") ? bytes : another) }
    defer { server.stop() }
    let second = try #require(SymbolListing(try scratch.write(another, "other")).dSYMs.first?.slices.first?.uuid)
    var limits = limits()
    limits.cacheBytes = bytes.count
    let search = try search(server, scratch, limits: limits)
    #expect(search.find(image(), id: Self.id).file != nil)
    #expect(search.find(image(), id: Self.made(second)).file != nil)
    #expect(files(scratch) == ["\(second).symbols"])
  }

  @Test func damagedFilesOfTheCacheAreReplaced() throws {
    let (scratch, bytes) = (try ScratchFolder(), try symbols())
    try scratch.write(Array(bytes.prefix(100)), "cache/symbols/\(Self.uuid).symbols")
    let server = try LoopbackServer(version: nil) { $0.answer(bytes) }
    defer { server.stop() }
    let file = try #require(try search(server, scratch).find(image(), id: Self.id).file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.text)).count == bytes.count)
  }

  /// A stand-in for S3 computes the signature from the request that arrived and the secret that it knows.
  @Test func requestsOfABucketAreSigned() throws {
    let (scratch, bytes) = (try ScratchFolder(), try symbols())
    let keys = S3Signature.Keys(id: "ID", secret: "made-secret", session: "made-session")
    let signature = S3Signature(keys, region: "eu-central-1")
    let server = try LoopbackServer(version: nil) { exchange in
      var fields: [String: String] = [:]
      let lines = exchange.text.components(separatedBy: "\r\n")
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
      }
      let path = lines[0].split(separator: " ")[1]
      let stated = fields["x-amz-date"] ?? ""
      let digits = Array(stated)
      guard digits.count == 16,
        let now = Timestamp(
          rfc3339: "\(stated.prefix(4))-\(String(digits[4...5]))-\(String(digits[6...7]))T\(String(digits[9...10])):"
            + "\(String(digits[11...12])):\(String(digits[13...14]))Z")
      else { return exchange.answer("", status: "403 Forbidden") }
      let expected = signature.fields(path: String(path), host: fields["host"] ?? "", now: now)
      let isValid = expected.allSatisfy { fields[$0.name] == $0.value }
      exchange.answer(isValid ? bytes : [], status: isValid ? "200 OK" : "403 Forbidden")
    }
    defer { server.stop() }
    #expect(try search(server, scratch, .s3(signature)).find(image(), id: Self.id).file != nil)
    let wrong = S3Signature(
      S3Signature.Keys(id: "ID", secret: "other", session: "made-session"), region: "eu-central-1")
    let empty = try ScratchFolder()
    let refused = try search(server, empty, .s3(wrong)).find(image(), id: Self.id)
    #expect(refused.refusals.first?.contains("HTTP status 403") == true, "\(refused.refusals)")
    #expect(!files(empty).contains { $0.hasSuffix(".symbols") })
    #expect(server.requests.allSatisfy { !$0.contains("made-secret") })
  }

  @Test func compressedFilesAreInflatedWithinLimits() throws {
    let scratch = try ScratchFolder()
    // zstd and gzip of the same bytes are made by the programs of the system, if it has them.
    let bytes = try symbols()
    let plain = try scratch.write(bytes, "plain")
    for (program, options) in [("/usr/bin/gzip", ["-c"]), ("/usr/bin/zstd", ["-q", "-c"])] {
      guard FileManager.default.isExecutableFile(atPath: program) else { continue }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = options + [plain.text]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let packed = Array(pipe.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      let server = try LoopbackServer(version: nil) { $0.answer(packed) }
      defer { server.stop() }
      let own = try ScratchFolder()
      let file = try #require(try search(server, own).find(image(), id: Self.id).file, "\(program)")
      #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file.text))) == bytes)
      var limits = limits()
      limits.fileBytes = bytes.count - 1
      let empty = try ScratchFolder()
      defer { withExtendedLifetime(empty) {} }
      let refused = try search(server, empty, limits: limits).find(image(), id: Self.id)
      #expect(refused.file == nil && refused.refusals.count == 1)
    }
  }

  // MARK: ELF and Breakpad

  private static let elf = "Tests/Fixtures/elf/"

  /// The image of an ELF fixture.
  private func elfImage(_ name: String, path: String = "/srv/app/") throws -> (image: BinaryImage, id: BuildID) {
    let file = try ELFFile(FileBytes(try Repository.bytes(of: Self.elf + name)))
    var image = BinaryImage()
    image.path = path + name
    image.name = name
    image.buildID = file.buildID
    return (image, try #require(file.buildID))
  }

  @Test(arguments: [
    ("debuginfod", "buildid/ID/debuginfo"), ("build-id", ".build-id/HEAD/TAIL.debug"),
    ("unified", "HEAD/TAIL/debuginfo"), ("microsoft", "_.debug/elf-buildid-sym-ID/_.debug"),
  ])
  func debugInformationOfELFFilesIsDownloaded(_ layout: String, _ path: String) throws {
    let scratch = try ScratchFolder()
    let bytes = try Repository.bytes(of: Self.elf + "stripped.so.debug")
    let (image, id) = try elfImage("stripped.so")
    let digits = Array(id.digits)
    let place = path.replacingOccurrences(of: "ID", with: id.digits)
      .replacingOccurrences(of: "HEAD", with: String(digits[..<2]))
      .replacingOccurrences(of: "TAIL", with: String(digits[2...]))
    let server = try LoopbackServer(version: nil) { exchange in
      let isFile = exchange.text.hasPrefix("GET /store/\(place) HTTP/1.1")
      exchange.answer(isFile ? bytes : [], status: isFile ? "200 OK" : "404 Not Found")
    }
    defer { server.stop() }
    let store = SymbolStore(paths: [], server: try search(server, scratch, layout: layout))
    let found = store.symbols(for: image, architecture: "x86_64")
    #expect(found.answer.outcome == .found, "\(found.answer.refusals)")
    #expect(found.names?.frames(at: [LinkedAddress(0x107C)]).first?.last?.name == "tail")
    #expect(files(scratch) == ["\(id).symbols"])
    // The cache has the file.
    let count = server.requests.count
    #expect(try search(server, scratch, layout: layout).find(image, id: id).file != nil)
    #expect(server.requests.count == count)
    #expect(server.requests.allSatisfy { !$0.contains("srv") && !$0.contains("stripped") || layout == "microsoft" })
  }

  @Test func anELFFileOfAnotherBuildIsRefusedByName() throws {
    let scratch = try ScratchFolder()
    let bytes = try Repository.bytes(of: Self.elf + "i386.so")
    let other = try elfImage("i386.so").id
    let (image, id) = try elfImage("stripped.so")
    let server = try LoopbackServer(version: nil) { $0.answer(bytes) }
    defer { server.stop() }
    let refused = try search(server, scratch, layout: "debuginfod").find(image, id: id)
    let words = refused.refusals.first ?? ""
    #expect(refused.file == nil && words.contains("the file was not used: has the build ID \(other)"), "\(words)")
    #expect(!files(scratch).contains { $0.hasSuffix(".symbols") || $0.hasSuffix(".partial") })
    // A part of the right file.
    let part = Array(try Repository.bytes(of: Self.elf + "stripped.so.debug").dropLast(100))
    let truncated = try LoopbackServer(version: nil) { $0.answer(part) }
    defer { truncated.stop() }
    let empty = try ScratchFolder()
    let answer = try search(truncated, empty, layout: "debuginfod").find(image, id: id)
    #expect(
      answer.file == nil && answer.refusals.first?.contains("the file was not used") == true, "\(answer.refusals)")
    #expect(!files(empty).contains { $0.hasSuffix(".symbols") })
  }

  @Test(arguments: ["/lib/x86_64-linux-gnu/", "/usr/lib/", "/lib64/", "/usr/lib64/"])
  func librariesOfADistributionAreNotAskedFor(_ folder: String) throws {
    let scratch = try ScratchFolder()
    let server = try LoopbackServer(version: nil) { $0.answer("", status: "404 Not Found") }
    defer { server.stop() }
    let (image, id) = try elfImage("stripped.so", path: folder)
    #expect(try search(server, scratch, layout: "debuginfod").find(image, id: id).refusals.isEmpty)
    #expect(server.requests.isEmpty)
    // The same build of the app is.
    _ = try search(server, scratch, layout: "debuginfod").find(
      try elfImage("stripped.so", path: "/opt/lib/").image, id: id)
    #expect(server.requests.count == 2)
  }

  @Test func breakpadSymbolsAreDownloaded() throws {
    let scratch = try ScratchFolder()
    let (image, id) = try elfImage("stripped.so")
    let text =
      "MODULE Linux x86_64 \(id.breakpadID(isMachO: false)) stripped.so\nFILE 0 /made/a.c\n"
      + "FUNC 1070 20 0 tail\n1070 20 7 0\n"
    let server = try LoopbackServer(version: nil) { exchange in
      let wanted = "GET /store/stripped.so/\(id.breakpadID(isMachO: false))/stripped.so.sym HTTP/1.1"
      let isFile = exchange.text.hasPrefix(wanted)
      exchange.answer(isFile ? Array(text.utf8) : [], status: isFile ? "200 OK" : "404 Not Found")
    }
    defer { server.stop() }
    let store = SymbolStore(paths: [], server: try search(server, scratch, layout: "tecken"))
    let found = store.symbols(for: image, architecture: "x86_64")
    #expect(found.answer.outcome == .found, "\(found.answer.refusals)")
    #expect(found.names?.frames(at: [LinkedAddress(0x107C)]).first?.first?.line == 7)
  }
}
