import Bytes

extension RedactionKind {
  static let documentTitle = RedactionKind(
    id: "document-title", placeholder: .document, title: "title of a document, a window or an event",
    recognition: """
      text in quotation marks after words such as `document`, `window`, `NSDocument`, `note titled`; labels such as \
      `window title`, `subject`, `SUMMARY`; `title` of events; titles that many windows have remain
      """,
    labels: [
      RedactionLabel(
        .part,
        """
        windowtitle tabtitle documenttitle documentname documentdisplayname axtitle notetitle eventtitle pagetitle filetitle \
        relevanttext emailsubject mailsubject fenstertitel dokumentname titredudocument títulodeldocumento titolodocumento
        """, value: RedactionScanner.titleOfLine),
      RedactionLabel(.whole, "summary description", value: RedactionScanner.textOfEvent),
      RedactionLabel(.whole, "title notes", value: RedactionScanner.titleOfEvent),
      RedactionLabel(.whole, "subject betreff", value: RedactionScanner.titleOfLine),
    ],
    recognizers: [RedactionRecognizer(at: "\"'\u{201C}\u{201E}\u{AB}\u{300C}") { $0.quotedTitle($1) }],
    removed: [
      Example("opened the document \"Brief an Quill\" and", "opened the document \"document-1\" and"),
      Example("NSDocument 0x600003a1 \"Quill papers\" failed", "NSDocument 0x600003a1 \"document-1\" failed"),
      Example("window title = \"Kündigung\"", "window title = \"document-1\""),
      Example("EKEvent <0x1>: title = Tea with Quill; x", "EKEvent <0x1>: title = document-1; x"),
      Example("SUMMARY:Tea with Quill", "SUMMARY:document-1"),
    ],
    stays: [
      "window \"Preferences\" is not restorable", "NSWindow \"General Settings\" closed", "Window title: \"Untitled\"",
      "opened the document \"Untitled.pages\"", "title: \"OK\"", "file \"main.swift\"", "named \"com.example.queue\"",
      "Subject: crash", "\"subject\":\"CardView (BYZ-38-t0r) in Main.storyboard\"",
      "description: nil", "Summary: EXC_CRASH",
    ])
}

extension RedactionScanner {
  /// The title of a document after a label, to the end of the line.
  fileprivate static let titleOfLine: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    // A member of an object is about anything, such as the view of a finding. Only the header of a mail is a title.
    if field.isKey, scanner.hasIgnoringCase("subject", field.label.lowerBound) { return nil }
    if !field.isKey, scanner.isInEvent(field.label.upperBound) { return eventText(&scanner, field) }
    var stop =
      field.quoteEnd
      ?? scanner.end(from: field.start, atMost: 120) { $0 < 0x20 || [0x22, 0x3B, 0x7C, 0x5C].contains($0) }
    if field.delimiter == .assignment, field.quoteEnd == nil, scanner.bytes[field.start..<stop].contains(0x28) {
      return nil
    }
    if field.quoteEnd == nil, let comma = scanner.bytes[field.start..<stop].firstIndex(of: 0x2C) { stop = comma }
    stop = scanner.endOfTitle(field.start..<stop)
    let isQuotedOnly =
      scanner.hasIgnoringCase("subject", field.label.lowerBound)
      || scanner.hasIgnoringCase("betreff", field.label.lowerBound)
    let range = field.start..<stop
    guard scanner.isTitle(range), !scanner.isParameter(field), !isQuotedOnly || scanner.bytes[range].contains(0x20)
    else { return nil }
    return Match(range: range, kind: .document, isName: false)
  }

  /// Lines of a calendar (RFC 5545): `SUMMARY:Tea`.
  fileprivate static let textOfEvent: Form = { scanner, field in
    let label = scanner.bytes[field.label]
    guard field.delimiter == .colon, field.beginsLine, label.allSatisfy({ $0.isLetter && $0 & 0x20 == 0 }),
      field.start == field.label.upperBound + 1
    else { return nil }
    let range = field.start..<scanner.endOfLine(from: field.start)
    return range.count >= 3 ? Match(range: range, kind: .document, isName: false) : nil
  }

  private static let events: [StaticString] = [
    "UNNotification", "UNMutableNotification", "EKEvent", "EKReminder", "EKCalendarItem", "INTask", "CSSearchableItem",
    "PHAsset", "MPMediaItem",
  ]

  /// Returns whether an event is described before an offset, on the same line.
  func isInEvent(_ at: Int) -> Bool {
    let line = start(before: at, atMost: 160) { $0 >= 0x20 && $0 != 0x22 }
    return (line..<at).contains { index in bytes[index] >= 0x43 && Self.events.contains { has($0, index) } }
  }

  /// The title in the description of an event.
  fileprivate static let titleOfEvent: Form = { scanner, field in
    guard !field.isKey, scanner.isInEvent(field.label.lowerBound) else { return nil }
    return eventText(&scanner, field)
  }

  /// A text in the description of an event, to the next member.
  static let eventText: Form = { scanner, field in
    var stop =
      field.quoteEnd
      ?? scanner.end(from: field.start, atMost: 120) { $0 < 0x20 || [0x22, 0x3B, 0x7D, 0x5C].contains($0) }
    if field.quoteEnd == nil {
      // Without `;` the next member follows after a blank.
      for at in field.start..<stop where scanner.bytes[at] == 0x3D {
        stop = max(field.start, scanner.start(before: at, atMost: 32) { $0 != 0x20 } - 1)
        break
      }
    }
    if field.quoteEnd == nil { stop = scanner.endBeforeMember(field.start..<stop) }
    while stop > field.start, scanner.bytes[stop - 1] <= 0x20 { stop -= 1 }
    let range = field.start..<stop
    guard range.count >= 3, !scanner.isNoValue(range) else { return nil }
    return Match(range: range, kind: .document, isName: false)
  }

  /// Returns where the next member of a description begins: `, body:`.
  private func endBeforeMember(_ range: Range<Int>) -> Int {
    for at in range where bytes[at] == 0x2C && isByte(" ", at + 1) {
      let word = end(from: at + 2, atMost: 24) { !$0.isLetter }
      if word > at + 2, isByte(":", word) || isByte("=", word) { return at }
    }
    return range.upperBound
  }

  /// Returns the end of a title without what programs add: ` — Edited`.
  private func endOfTitle(_ range: Range<Int>) -> Int {
    var stop = range.upperBound
    for mark: StaticString in [" \u{2014} ", " - Edited", " \u{2013} "] {
      for at in range.dropFirst() where has(mark, at) { stop = min(stop, at) }
    }
    while stop > range.lowerBound, bytes[stop - 1] <= 0x20 { stop -= 1 }
    // The ending of a file remains.
    let ending = start(before: stop, atMost: 9) { $0.isLetterOrDigit }
    if ending - 1 > range.lowerBound, isByte(".", ending - 1), (2...8).contains(stop - ending),
      bytes[ending].isLetter || bytes[ending].isDigit
    {
      stop = ending - 1
    }
    return stop
  }

  /// Returns whether a text is a title that people gave, and not one of a program, a name in code, or a message.
  private func isTitle(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    // A title begins with a capital letter or a number, and does not end like a sentence.
    guard (3...100).contains(value.count), let first = value.first,
      first >= 0x80 || first.isDigit || first.isLetter && first & 0x20 == 0,
      let last = value.last, ![0x2E, 0x3A, 0x2C].contains(last), !value.contains(0x5C), !isNoValue(range),
      !isPlaceholder(range), !value.contains(where: { [0x7B, 0x3C, 0x25, 0x3D, 0x40].contains($0) }),
      !hasIgnoringCase("0x", range.lowerBound), !value.contains(0x2F)
    else { return false }
    let text = string(range).lowercased()
    if PrivacyWords.shared.titlesOfPrograms.contains(text) { return false }
    let words = value.split { $0 == 0x20 }
    let isPlain = value.allSatisfy { $0 < 0x80 }
    if words.count == 1 { return !isPlain && !value.contains(0x2E) || PrivacyWords.shared.roles(value).isPlainName }
    // Titles of programs consist of their words.
    return !words.allSatisfy { word in
      let lower = String(streamSafe: word).lowercased()
      return RedactionVocabulary.isOfReports(lower) || PrivacyWords.shared.roles(word).contains(.capitalized)
        || PrivacyWords.shared.titlesOfPrograms.contains(lower)
    }
  }

  /// Matches a text in quotation marks after the word for a document, a window or an event.
  fileprivate func quotedTitle(_ at: Int) -> Match? {
    guard let (open, close) = quotationMarks(at), at > 3,
      bytes[at - 1] == 0x20 || bytes[at - 1] == 0x3D || bytes[at - 1] == 0x3A || bytes[at - 1] == 0x5C
    else { return nil }
    let start = at + open
    let stop = end(from: start, atMost: 120) { close.contains($0) || $0 < 0x20 || $0 == 0x5C || $0 == 0x22 }
    guard stop > start, byte(stop).map({ close.contains($0) || $0 == 0x5C }) == true else { return nil }
    let end = endOfTitle(start..<stop)
    // The name of a file is a title even if it is one word, but not one of a source or a resource.
    guard isTitle(start..<end), hasTitledWord(at) else { return nil }
    return Match(range: start..<end, kind: .document, isName: false)
  }

  /// Returns the length of an opening quotation mark, and the first bytes of closing ones.
  private func quotationMarks(_ at: Int) -> (open: Int, close: [UInt8])? {
    switch bytes[at] {
    case 0x22: return (1, [0x22])
    case 0x27: return byte(at - 1)?.isIdentifier == true ? nil : (1, [0x27])
    case 0xE2: return has("\u{201C}", at) || has("\u{201E}", at) ? (3, [0xE2]) : nil
    case 0xC2: return has("\u{AB}", at) ? (2, [0xC2]) : nil
    case 0xE3: return has("\u{300C}", at) ? (3, [0xE3]) : nil
    default: return nil
    }
  }

  /// Returns whether the words before a quotation mark name a document.
  private func hasTitledWord(_ mark: Int) -> Bool {
    var at = start(before: mark, atMost: 4) { $0 == 0x5C || $0 == 0x20 }
    // `"note": "x"` is a member of an object, and `note = "x"` an assignment.
    let isAssigned = isByte("=", at - 1) || isByte(":", at - 1)
    if isAssigned {
      at -= 1
      while at > 0, bytes[at - 1] == 0x20 { at -= 1 }
      if isByte("\"", at - 1) { return false }
    }
    var count = 0
    for _ in 0..<4 {
      // `Pages[4242]:`
      at = start(before: at, atMost: 12) { $0.isDigit || [0x3A, 0x5B, 0x5D].contains($0) }
      let word = start(before: at, atMost: 24) { $0.isIdentifier }
      guard word < at else { return false }
      count += 1
      let roles = PrivacyWords.shared.roles(bytes[word..<at])
      if roles.contains(.titled) { return !isAssigned || count > 1 || hasIgnoringCase("axtitle", word) }
      if hasIgnoringCase("subject", word), hasIgnoringCase("mail ", word - 5) { return true }
      guard roles.contains(.between) || roles.contains(.titledSometimes) || has("0x", word), isByte(" ", word - 1)
      else { return false }
      at = word - 1
    }
    return false
  }
}

extension PrivacyWords.Roles {
  /// Whether a word is the name of people and no other word.
  var isPlainName: Bool { contains(.given) && !contains(.word) || contains(.surname) && !contains(.word) }
}
