/// Reads the files of a tar archive one by one.
final class TarReader {
  private let stream: any ByteStream
  private let budget: ArchiveBudget
  /// The name of the next file, from a GNU record of type `L`.
  private var longName: [UInt8]?
  /// The pax values of the next file.
  private var pax: [String: [UInt8]] = [:]

  /// The maximum size of a record that describes the next file, in bytes.
  private static let maxRecordSize = 1 << 20

  init(_ stream: any ByteStream, _ budget: ArchiveBudget) {
    self.stream = stream
    self.budget = budget
  }

  /// Calls `visit` for each file with its name, size and bytes; the bytes are `nil` for links, devices and sparse
  /// files.
  ///
  /// Calls `visit` with a fault, without a name, for each run of damaged headers, and searches for the next valid one.
  func forEach(
    _ visit: (Result<(name: String, size: Int, bytes: PartStream?), ArchiveFault>) throws(ArchiveFault) -> Void
  ) throws(ArchiveFault) {
    var empty = 0
    var isLost = false
    while true {
      let block = try fill(TarHeader.size)
      if block.isEmpty { return }
      if block.allSatisfy({ $0 == 0 }) {
        empty += 1
        // Two empty blocks mark the end; data after them, as on tapes, is ignored.
        if empty == 2 { return }
        continue
      }
      empty = 0
      guard block.count == TarHeader.size else { throw .endsEarly }
      guard let header = TarHeader(block) else {
        if !isLost { try visit(.failure(ArchiveFault(.damaged, "damaged: a file's header is invalid"))) }
        isLost = true
        continue
      }
      isLost = false
      try budget.countEntry()
      guard try handle(header, visit) else { return }
      if let exhausted = budget.exhausted { throw exhausted }
    }
  }

  /// - Returns: `false` if the stream ended inside the file.
  private func handle(
    _ header: TarHeader,
    _ visit: (Result<(name: String, size: Int, bytes: PartStream?), ArchiveFault>) throws(ArchiveFault) -> Void
  ) throws(ArchiveFault) -> Bool {
    var count = header.count
    switch header.type {
    case UInt8(ascii: "L"): longName = try record(header)
    case UInt8(ascii: "x"): pax = TarHeader.pax(try record(header))
    case UInt8(ascii: "K"), UInt8(ascii: "g"), UInt8(ascii: "X"), UInt8(ascii: "V"): try skip(count)
    default:
      let name = MemberName.text(pax["path"] ?? longName ?? header.name)
      if let stated = pax["size"], let size = Int(String(decoding: stated, as: UTF8.self)), size >= 0 { count = size }
      let isSparse = header.type == UInt8(ascii: "S") || pax.keys.contains { $0.hasPrefix("GNU.sparse.") }
      longName = nil
      pax = [:]
      let isFolder = header.type == UInt8(ascii: "5") || name.hasSuffix("/")
      let isFile = [0, UInt8(ascii: "0"), UInt8(ascii: "7")].contains(header.type)
      // Links and devices have no content, even if they state a size.
      if (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(header.type) { count = 0 }
      let part = PartStream(stream, count)
      if !isFolder { try visit(.success((name, count, isFile && !isSparse ? part : nil))) }
      // The fault is already reported for the file.
      if part.isBroken { return false }
      try part.skip(.max)
      try stream.skip(padding(count))
    }
    return true
  }

  private func record(_ header: TarHeader) throws(ArchiveFault) -> [UInt8] {
    guard header.count <= Self.maxRecordSize else {
      throw ArchiveFault(.damaged, "damaged: a file's name is longer than \(ArchiveBudget.size(Self.maxRecordSize))")
    }
    let bytes = try fill(header.count)
    if bytes.count < header.count { throw .endsEarly }
    try stream.skip(padding(header.count))
    return Array(bytes)
  }

  private func skip(_ count: Int) throws(ArchiveFault) {
    try stream.skip(count)
    try stream.skip(padding(count))
  }

  private func padding(_ count: Int) -> Int { (TarHeader.size - count % TarHeader.size) % TarHeader.size }

  private func fill(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = try stream.read(count - bytes.count)
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}

/// The part of a stream that belongs to one file: a fixed number of bytes.
final class PartStream: ByteStream {
  private let stream: any ByteStream
  private var left: Int
  /// Whether the stream ended or failed before the end of the file.
  private(set) var isBroken = false

  init(_ stream: any ByteStream, _ count: Int) {
    self.stream = stream
    left = max(0, count)
  }

  func read(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    if left == 0 { return [] }
    if isBroken { throw .endsEarly }
    isBroken = true
    let part = try stream.read(min(count, left))
    if part.isEmpty { throw .endsEarly }
    isBroken = false
    left -= part.count
    return part
  }

  func skip(_ count: Int) throws(ArchiveFault) {
    let wanted = min(count, left)
    try stream.skip(wanted)
    left -= wanted
  }
}
