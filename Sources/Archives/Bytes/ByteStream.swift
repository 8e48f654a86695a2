/// A sequence of bytes that is read from start to end.
protocol ByteStream: AnyObject {
  /// Returns at least one and at most `count` further bytes; an empty array at the end.
  func read(_ count: Int) throws(ArchiveFault) -> [UInt8]

  /// Skips `count` bytes; fewer only at the end.
  func skip(_ count: Int) throws(ArchiveFault)
}

extension ByteStream {
  func skip(_ count: Int) throws(ArchiveFault) {
    var left = count
    while left > 0 {
      let part = try read(min(left, 1 << 16))
      if part.isEmpty { return }
      left -= part.count
    }
  }
}

/// A range of a source as a stream.
final class SourceStream: ByteStream {
  private let source: ByteSource
  private(set) var offset: Int
  private let end: Int

  /// Creates a stream of the bytes in `range`, which is cut at the end of the source.
  init(_ source: ByteSource, _ range: Range<Int>) {
    self.source = source
    offset = range.lowerBound
    end = min(range.upperBound, source.count)
  }

  func read(_ count: Int) -> [UInt8] {
    guard offset < end else { return [] }
    let part = source.read(offset, min(count, end - offset))
    offset += part.count
    return part
  }

  func skip(_ count: Int) { offset += max(0, min(count, end - offset)) }
}

/// A stream that allows looking ahead.
final class PeekStream: ByteStream {
  private let stream: any ByteStream
  private var head: [UInt8] = []
  /// A fault found while looking ahead; thrown after the bytes before it are read.
  private var fault: ArchiveFault?

  init(_ stream: any ByteStream) { self.stream = stream }

  /// Returns the next bytes without consuming them; fewer than `count` at the end and before a fault.
  func peek(_ count: Int) -> [UInt8] {
    while head.count < count, fault == nil {
      do {
        let part = try stream.read(count - head.count)
        if part.isEmpty { break }
        head += part
      } catch { fault = error }
    }
    return head.count > count ? Array(head[..<count]) : head
  }

  func read(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    if !head.isEmpty {
      let part = Array(head.prefix(count))
      head.removeFirst(part.count)
      return part
    }
    if let fault { throw fault }
    return try stream.read(count)
  }

  func skip(_ count: Int) throws(ArchiveFault) {
    let ahead = min(count, head.count)
    head.removeFirst(ahead)
    guard count > ahead else { return }
    if let fault { throw fault }
    try stream.skip(count - ahead)
  }
}
