import Bytes

/// Reads messages that a terminal, an editor or a mail program broke in the middle of a phrase.
extension TextReader {
  /// Consumes an unrecognized line that completes the phrase of a failure with the end of the line above.
  mutating func consumeBrokenPhrase(_ line: Line) -> Bool {
    guard let above = unrecognized.paragraph.last, above.number + 1 == line.number, above.content.count <= 512,
      line.content.count <= 512, !text.looksLikeCode(above.content), !text.looksLikeCode(line.content),
      // A phrase within one line was rejected there for a reason.
      !hasFailure(above.content), !hasFailure(line.content)
    else { return false }
    let joined = text.string(above.content) + " " + text.string(line.content)
    let words = Array(joined.utf8).withUnsafeBufferPointer { bytes in
      Wording.scan(ByteText(bytes, limit: bytes.count), Slice(0, bytes.count))
    }
    guard words.contains(.failure) || words.contains(.exception) else { return false }
    unrecognized.paragraph.removeLast()
    includePrecedingLines()
    if draft.begin == nil { draft.begin = (above.number, above.begin) }
    include(line, as: .failure)
    addConsoleLine(joined, line: above.number)
    includeFollowingLines()
    return true
  }

  private func hasFailure(_ content: Slice) -> Bool {
    !Wording.scan(text, content).isDisjoint(with: [.failure, .exception])
  }
}
