import Foundation
package import Platform
import Vocabulary

/// What a command wrote to standard output and standard error, for the analysis after its end.
///
/// Memory and disk are bounded: the beginning is stored, and of the rest the end, in an unnamed temporary file, or in
/// memory if the file cannot be written. Lines of the two streams are never mixed.
package struct CollectedOutput {
  /// What is analyzed.
  package struct Text: Sendable {
    /// The output, without what was dropped.
    package var bytes: [UInt8] = []
    /// The number of bytes that were dropped from its middle.
    package var omitted = 0
    /// Why the end is limited to memory; `nil` if the size was the limit.
    package var failure: SystemError?
    /// The tests that all of the output names, including what was dropped.
    package var tests = TestProgress.Summary()
  }

  /// The size up to which everything is in memory, in bytes.
  private static let inMemory = 1 << 20
  /// The size of the end in memory if there is no file, in bytes.
  private static let endInMemory = 4 << 20
  /// The size up to which a line without an end waits for the rest, in bytes.
  private static let maxLine = 64 << 10

  /// The maximum number of bytes that are stored.
  private let limit: Int
  /// The folder of the temporary file.
  private let folder: FilePath
  private var head: [UInt8] = []
  /// The end of what follows `head`; `nil` until needed.
  private var ring: EndRing?
  /// The unfinished line of each stream.
  private var lines: [[UInt8]]
  private var tests = TestProgress()

  /// - Parameters:
  ///   - streams: The number of streams.
  ///   - limit: The maximum number of bytes that are stored.
  ///   - folder: The folder of the temporary file.
  init(
    streams: Int, limit: Int, folder: FilePath = FilePath(FileManager.default.temporaryDirectory.path)
  ) {
    lines = Array(repeating: [], count: streams)
    self.limit = max(limit, 1 << 12)
    self.folder = folder
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
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { tests.consume($0) }
    // Of a small limit, half is for the end.
    let room = min(Self.inMemory, limit / 2) - head.count
    if room >= bytes.count, ring == nil {
      head += bytes
      return
    }
    var bytes = bytes[...]
    if ring == nil {
      head += bytes.prefix(room)
      bytes = bytes.dropFirst(room)
      let end = limit - head.count
      ring = EndRing(size: end, inMemory: min(end, Self.endInMemory), folder: folder)
    }
    ring?.add(bytes)
  }

  /// Returns the collected text, and releases everything.
  ///
  /// A program may write anything before it crashes: binary lines become empty lines, and other zero bytes, which no text
  /// contains, become spaces.
  mutating func finish() -> Text {
    for stream in lines.indices { flush(stream) }
    var text = Text(bytes: head)
    head = []
    if var ring {
      let end = ring.finish()
      text.omitted = end.omitted
      text.failure = end.omitted > 0 ? ring.failure : nil
      if end.omitted > 0, text.bytes.last != UInt8(ascii: "\n") { text.bytes.append(UInt8(ascii: "\n")) }
      text.bytes += end.bytes
    }
    ring = nil
    text.bytes = Self.withoutBinaryLines(text.bytes)
    text.tests = tests.summary
    return text
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
}

/// The end of a stream of bytes: a ring in a temporary file, or a smaller one in memory if the file cannot be created or
/// written.
private struct EndRing {
  /// The number of bytes added.
  private var total = 0
  private let size: Int
  private let memorySize: Int
  private var file: FileDescriptor?
  /// The ring in memory; it has its full size from the beginning of its use.
  private var memory: [UInt8] = []
  /// Where the ring in memory starts in the stream.
  private var memoryStart = 0
  /// Why there is no file.
  private(set) var failure: SystemError?

  /// - Parameters:
  ///   - size: The size of the ring in a file.
  ///   - inMemory: The size of the ring in memory.
  init(size: Int, inMemory: Int, folder: FilePath) {
    self.size = size
    memorySize = inMemory
    do throws(SystemError) { file = try FileDescriptor.unnamedFile(in: folder) } catch { fail(error) }
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    if let file {
      do throws(SystemError) {
        try write(bytes) { part, offset throws(SystemError) in try file.write(part, at: offset) }
        return
      } catch { fail(error) }
    }
    addToMemory(bytes)
  }

  /// Writes to a ring. The total grows only if everything was written.
  private mutating func write(
    _ bytes: ArraySlice<UInt8>, _ store: (ArraySlice<UInt8>, Int) throws(SystemError) -> Void
  ) throws(SystemError) {
    var (rest, offset) = (bytes, total)
    while !rest.isEmpty {
      let part = rest.prefix(size - offset % size)
      try store(part, offset % size)
      offset += part.count
      rest = rest.dropFirst(part.count)
    }
    total = offset
  }

  /// Goes on in memory, with the end of what the file contains.
  private mutating func fail(_ error: SystemError) {
    failure = error
    let kept = file.flatMap { file in
      let count = min(total, memorySize)
      let start = (total - count) % size
      let first = min(count, size - start)
      guard let one = try? file.bytes(at: start, count: first),
        let two = try? file.bytes(at: 0, count: count - first), one.count + two.count == count
      else { return nil as [UInt8]? }
      return one + two
    }
    try? file?.close()
    file = nil
    memory = [UInt8](repeating: 0, count: memorySize)
    memoryStart = total - (kept?.count ?? 0)
    total = memoryStart
    addToMemory((kept ?? [])[...])
  }

  private mutating func addToMemory(_ bytes: ArraySlice<UInt8>) {
    // Only the last bytes of a long part remain.
    total += max(0, bytes.count - memorySize)
    var rest = bytes.suffix(memorySize)
    while !rest.isEmpty {
      let start = total % memorySize
      let part = rest.prefix(memorySize - start)
      memory.replaceSubrange(start..<start + part.count, with: part)
      total += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  /// Returns the end, from the beginning of its first complete line, and the number of bytes before it. Closes the file.
  mutating func finish() -> (bytes: [UInt8], omitted: Int) {
    defer { try? file?.close() }
    var bytes: [UInt8]
    if let file {
      let count = min(total, size)
      let start = (total - count) % size
      let first = min(count, size - start)
      bytes = (try? file.bytes(at: start, count: first)) ?? []
      bytes += (try? file.bytes(at: 0, count: count - first)) ?? []
    } else {
      let count = memory.isEmpty ? 0 : min(total - memoryStart, memorySize)
      bytes = (total - count..<total).map { memory[$0 % memorySize] }
    }
    if bytes.count < total, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { bytes.removeSubrange(...end) }
    return (bytes, total - bytes.count)
  }
}
