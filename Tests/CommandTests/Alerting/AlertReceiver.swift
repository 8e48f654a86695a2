import Dispatch
import Foundation
import Platform
import Synchronization

/// A receiver of alerts on the loopback address, which records requests and answers as a test tells it to.
final class AlertReceiver: Sendable {
  /// A request: its first line, fields in lower case, and body.
  struct Request: Sendable {
    var line: String
    var fields: [String: String] = [:]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    init(_ bytes: [UInt8]) {
      let end = Data(bytes).range(of: Data("\r\n\r\n".utf8))
      let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
      body = end.map { Array(bytes[$0.upperBound...]) } ?? []
      let lines = head.components(separatedBy: "\r\n")
      line = lines[0]
      for field in lines.dropFirst() {
        let parts = field.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
      }
    }
  }

  /// What is answered: a status, such as `200 OK`, further fields, and a body.
  typealias Behavior = @Sendable (Request) -> (status: String, fields: String, body: String)

  let port: Int
  private let listener: Int32
  private let behavior: Behavior
  private let seen = Mutex<[Request]>([])
  private let isStopped = Mutex(false)

  /// The requests so far.
  var requests: [Request] { seen.withLock { $0 } }

  init(_ behavior: @escaping Behavior = { _ in ("200 OK", "", "ok") }) throws {
    CurrentProcess.ignoreWriteSignals()
    // SOCK_STREAM, whose type differs between systems.
    let listener = socket(AF_INET, 1, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard status else { throw CocoaError(.fileNoSuchFile) }
    // Programs that are started meanwhile must not hold the socket open.
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    self.behavior = behavior
    Thread { [self] in accept() }.start()
  }

  func stop() { isStopped.withLock { $0 = true } }

  private func accept() {
    defer { close(listener) }
    while !isStopped.withLock({ $0 }) {
      guard !FileDescriptor.waitForReading([FileDescriptor(rawValue: listener)], milliseconds: 20).isEmpty else {
        continue
      }
      let descriptor = systemAccept(listener)
      if descriptor < 0 { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      Thread { [self] in
        let request = Request(Self.read(descriptor))
        seen.withLock { $0.append(request) }
        let answer = behavior(request)
        let text =
          "HTTP/1.1 \(answer.status)\r\n\(answer.fields)Content-Length: \(answer.body.utf8.count)\r\n\r\n\(answer.body)"
        _ = Array(text.utf8).withUnsafeBytes { systemSend(descriptor, $0) }
        close(descriptor)
      }.start()
    }
  }

  /// Reads a request with its body.
  private static func read(_ descriptor: Int32) -> [UInt8] {
    var request: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var length: Int?
    while length.map({ request.count < $0 }) ?? true {
      let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count <= 0 { break }
      request += chunk.prefix(count)
      if length == nil, let end = Data(request).range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: request[..<end.lowerBound], as: UTF8.self).lowercased()
        let field = head.components(separatedBy: "\r\n").first { $0.hasPrefix("content-length:") }
        length = end.upperBound + (field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0)
      }
    }
    return request
  }
}

private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, 0)
}
