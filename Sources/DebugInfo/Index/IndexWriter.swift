package import Vocabulary

/// Whose names an index has, and what it was made from.
package struct IndexIdentity: Sendable, Equatable {
  package var uuid: ImageUUID
  package var architecture: Architecture
  /// Bytes of the file that was read.
  package var sourceSize: UInt64
  /// When that file was last written, in nanoseconds since 1970.
  package var sourceTime: Int64

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
    identity: IndexIdentity, base: UInt64, records: [IndexRecord], texts: TextTable, blocks: [UInt8]
  ) -> [UInt8] {
    let size =
      IndexFormat.headerSize + records.count * IndexFormat.recordSize + texts.ends.count * 4 + texts.bytes.count
      + blocks.count
    var output: [UInt8] = []
    output.reserveCapacity(size + (size / IndexFormat.pageSize + 2) * 4)
    output.put(IndexFormat.magic)
    output.put(IndexFormat.version)
    output.put(UInt32(0))  // the header's check
    output.put(identity.uuid.high)
    output.put(identity.uuid.low)
    output.put(identity.architecture.cpuType)
    output.put(identity.architecture.cpuSubtype)
    output.put(base)
    output.put(identity.sourceSize)
    output.put(UInt64(bitPattern: identity.sourceTime))
    output.put(UInt32(clamping: records.count))
    output.put(UInt32(clamping: texts.ends.count))
    output.put(UInt32(clamping: texts.bytes.count))
    output.put(UInt32(clamping: blocks.count))
    output.put(UInt64(size))
    while output.count < IndexFormat.headerSize { output.append(0) }
    records.withUnsafeBufferPointer { records in
      for record in records {
        output.put(record.start)
        output.put(record.end)
        output.put(record.name & IndexFormat.nameMask | record.kind.rawValue << 29)
        output.put(record.block)
      }
    }
    for end in texts.ends { output.put(end) }
    output.append(contentsOf: texts.bytes)
    output.append(contentsOf: blocks)
    return output
  }
}

extension [UInt8] {
  @inline(__always)
  fileprivate mutating func put(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
