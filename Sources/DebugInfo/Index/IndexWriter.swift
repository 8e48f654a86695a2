package import Vocabulary

/// Whose names an index has, and what it was made from.
package struct IndexIdentity: Sendable, Equatable {
  /// UUID of the image; zero for one without a UUID, which is never stored.
  package var uuid: ImageUUID
  /// Architecture of the slice that was read.
  package var architecture: Architecture
  /// Bytes of the file that was read.
  package var sourceSize: UInt64
  /// When that file was last written, in nanoseconds since 1970.
  package var sourceTime: Int64

  /// Creates the identity of the index of one file, from the file's size in bytes and its time in nanoseconds since
  /// 1970.
  package init(uuid: ImageUUID, architecture: Architecture, sourceSize: UInt64, sourceTime: Int64) {
    self.uuid = uuid
    self.architecture = architecture
    self.sourceSize = sourceSize
    self.sourceTime = sourceTime
  }
}

/// Puts the parts of an index together; see `IndexFormat`.
enum IndexWriter {
  static func bytes(
    identity: IndexIdentity, base: UInt64, records: [IndexRecord], texts: borrowing TextTable,
    blocks: borrowing ByteSink
  ) -> FileBytes {
    let size =
      IndexFormat.headerSize + records.count * IndexFormat.recordSize + texts.ends.count * 4 + texts.bytes.count
      + blocks.count
    var output = ByteSink(capacity: size)
    output.reserve(size)
    output.store(IndexFormat.magic)
    output.store(IndexFormat.version)
    output.store(UInt32(0))  // the header's check
    output.store(identity.uuid.high)
    output.store(identity.uuid.low)
    output.store(identity.architecture.cpuType)
    output.store(identity.architecture.cpuSubtype)
    output.store(base)
    output.store(identity.sourceSize)
    output.store(UInt64(bitPattern: identity.sourceTime))
    output.store(UInt32(clamping: records.count))
    output.store(UInt32(clamping: texts.ends.count))
    output.store(UInt32(clamping: texts.bytes.count))
    output.store(UInt32(clamping: blocks.count))
    output.store(UInt64(size))
    while output.count < IndexFormat.headerSize { output.store(UInt8(0)) }
    records.withUnsafeBufferPointer { records in
      for record in records {
        output.store(record.start)
        output.store(record.end)
        output.store(record.name & IndexFormat.nameMask | record.kind.rawValue << 29)
        output.store(record.block)
      }
    }
    for end in texts.ends { output.store(end) }
    texts.bytes.withUnsafeBytes { output.append($0) }
    blocks.withUnsafeBytes { output.append($0) }
    return output.finish()
  }
}
