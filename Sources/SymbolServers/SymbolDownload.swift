internal import Bytes
internal import Platform
internal import Transfer
internal import Vocabulary

/// The limits of downloads.
package struct DownloadLimits: Sendable {
  /// The maximum size of a file in bytes, as it is sent and after decompression.
  package var fileBytes = 1 << 30
  /// The maximum total size of the downloads of a run, in bytes.
  package var totalBytes = 4 << 30
  /// The maximum time until a connection is established, in seconds.
  package var connectTime = 10
  /// The maximum time of a request, in seconds.
  package var requestTime = 300
  /// The time in seconds after which a server that sends less than `minimumRate` is given up.
  package var stallTime = 20
  /// The minimum rate in bytes per second.
  package var minimumRate = 1_000
  /// The maximum time of all downloads of a run, in seconds.
  package var totalTime = 900.0
  /// The maximum number of redirects of a request.
  package var redirects = 3
  /// The maximum size of the files in the cache, in bytes.
  package var cacheBytes = 8 << 30
  /// How long a server is not asked again for a file that it does not have, in seconds.
  package var missingTime = 86_400
  /// How long a server that gave no usable answer is not asked again for a file, in seconds.
  package var failureTime = 600

  /// The usual limits.
  package init() {}
}

/// Why a file was not downloaded.
package enum DownloadFault: Error, Equatable, Sendable {
  /// The server does not have the file: 404 or 410.
  case missing(status: Int)
  /// The server rejects the request.
  case status(Int)
  case tooLarge
  /// A redirect is not followed; the reason completes "a redirect …".
  case redirect(String)
  /// The connection or the answer failed; the text has no text of the server.
  case transfer(String)
  /// The file was sent and is not used; the reason completes "the file …".
  case unusable(String)
  /// The file cannot be written on this machine.
  case storage(String)

  /// What happened, which completes "SERVER: …".
  package var words: String {
    switch self {
    case .missing(let status): "has no file (HTTP status \(status))"
    case .status(let status): "HTTP status \(status)"
    case .tooLarge: "the file is larger than the limit"
    case .redirect(let reason): "a redirect \(reason)"
    case .transfer(let words): words
    case .unusable(let reason): "the file was not used: \(reason)"
    case .storage(let words): "the file cannot be stored (\(words))"
    }
  }

  /// Whether the same server is likely to fail for every file.
  var isOfServer: Bool {
    switch self {
    case .missing, .tooLarge, .redirect, .unusable, .storage: false
    case .status(let status): status >= 500 || status == 401 || status == 403 || status == 429
    case .transfer: true
    }
  }
}

/// Downloads one file from a server into an open file.
struct SymbolDownload {
  let server: SymbolServer
  let limits: DownloadLimits
  /// The name of the program curl.
  var program = "curl"
  /// Resolves host names.
  var resolve: @Sendable (String) -> [HostAddress] = { HostAddress.all(of: $0) }
  var now: @Sendable () -> Timestamp = { Timestamp(seconds: SystemClock.secondsSince1970) }

  /// Downloads the file at an address, which is one of the server's. Returns its size in bytes.
  func fetch(_ address: WebAddress, to file: FileDescriptor) throws(DownloadFault) -> Int {
    var next = Request(address: address, pinned: nil)
    var redirects = 0
    while true {
      switch try send(next, to: file) {
      case .complete(let size): return size
      case .redirect(let location):
        redirects += 1
        guard redirects <= limits.redirects else { throw .redirect("follows \(limits.redirects) others") }
        next = try target(location, of: next.address)
      }
    }
  }

  /// A request and the IP address to which curl connects; `nil` to let curl resolve the name.
  private struct Request {
    var address: WebAddress
    var pinned: HostAddress?
  }

  private enum Answer {
    case complete(Int)
    case redirect(String)
  }

  /// Checks where a redirect leads. Another host than the configured one must have public addresses only, and curl
  /// connects to one of those that were checked: the name could resolve to another address the next time.
  private func target(_ location: String, of address: WebAddress) throws(DownloadFault) -> Request {
    if case .s3 = server.credentials { throw .redirect("of a signed request is not followed") }
    guard let target = address.resolving(location) else { throw .redirect("leads to an address of another form") }
    guard target.isSecure || !address.isSecure else { throw .redirect("leads from https to http") }
    if target.origin == server.address.origin { return Request(address: target, pinned: nil) }
    let found = resolve(target.resolvedName)
    guard let first = found.first else { throw .redirect("leads to a host that cannot be resolved") }
    let isPermitted = found.allSatisfy {
      AddressRange.isPublic($0) || server.address.isLoopback && AddressRange.isLoopback($0)
    }
    guard isPermitted else { throw .redirect("leads to an address that is not public") }
    // An IPv6 address is not resolved again, and curl does not accept one as the name of an entry (`--resolve`).
    return Request(address: target, pinned: target.host.hasPrefix("[") ? nil : first)
  }

  private func send(_ request: Request, to file: FileDescriptor) throws(DownloadFault) -> Answer {
    let configuration: CurlConfiguration
    do { configuration = try self.configuration(request) } catch {
      throw .transfer("the address or the credentials contain a line break")
    }
    let endpoint = request.address.authority
    do throws(Failure) { return try run(configuration, endpoint, file) } catch {
      switch error {
      case .transfer(let fault): throw .transfer(fault.message)
      case .download(let fault): throw fault
      }
    }
  }

  private enum Failure: Error {
    case transfer(TransferFault)
    case download(DownloadFault)
  }

  private func run(
    _ configuration: CurlConfiguration, _ endpoint: String, _ file: FileDescriptor
  ) throws(Failure) -> Answer {
    var process: CurlProcess
    do { process = try CurlProcess(program, configuration, .bytes([])) } catch { throw .transfer(error) }
    defer { process.close() }
    let deadline = SystemClock.monotonicMilliseconds + (limits.requestTime + 5) * 1_000
    var reader = CurlOutput(endpoint: endpoint)
    var size = 0
    while true {
      let found: (head: HTTPHead, part: ArraySlice<UInt8>)?
      do throws(TransferFault) {
        guard let part = try process.next(until: deadline, endpoint: endpoint, { false }) else { break }
        found = try reader.append(part)
      } catch { throw .transfer(error) }
      guard let found else { continue }
      // Of an answer without a file, only the head is read.
      if found.head.status != 200 { return try answer(found.head, size) }
      guard found.part.count <= limits.fileBytes - size, (found.head.length ?? 0) <= limits.fileBytes else {
        throw .download(.tooLarge)
      }
      do throws(SystemError) { try file.write(found.part, at: size) } catch {
        throw .download(.storage(error.description))
      }
      size += found.part.count
    }
    let end = process.wait()
    // curl refuses a stated size itself, and may do that before it writes the head.
    if case .exited(status: 63) = end { throw .download(.tooLarge) }
    let head: HTTPHead
    do throws(TransferFault) { head = try reader.finish(end, process.report) } catch { throw .transfer(error) }
    return try answer(head, size)
  }

  private func answer(_ head: HTTPHead, _ size: Int) throws(Failure) -> Answer {
    switch head.status {
    case 200: return .complete(size)
    case 301, 302, 303, 307, 308:
      guard let location = head.location else { throw .download(.redirect("states no address")) }
      return .redirect(location)
    case 404, 410: throw .download(.missing(status: head.status))
    default: throw .download(.status(head.status))
    }
  }

  private func configuration(_ request: Request) throws(CurlConfiguration.InvalidValue) -> CurlConfiguration {
    let address = request.address
    var options = CurlConfiguration()
    try options.set("url", address.text)
    if address.origin == server.address.origin { try authorize(&options, address) }
    if let pinned = request.pinned {
      try options.set("resolve", "\(address.resolvedName):\(address.port):\(pinned.text)")
    }
    try options.set("header", "Accept:")
    try options.setCommon(
      isSecure: address.isSecure, isLoopback: address.isLoopback, agent: "diagnose", connect: limits.connectTime,
      total: limits.requestTime)
    try options.set("speed-limit", limits.minimumRate)
    try options.set("speed-time", limits.stallTime)
    try options.set("max-filesize", limits.fileBytes)
    for option in ["get", "path-as-is"] as [StaticString] { options.set(option) }
    return options
  }

  private func authorize(
    _ options: inout CurlConfiguration, _ address: WebAddress
  ) throws(CurlConfiguration.InvalidValue) {
    switch server.credentials {
    case .none: break
    case .bearer(let token): try options.set("header", "Authorization: Bearer " + token)
    case .basic(let user, let password):
      try options.set("user", user + ":" + password)
      options.set("basic")
    case .s3(let signature):
      for field in signature.fields(path: address.target, host: address.authority, now: now()) {
        try options.set("header", field.name + ": " + field.value)
      }
    }
  }
}
