import Bytes

extension RedactionKind {
  static let textOfPeople = RedactionKind(
    id: "text-of-people", placeholder: .document, title: "text that people wrote or searched for",
    recognition: """
      values of `text=`, `body:`, `query="…"` and the like in a line about messages, notifications or searches
      """,
    labels: [
      RedactionLabel(.whole, "text", value: RedactionScanner.textOfPeople),
      RedactionLabel(
        .whole, "body messagebody messagetext snippet searchtext searchquery transcript utterance",
        value: RedactionScanner.textOfPeople),
    ],
    removed: [
      Example("MessageCell text=call me after the exam", "MessageCell text=document-1"),
      Example(
        "SearchController: query=\"knee pain at night\" results=0", "SearchController: query=\"document-1\" results=0"),
      Example("UNNotificationContent body: did you get the result?", "UNNotificationContent body: document-1"),
    ],
    stays: [
      "UILabel text = Save", "query=\"SELECT * FROM message\"", "message body: nil", "text: String",
      "body = <redacted>",
      "search query: nil",
    ])
}

extension RedactionScanner {
  /// The text after a label, in a line that speaks of messages or searches: several words.
  static let textOfPeople: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    guard scanner.isAboutPeople(field.label), field.delimiter != .colon || !scanner.isInSentence(field.label) else {
      return nil
    }
    var stop =
      field.quoteEnd
      ?? scanner.end(from: field.start, atMost: 240) { $0 < 0x20 || [0x22, 0x3B, 0x7D, 0x5C, 0x3E].contains($0) }
    if field.quoteEnd == nil {
      // The next member follows after a blank.
      for at in field.start..<stop where scanner.bytes[at] == 0x3D {
        stop = max(field.start, scanner.start(before: at, atMost: 32) { $0 != 0x20 } - 1)
        break
      }
    }
    while stop > field.start, scanner.bytes[stop - 1] <= 0x20 || scanner.bytes[stop - 1] == 0x2C { stop -= 1 }
    let range = field.start..<max(stop, field.start)
    let value = scanner.bytes[range]
    guard value.count >= 4, !scanner.isPlaceholder(range), !scanner.isParameter(field),
      value.contains(0x20) || value.contains(where: { $0 >= 0xC3 }),
      value.first.map({ $0.isLetterOrDigit || $0 >= 0x80 }) == true,
      !scanner.isNoValue(range), !scanner.isQueryOfDatabase(range)
    else { return nil }
    return Match(range: range, kind: .document, isName: false)
  }

  /// Returns whether a word before a label is not one of those that show a text of people: `issue text:`.
  private func isInSentence(_ label: Range<Int>) -> Bool {
    guard isByte(" ", label.lowerBound - 1) else { return false }
    let word = start(before: label.lowerBound - 1, atMost: 40) { $0.isLetter }
    guard word < label.lowerBound - 1, bytes[word] & 0x20 != 0 else { return false }
    return !PrivacyWords.shared.contexts.contains { bytes[word..<label.lowerBound - 1].elementsEqual($0) }
  }

  private func isQueryOfDatabase(_ range: Range<Int>) -> Bool {
    let verbs: [StaticString] = [
      "select ", "insert ", "update ", "delete ", "with ", "create ", "drop ", "alter ", "pragma ", "mutation ",
      "query ",
      "fragment ", "subscription ",
    ]
    return verbs.contains { hasIgnoringCase($0, range.lowerBound) }
      || bytes[range].contains { [0x7B, 0x28, 0x3C, 0x5B].contains($0) }
  }

  /// Returns whether a word in the same line before a label shows that people write there.
  private func isAboutPeople(_ label: Range<Int>) -> Bool {
    let line = start(before: label.lowerBound, atMost: 120) { $0 >= 0x20 && $0 != 0x22 }
    return (line..<label.lowerBound).contains { at in
      PrivacyWords.shared.contexts.contains { word in
        label.upperBound - at >= word.count && bytes[at] == word[0] && bytes[at..<at + word.count].elementsEqual(word)
      }
    }
  }
}
