import Bytes
import Vocabulary

extension TextDialect {
  /// Rows of the list of binary images.
  static let images = TextDialect(
    name: "images",
    example: Example(
      "0x104d20000 - 0x105c43fff MyApp (*) <9d489cdf-11ad-3077-a386-6321379f73a0> /Apps/MyApp", .excerpt),
    offer: .beginning { $0.isHexDigit || $0 == UInt8(ascii: "*") }, mark: .images
  ) { reader, line, _ in reader.consumeImage(line) }
}

/// Reads the list of binary images:
///
///     0x104d20000 -        0x105c43fff MyApp (*) <9d489cdf-11ad-3077-a386-6321379f73a0> /Users/…/MyApp
///
/// The known forms are listed in `docs/formats.md`, *Binary images*.
extension TextReader {
  mutating func consumeImage(_ line: Line) -> Bool {
    let content = line.content
    var start = content.start
    // Jailbroken systems and spindump mark some lines with an asterisk.
    if text[start] == UInt8(ascii: "*") { start += 1 }
    guard text[start].isDigit || text[start].isHexDigit else { return false }
    guard let (load, afterLoad) = text.addressToken(start, content.end), load.count > 0 else { return false }
    var index = text.skipBlanks(afterLoad, content.end)
    guard text[index] == UInt8(ascii: "-") else { return false }
    index = text.skipBlanks(index + 1, content.end)
    guard let (end, afterEnd) = endToken(index, content.end), text[afterEnd].isBlank else { return false }
    guard let loadAddress = text.number(load) else { return false }
    // spindump prints `???` for an unknown end address; the image then has no size.
    guard let endAddress = text.isUnknown(end) ? loadAddress : text.number(end) else { return false }
    guard section == .images || text.first(UInt8(ascii: "<"), Slice(afterEnd, content.end)) != nil else { return false }
    include(line, as: .images)
    if draft.imageList.isEmpty {
      draft.lastSection = "Binary Images"
      draft.report.lines[.images] = draft.report.lines[.images] ?? line.number
    }
    section = .images
    // A catch-all image, which would contain every address.
    if loadAddress == 0, endAddress == .max || endAddress == UInt64(UInt32.max) { return true }
    guard draft.imageList.count < limits.images else { return true }
    var image = BinaryImage()
    image.line = line.number
    image.loadAddress = RuntimeAddress(loadAddress)
    image.size = Self.size(load: loadAddress, end: endAddress)
    let column = text.image(text.trimmed(Slice(afterEnd, content.end)), into: &image)
    draft.imageList.append(image, column: column)
    return true
  }

  /// Returns the size of an image. The end address is inclusive, unless it is on a page boundary: no image ends one
  /// byte after a page.
  private static func size(load: UInt64, end: UInt64) -> UInt64? {
    guard end > load, end != .max else { return nil }
    return end & 0xfff == 0 ? end - load : end - load + 1
  }

  private func endToken(_ start: Int, _ end: Int) -> (slice: Slice, next: Int)? {
    guard section == .images, text[start] == UInt8(ascii: "?") else { return text.addressToken(start, end) }
    let token = text.token(Slice(start, end))
    return text.isUnknown(token) ? (token, token.end) : nil
  }
}

/// The parts of a line. They are functions of the text, because a call of a function of the reader copies it: it contains
/// the entire report.
extension ByteText {
  /// Parses `0x` with hexadecimal digits, or 0.
  fileprivate func addressToken(_ start: Int, _ end: Int) -> (slice: Slice, next: Int)? {
    var index = start
    while index < end, isIdentifier(self[index]) { index += 1 }
    let slice = Slice(start, index)
    guard hasPrefix("0x", slice) || equals(slice, "0") else { return nil }
    return (slice, index)
  }

  /// Reads everything after the addresses. Returns the name column as printed.
  fileprivate func image(_ slice: Slice, into image: inout BinaryImage) -> String {
    var slice = slice
    if self[slice.start] == UInt8(ascii: "+") { slice = trimmed(Slice(slice.start + 1, slice.end)) }
    var description = slice
    var path = Slice(slice.end, slice.end)
    if let (open, close, uuid) = identity(slice) {
      image.uuid = uuid.flatMap { $0.isNull ? nil : $0 }
      description = trimmed(Slice(slice.start, open))
      path = trimmed(Slice(close + 1, slice.end))
    } else if let tab = first(0x09, slice) {
      description = trimmed(Slice(slice.start, tab))
      path = trimmed(Slice(tab, slice.end))
    } else if let slash = find(" /", slice) {
      description = trimmed(Slice(slice.start, slash))
      path = trimmed(Slice(slash, slice.end))
    }
    if self[path.end - 1] == UInt8(ascii: "}"), let extra = find(" {\"", path) {
      path = trimmed(Slice(path.start, extra))
    }
    image.path = value(path)
    let name = consumeVersion(description, into: &image)
    let column = value(name) ?? ""
    nameImage(&image, column: name, column, path: path)
    return column
  }

  /// Returns the range of `<…>` with a UUID or a placeholder for it, and the UUID.
  private func identity(_ slice: Slice) -> (open: Int, close: Int, uuid: ImageUUID?)? {
    var start = slice.start
    while let open = first(UInt8(ascii: "<"), Slice(start, slice.end)) {
      guard let close = first(UInt8(ascii: ">"), Slice(open, slice.end)) else { return nil }
      let inner = Slice(open + 1, close)
      if let uuid = uuid(inner) { return (open, close, uuid) }
      var digits = inner.start
      while digits < inner.end, self[digits].isHexDigit || self[digits] == UInt8(ascii: "-") {
        digits += 1
      }
      let isDigits = digits == inner.end
      let isPlaceholder = equals(inner, "(null)") || self[inner.start] == UInt8(ascii: "@")
      if isDigits && inner.count >= 8 || isPlaceholder { return (open, close, nil) }
      start = close + 1
    }
    return nil
  }

  /// Removes `(version)` and the architecture from the end of a name, and stores them in `image`.
  private func consumeVersion(_ slice: Slice, into image: inout BinaryImage) -> Slice {
    var name = slice
    if self[name.end - 1] == UInt8(ascii: ")"), let open = openingParenthesis(name), open > name.start {
      var version = trimmed(Slice(open + 1, name.end - 1))
      if isArchitecture(version) {
        image.architecture = string(version)
      } else if !equals(version, "*") {
        if let dash = find(" - ", version) { version.end = dash }
        image.version = value(version)
      }
      name = trimmed(Slice(name.start, open))
    }
    if let blank = lastBlank(name), isArchitecture(Slice(blank + 1, name.end)) {
      image.architecture = string(Slice(blank + 1, name.end))
      name = trimmed(Slice(name.start, blank))
    } else if let blank = lastBlank(name), image.version != nil, self[blank + 1].isDigit {
      // Mac OS X 10.3: `com.apple.Xcode 1.1 (300)`
      image.version = string(Slice(blank + 1, name.end))
      name = trimmed(Slice(name.start, blank))
    }
    return name
  }

  private func lastBlank(_ slice: Slice) -> Int? {
    var index = slice.end - 1
    while index > slice.start {
      if self[index].isBlank { return index }
      index -= 1
    }
    return nil
  }

  private func isArchitecture(_ slice: Slice) -> Bool {
    guard slice.count <= 12 else { return false }
    if hasPrefix("arm", slice) {
      return (slice.start + 3..<slice.end).allSatisfy { isIdentifier(self[$0]) } && slice.count <= 8
    }
    for name: StaticString in ["x86_64", "x86_64h", "i386", "i486", "ppc", "ppc64", "ppc7400", "unknown"]
    where equals(slice, name) { return true }
    return false
  }

  /// Sets the name of an image from its path. A different name column that looks like a bundle identifier is stored as
  /// such.
  private func nameImage(_ image: inout BinaryImage, column: Slice, _ columnText: String, path: Slice) {
    let column = trimmed(column)
    let slash = last(UInt8(ascii: "/"), path)
    let file = trimmed(Slice(slash.map { $0 + 1 } ?? path.start, path.end))
    if image.path == nil || same(file, column) {
      image.name = columnText.isEmpty ? nil : columnText
      return
    }
    let name = value(file)
    image.name = name ?? (columnText.isEmpty ? nil : columnText)
    if name != nil, first(0x20, column) == nil, hasTwoDots(column), !hasSuffix(".dylib", column),
      file.count < column.count || !same(Slice(file.start, file.start + column.count), column)
    {
      image.bundleID = columnText
    }
  }

  private func hasTwoDots(_ column: Slice) -> Bool {
    guard let dot = first(UInt8(ascii: "."), column) else { return false }
    return first(UInt8(ascii: "."), Slice(dot + 1, column.end)) != nil
  }
}
