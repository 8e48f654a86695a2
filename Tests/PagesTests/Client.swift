import Dispatch
import Foundation
import Platform

/// A client that sends any bytes over a real socket. It uses a separate thread, so that tasks do not block.
struct Client: Sendable {
  let port: UInt16

  struct Answer: Sendable {
    var status: Int
    /// The fields by lowercase name.
    var fields: [String: String]
    var body: String
    var isEmpty: Bool { status == 0 }
  }

  /// Sends a request with the given fields.
  func get(
    _ target: String = "/", method: String = "GET", host: String? = "127.0.0.1", cookie: String? = nil,
    _ fields: [String] = []
  ) async -> Answer {
    let lines =
      ["\(method) \(target) HTTP/1.1"] + (host.map { ["Host: \($0)"] } ?? []) + (cookie.map { ["Cookie: \($0)"] } ?? [])
      + fields
    return await send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  }

  /// Sends `bytes` and reads until the server closes the connection.
  func send(_ bytes: [UInt8], on family: Int32 = AF_INET) async -> Answer {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Self.parse(exchange(bytes, family))) }
    }
  }

  /// Opens a connection, sends `bytes` and leaves it open.
  func open(_ bytes: [UInt8] = [], on family: Int32 = AF_INET, receiveBuffer: Int32? = nil) -> Int32? {
    // The server may close the connection before it has read everything.
    CurrentProcess.ignoreWriteSignals()
    // SOCK_STREAM, whose type differs between systems: 1 everywhere (socket(2)).
    let descriptor = socket(family, 1, 0)
    guard descriptor >= 0 else { return nil }
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    guard connects(descriptor, family) else {
      close(descriptor)
      return nil
    }
    write(bytes, to: descriptor)
    return descriptor
  }

  private func connects(_ descriptor: Int32, _ family: Int32) -> Bool {
    if family == AF_INET6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return Self.connects(descriptor, &address)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return Self.connects(descriptor, &address)
  }

  private static func connects<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0) }
      // The server may have answered and closed the connection before it has read everything.
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  static func readAll(_ descriptor: Int32) -> [UInt8] {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count <= 0 { return answer }
      answer += chunk.prefix(count)
    }
  }

  private func exchange(_ bytes: [UInt8], _ family: Int32) -> [UInt8] {
    guard let descriptor = open(bytes, on: family) else { return [] }
    defer { close(descriptor) }
    return Self.readAll(descriptor)
  }

  private static func parse(_ bytes: [UInt8]) -> Answer {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return Answer(status: 0, fields: [:], body: "") }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1)
      if sides.count == 2 { fields[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces) }
    }
    let words = lines.first?.split(separator: " ") ?? []
    return Answer(
      status: words.count > 1 ? Int(words[1]) ?? 0 : 0, fields: fields, body: String(text[end.upperBound...]))
  }
}

/// The system's `send`, which the method of the same name hides.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, 0)
}
