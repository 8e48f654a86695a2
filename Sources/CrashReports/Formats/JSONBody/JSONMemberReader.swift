/// A reader of the members of JSON objects, in any order. Unknown keys are skipped, and the first of two equal keys is used.
protocol JSONMemberReader {
  var cursor: JSONCursor { get set }
  var notes: NoteList { get set }
}

extension JSONMemberReader {
  /// Returns the next known key of the current object, whose value is to be read; `nil` at the end of the object.
  @inline(__always)
  mutating func nextMember<Key>(_ keys: JSONKeyTable<Key>, _ seen: inout SeenKeys) -> Key? {
    while let text = cursor.nextKey() {
      guard let (key, number) = cursor.find(text, in: keys) else {
        cursor.skipValue()
        continue
      }
      if seen.insert(number) { return key }
      skipDuplicate(text)
    }
    return nil
  }

  /// Skips the value of a key that was already read, with a note.
  mutating func skipDuplicate(_ key: JSONText) {
    let name = ByteSearch.quotation(cursor.bytes, key.range)
    notes.add(
      "duplicate-key", "The key \"\(name)\" occurs twice in one object; the first value was used.", line: cursor.line)
    cursor.skipValue()
  }
}
