import Dispatch
import Foundation
import Platform
import Synchronization

/// A server on the loopback address that answers each connection as a test tells it to, correctly or not.
package final class LoopbackServer: Sendable {
  /// A connection, after its request was read.
  package struct Exchange: Sendable {
    package let descriptor: Int32
    /// The request: head and body.
    package let request: [UInt8]

    /// The text of the request.
    package var text: String { String(decoding: request, as: UTF8.self) }

    /// Sends bytes; returns false if the client has closed the connection.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { systemSend(descriptor, $0) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a complete answer.
    package func answer(_ body: [UInt8], status: String = "200 OK", _ fields: String = "") {
      send("HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.count)\r\n\r\n")
      send(body)
    }

    /// Sends a complete answer.
    package func answer(_ body: String, status: String = "200 OK", _ fields: String = "") {
      send("HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// Sends the bytes again and again, until the client closes the connection or `seconds` have passed.
    package func repeatForever(_ text: String, seconds: Double = 20) {
      let bytes = Array(String(repeating: text, count: max(1, 65_536 / text.utf8.count)).utf8)
      let end = Date(timeIntervalSinceNow: seconds)
      while send(bytes), Date() < end {}
    }
  }

  package typealias Behavior = @Sendable (Exchange) -> Void

  package let port: Int
  private let listener: Int32
  private let behavior: Behavior
  private let seen = Mutex<[[UInt8]]>([])
  private let isStopped = Mutex(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// The requests so far.
  package var requests: [String] { seen.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

  /// Starts a server.
  ///
  /// - Parameter version: If not `nil`, the question for the version is answered with it, and not by `behavior`.
  package init(version: String? = "24.8.1.1", _ behavior: @escaping Behavior) throws {
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
    self.behavior = { exchange in
      if let version, exchange.text.contains("SELECT version()") {
        exchange.answer("version\tone\nString\tUInt8\n\(version)\t1\n")
      } else {
        behavior(exchange)
      }
    }
    Thread { [self] in accept() }.start()
  }

  /// Stops to accept connections, and waits until the port is closed.
  package func stop() {
    isStopped.withLock { $0 = true }
    hasEnded.wait()
    hasEnded.signal()
  }

  /// Only this thread closes the listener: its number could otherwise belong to the server of another test.
  private func accept() {
    defer {
      close(listener)
      hasEnded.signal()
    }
    while !isStopped.withLock({ $0 }) {
      guard !FileDescriptor.waitForReading([FileDescriptor(rawValue: listener)], milliseconds: 20).isEmpty else {
        continue
      }
      let descriptor = systemAccept(listener)
      if descriptor < 0 { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      Thread { [self] in
        let request = Self.read(descriptor)
        seen.withLock { $0.append(request) }
        behavior(Exchange(descriptor: descriptor, request: request))
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
