package import Vocabulary

/// The image that an index belongs to, and the file it was built from.
package struct IndexIdentity: Sendable, Equatable {
  /// The UUID of the image; zero for an image without a UUID, whose index is never stored.
  package var uuid: ImageUUID
  /// The architecture of the slice that was read.
  package var architecture: Architecture
  /// The size in bytes of the file that was read.
  package var sourceSize: UInt64
  /// A value that is another one for every other file and after every change: see `MappedFile.Stamp`.
  package var sourceState: Int64

  /// Creates the identity of an index.
  ///
  /// - Parameters:
  ///   - sourceSize: The size of the source file in bytes.
  ///   - sourceState: The state of its stamp.
  package init(uuid: ImageUUID, architecture: Architecture, sourceSize: UInt64, sourceState: Int64) {
    self.uuid = uuid
    self.architecture = architecture
    self.sourceSize = sourceSize
    self.sourceState = sourceState
  }
}

/// Writes the parts of an index; see `IndexFormat`.
enum IndexWriter {
  static func bytes(
    identity: IndexIdentity, base: UInt64, records: [IndexRecord], texts: borrowing IndexTexts,
    blocks: borrowing ByteSink
  ) -> FileBytes {
    let size =
      IndexFormat.headerSize + records.count * IndexFormat.recordSize + texts.ends.count * 4 + texts.bytes.count
      + blocks.count
    var output = ByteSink(capacity: size)
    output.reserve(size)
    output.store(IndexFormat.magic)
    output.store(IndexFormat.version)
    output.store(UInt32(0))  // the header's checksum
    output.store(identity.uuid.high)
    output.store(identity.uuid.low)
    output.store(identity.architecture.cpuType)
    output.store(identity.architecture.cpuSubtype)
    output.store(base)
    output.store(identity.sourceSize)
    output.store(UInt64(bitPattern: identity.sourceState))
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
