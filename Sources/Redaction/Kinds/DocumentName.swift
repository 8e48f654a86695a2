import Bytes

extension RedactionKind {
  static let documentName = RedactionKind(
    id: "document-name", placeholder: .document, title: "name of a document",
    recognition: "names of files of office, reading and mail programs outside bundles, without their ending",
    recognizers: [RedactionRecognizer(at: ".") { $0.document($1) }],
    removed: [
      Example("/var/mobile/Documents/CV Quill.pdf", "/var/mobile/Documents/document-1.pdf"),
      Example("open file: Brief_Quill.docx", "open file: document-1.docx"),
      Example("\"Zoe Quill 2026.pages\"", "\"document-1.pages\""),
      Example("/Volumes/volume-1/Taxes/Q-2026.xlsx", "/Volumes/volume-1/Taxes/document-1.xlsx"),
    ],
    stays: [
      "/Applications/MyApp.app/Contents/Resources/Icon.pdf", "MyApp.framework/Guide.pdf", "UIPasteboard.pdf(data:)",
      "let a = document.pages", "com.apple.iWork.pages", "PDFKit.PDFPage.document",
    ])
}

extension RedactionScanner {
  private static let documentEndings: [StaticString] = [
    "pdf", "docx", "doc", "docm", "xlsx", "xlsm", "xls", "pptx", "ppt", "pages", "numbers", "keynote", "odt", "ods",
    "odp",
    "rtf", "rtfd", "epub", "mobi", "eml", "emlx", "msg", "vcf", "ics", "gpx", "ofx", "qif", "heic", "heif",
  ]
  private static let bundles: [StaticString] = [
    ".app/", ".framework/", ".bundle/", ".appex/", ".xcassets/", "/resources/", "/tests/", "/fixtures/", "/assets/",
    ".xcframework/", ".app\\/", ".framework\\/", ".bundle\\/", "/system/", "/usr/", "/library/", "\\/system\\/",
    "\\/library\\/",
  ]

  /// Matches the name before the ending of a document.
  fileprivate func document(_ at: Int) -> Match? {
    if let found = fileInUserFolder(at) { return found }
    guard at > 1, bytes[at - 1].isIdentifier || bytes[at - 1] == 0x29,
      let ending = Self.documentEndings.first(where: {
        hasIgnoringCase($0, at + 1) && !endsInWord(at + 1 + $0.utf8CodeUnitCount)
      })
    else { return nil }
    let after = at + 1 + ending.utf8CodeUnitCount
    // Members of code: `document.pages`, `pasteboard.pdf(…)`, `a.numbers.b`.
    if let next = byte(after),
      next == 0x28 || next == 0x5B || next == 0x2E && byte(after + 1)?.isIdentifier == true || next == 0x2D
    {
      return nil
    }
    let isLiteral = ending.utf8CodeUnitCount == 3 || ending.utf8CodeUnitCount == 4
    guard let start = startOfFileName(before: at) else { return nil }
    let range = start..<at
    guard range.count >= 3, range.count <= 128, !isPlaceholder(range),
      !PrivacyWords.shared.titlesOfPrograms.contains(string(range).lowercased())
    else { return nil }
    let isInFolder = isByte("/", start - 1) || isByte("\\", start - 1)
    let value = bytes[range]
    let hasParts = value.contains { $0 == 0x20 || $0 == 0x5F || $0 == 0x2D || $0 >= 0x80 }
    guard isInFolder || hasParts || isQuoted(start, after) || isLiteral && isNamed(start) else { return nil }
    // A word in lower case without parts is a resource or a member.
    guard
      hasParts || isInFolder && isInUserFolder(start) || isNamed(start)
        || isQuoted(start, after) && value.contains(where: { $0.isLetter && $0 & 0x20 == 0 })
    else { return nil }
    let path = self.start(before: start, atMost: 200) { $0 >= 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x3C }
    guard
      !(path..<start).contains(where: { at in
        [0x2E, 0x2F, 0x5C].contains(bytes[at]) && Self.bundles.contains { hasIgnoringCase($0, at) }
      }) || isInUserFolder(start)
    else { return nil }
    return Match(range: range, kind: .document)
  }

  private static let mediaEndings: [StaticString] = [
    "zip", "jpg", "jpeg", "png", "gif", "mov", "mp4", "m4a", "m4v", "mp3", "wav", "txt", "csv", "tiff", "webp", "rar",
    "7z",
    "dng", "psd", "key", "md", "html", "xml",
  ]

  /// Matches a file of another kind that is directly in a folder of the user's documents.
  private func fileInUserFolder(_ at: Int) -> Match? {
    guard at > 1, bytes[at - 1].isIdentifier || bytes[at - 1] == 0x29,
      let ending = Self.mediaEndings.first(where: {
        hasIgnoringCase($0, at + 1) && !endsInWord(at + 1 + $0.utf8CodeUnitCount)
      }), !isByte(".", at + 1 + ending.utf8CodeUnitCount), let start = startOfFileName(before: at)
    else { return nil }
    let folders: [StaticString] = [
      "Documents/", "Downloads/", "Desktop/", "Inbox/", "Documents\\", "Downloads\\", "Desktop\\",
    ]
    let isTitle =
      isQuoted(start, at + 1 + ending.utf8CodeUnitCount) && bytes[start..<at].contains { $0 == 0x20 || $0 >= 0x80 }
      && bytes[start] & 0x20 == 0
    let isNamed =
      start < at && bytes[start..<at].contains(0x20) && byte(start - 1) == 0x20
      && !["md", "html", "xml", "key"].contains("\(ending)")
    guard isTitle || isNamed || folders.contains(where: { hasBefore($0, start) }), at - start >= 3,
      !isPlaceholder(start..<at)
    else {
      return nil
    }
    return Match(range: start..<at, kind: .document)
  }

  /// Returns whether an ending goes on: a letter of ASCII, or one outside it, but not a quotation mark.
  private func endsInWord(_ at: Int) -> Bool {
    byte(at).map { $0.isIdentifier && !($0 == 0xE2 || $0 == 0xE3 || has("\u{BB}", at) || has("\u{AB}", at)) } ?? false
  }

  private func isQuoted(_ start: Int, _ end: Int) -> Bool {
    guard let before = byte(start - 1), let after = byte(end) else { return false }
    let marks: [StaticString] = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}", "\u{300C}"]
    if before >= 0x80, after >= 0xC2, marks.contains(where: { hasBefore($0, start) }) { return true }
    return before == 0x22 && (after == 0x22 || after == 0x5C) || before == 0x27 && after == 0x27
  }

  private func isNamed(_ start: Int) -> Bool {
    let blank = self.start(before: start, atMost: 4) { [0x20, 0x3A, 0x3D].contains($0) }
    return blank < start
      && [
        "file", "filename", "document", "attachment", "open", "opening", "save", "saving", "import", "importing",
        "export",
        "print", "printing", "name", "title", "upload", "uploading", "download", "share", "sharing", "read", "write",
        "path",
      ]
      .contains(wordBefore(blank).text)
  }

  private func isInUserFolder(_ start: Int) -> Bool {
    let path = self.start(before: start, atMost: 200) { $0 >= 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x3C }
    return (path..<start).contains { at in
      [
        "/documents/", "/desktop/", "/downloads/", "/inbox/", "\\/documents\\/", "\\/desktop\\/", "\\documents\\",
        "\\desktop\\", "\\downloads\\", "/mobile documents/", "/icloud drive/", "/dropbox/", "/onedrive/",
      ]
      .contains { (word: StaticString) in hasIgnoringCase(word, at) }
    }
  }

  /// Returns the start of the name of a file. A name after a separator or a quotation mark can have blanks.
  private func startOfFileName(before at: Int) -> Int? {
    let long = start(before: at, atMost: 128) {
      $0 >= 0x20 && ![0x22, 0x27, 0x2F, 0x3A, 0x3C, 0x3E, 0x5C, 0x3D, 0x2C, 0x3B, 0x7C].contains($0)
    }
    let marks: [StaticString] = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}", "\u{300C}"]
    for index in (long..<at).reversed() where bytes[index] >= 0xC2 {
      if let mark = marks.first(where: { has($0, index) }) { return index + mark.utf8CodeUnitCount }
    }
    if long > 0, [0x2F, 0x22, 0x27, 0x5C].contains(bytes[long - 1]) {
      return Self.followsEscape(bytes, long + 1) ? long + 1 : long
    }
    let short = start(before: at, atMost: 128) {
      $0.isIdentifier || [0x2D, 0x28, 0x29, 0x2B].contains($0)
    }
    return short < at ? startOfBlankedName(short) ?? short : nil
  }

  private static let fileVerbs: Set<String> = [
    "open", "opening", "opened", "save", "saving", "saved", "autosave", "autosaving", "import", "importing", "export",
    "exporting", "print", "printing",
    "load", "loading", "attached", "attachment", "attaching", "upload", "uploading", "download", "downloading", "share",
    "sharing", "read", "reading",
    "delete", "deleting", "move", "moving", "rename", "renaming", "duplicate", "preview", "previewing", "file",
    "document", "documents", "playing", "play",
    "thumbnail for", "for", "of", "edit", "editing", "close", "closing", "sync", "syncing", "scan", "scanning", "copy",
    "copying", "restore", "restoring",
  ]

  /// Returns the start of a name with blanks that follows a verb of files: `could not save Letter to Zoe.pages`.
  private func startOfBlankedName(_ word: Int) -> Int? {
    var start = word
    for _ in 0..<5 {
      guard isByte(" ", start - 1) || isByte(":", start - 1), start > 1 else { return nil }
      let end = isByte(":", start - 1) || isByte(":", start - 2) ? start - (isByte(":", start - 1) ? 1 : 2) : start - 1
      let before = self.start(before: end, atMost: 40) { $0.isIdentifier || [0x2D, 0x28, 0x29, 0x27].contains($0) }
      guard before < end else { return nil }
      if Self.fileVerbs.contains(string(before..<end).lowercased()) { return start < word ? start : nil }
      guard end == start - 1, isByte(" ", start - 1) else { return nil }
      start = before
    }
    return nil
  }
}
