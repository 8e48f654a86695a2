import Foundation
import Platform
import Vocabulary

/// What a command wrote to standard output and standard error, for the analysis after its end.
///
/// Memory and disk are bounded: the beginning is stored, and of the rest the end, in an unnamed temporary file. Lines of the
/// two streams are never mixed.
struct CollectedOutput {
  /// The size up to which everything is in memory, in bytes.
  private static let inMemory = 1 << 20
  /// The size up to which a line without an end waits for the rest, in bytes.
  private static let maxLine = 64 << 10

  /// The maximum number of bytes that are stored.
  private let limit: Int
  private var head: [UInt8] = []
  /// The rest, in a ring of `limit - inMemory` bytes; `nil` until needed, or if no file can be created.
  private var file: FileDescriptor?
  private var hasNoFile = false
  /// The number of bytes after `head`.
  private var rest = 0
  /// The unfinished line of each stream.
  private var lines: [[UInt8]]

  /// - Parameters:
  ///   - streams: The number of streams.
  ///   - limit: The maximum number of bytes that are stored.
  init(streams: Int, limit: Int) {
    lines = Array(repeating: [], count: streams)
    self.limit = max(limit, 1 << 12)
  }

  /// Adds what a stream wrote.
  mutating func add(_ bytes: UnsafeRawBufferPointer, stream: Int) {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      lines[stream] += bytes
      if lines[stream].count > Self.maxLine { flush(stream) }
      return
    }
    if lines[stream].isEmpty {
      store(Array(bytes[...end]))
    } else {
      store(lines[stream] + bytes[...end])
      lines[stream] = []
    }
    lines[stream] += bytes[(end + 1)...]
    if lines[stream].count > Self.maxLine { flush(stream) }
  }

  private mutating func flush(_ stream: Int) {
    store(lines[stream])
    lines[stream] = []
  }

  private mutating func store(_ bytes: [UInt8]) {
    let room = min(Self.inMemory, limit) - head.count
    if room >= bytes.count, rest == 0 {
      head += bytes
      return
    }
    var bytes = bytes[...]
    if rest == 0 {
      head += bytes.prefix(room)
      bytes = bytes.dropFirst(room)
    }
    let ring = limit - head.count
    guard ring > 0, !hasNoFile else {
      rest += bytes.count
      return
    }
    if file == nil {
      file = try? FileDescriptor.unnamedFile(in: FilePath(FileManager.default.temporaryDirectory.path))
      hasNoFile = file == nil
    }
    while let part = bytes.first.map({ _ in bytes.prefix(ring - rest % ring) }) {
      do { try file?.write(part, at: rest % ring) } catch { hasNoFile = true }
      rest += part.count
      bytes = bytes.dropFirst(part.count)
    }
  }

  /// Returns the collected text and the number of bytes that were dropped from its middle, and releases everything.
  ///
  /// A program may write anything before it crashes: binary lines become empty lines, and other zero bytes, which no text
  /// contains, become spaces.
  mutating func finish() -> (bytes: [UInt8], omitted: Int) {
    for stream in lines.indices { flush(stream) }
    var bytes = head
    head = []
    var omitted = 0
    let ring = limit - bytes.count
    if rest > 0 {
      let kept = hasNoFile ? [] : tail(ring)
      omitted = rest - kept.count
      if omitted > 0, bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      bytes += kept
    }
    try? file?.close()
    file = nil
    return (Self.withoutBinaryLines(bytes), omitted)
  }

  /// Returns the text, with the same number of lines.
  private static func withoutBinaryLines(_ bytes: [UInt8]) -> [UInt8] {
    // Most output contains no such byte.
    guard bytes.contains(where: { isBinary[Int($0)] }) else { return bytes }
    return [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var binary = 0
        for index in start..<end where isBinary[Int(bytes[index])] { binary += 1 }
        if binary * 20 <= end - start {
          for index in start..<end {
            result[count] = bytes[index] == 0 ? 0x20 : bytes[index]
            count += 1
          }
        }
        if end < bytes.count {
          result[count] = UInt8(ascii: "\n")
          count += 1
        }
        start = end + 1
      }
    }
  }

  /// Control characters that no text contains; escape sequences and backspaces of terminals are text.
  private static let isBinary: [Bool] = (0..<256).map { byte in
    byte < 0x20 && !(0x07...0x0D).contains(byte) && byte != 0x1B || byte == 0x7F
  }

  /// Returns the content of the ring from the beginning of its first complete line.
  private func tail(_ ring: Int) -> [UInt8] {
    guard let file else { return [] }
    guard rest > ring else { return (try? file.bytes(at: 0, count: rest)) ?? [] }
    let start = rest % ring
    guard let old = try? file.bytes(at: start, count: ring - start), let new = try? file.bytes(at: 0, count: start)
    else { return [] }
    let all = old + new
    return all.firstIndex(of: UInt8(ascii: "\n")).map { Array(all[($0 + 1)...]) } ?? all
  }
}
