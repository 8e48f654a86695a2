/// Decompression of Zstandard data in memory (RFC 8878).
package enum Zstandard {
  /// Returns the decoded bytes of all frames. Throws `tooLarge` if they exceed `limit` bytes, and a fault if the data is
  /// damaged, incomplete, or followed by other bytes.
  package static func decoded(_ bytes: [UInt8], limit: Int) throws(ArchiveFault) -> [UInt8] {
    var decoder = ZstandardDecoder(bytes, limit: limit)
    try decoder.decode()
    guard decoder.trailing == 0 else { throw ArchiveFault(.damaged, "damaged: data follows its end") }
    return decoder.output
  }
}
