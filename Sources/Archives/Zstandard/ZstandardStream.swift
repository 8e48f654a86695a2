/// The decoded bytes of Zstandard frames, which are decoded at the first read: matches refer to all bytes before them.
final class ZstandardStream: ByteStream {
  private let compressed: [UInt8]
  private let budget: ArchiveBudget
  private var rest: ArraySlice<UInt8>?
  /// Why decoding stopped; thrown after the bytes before it.
  private var fault: ArchiveFault?
  /// Whether bytes other than zeros follow the last frame.
  private(set) var hasTrailingBytes = false

  init(_ compressed: [UInt8], _ budget: ArchiveBudget) {
    self.compressed = compressed
    self.budget = budget
  }

  func read(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    if rest == nil { rest = try decode() }
    let part = rest?.prefix(count) ?? []
    rest = rest?.dropFirst(count)
    if part.isEmpty, let fault { throw fault }
    return Array(part)
  }

  private func decode() throws(ArchiveFault) -> ArraySlice<UInt8> {
    let limits = budget.limits
    // The limit on the ratio, which a run of one byte exceeds, also limits the memory.
    let limit = min(limits.memberBytes, max(16 * limits.ratioFree, compressed.count &* limits.ratio))
    var decoder = ZstandardDecoder(compressed, limit: limit)
    do throws(ArchiveFault) { try decoder.decode() } catch { fault = error }
    hasTrailingBytes = compressed.suffix(decoder.trailing).contains { $0 != 0 }
    try budget.inflate(decoder.output.count)
    return decoder.output[...]
  }
}
