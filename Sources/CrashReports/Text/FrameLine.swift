import Bytes
import Vocabulary

/// The parts of a frame line as ranges, before text is copied.
///
/// `12  com.example.MyApp  \t0x0000000104a1c2b0 -[CardView layoutSubviews] + 212 (CardView.m:88)`. The known forms are
/// listed in `docs/formats.md`, *Frame lines*.
struct FrameLine {
  var number: Int
  /// The image column; empty if the line has none.
  var image: Slice
  var address: UInt64?
  /// The text after the address or, without one, after the image column.
  var rest: Slice
}

/// The parsed text after the address of a frame.
struct FrameSymbol {
  var name: String?
  var offset: Int?
  /// The distance from the load address of the image, if the line prints the base instead of a name.
  var imageOffset: UInt64?
  var source: SourceLocation?
  var inlined = false
  /// The image in `(in X)`.
  var image: Slice?
}

extension ByteText {
  /// Parses a frame line that begins with a number and has an address.
  func frameLine(_ slice: Slice) -> FrameLine? {
    guard let (number, start) = frameNumber(slice) else { return nil }
    var from = start
    while let index = find("0x", Slice(from, slice.end)) {
      from = index + 2
      guard index == start || self[index - 1].isBlank else { continue }
      var digits = from
      var address: UInt64 = 0
      while digits < slice.end, let digit = self[digits].hexDigitValue {
        address = address << 4 | UInt64(digit)
        digits += 1
      }
      let count = digits - from
      if count > 0, count <= 16, digits >= slice.end || self[digits].isBlank {
        return FrameLine(
          number: number, image: trimmed(Slice(start, index)), address: address,
          rest: trimmed(Slice(digits, slice.end)))
      }
    }
    return nil
  }

  /// Parses a frame line that begins with a number and has no address: `3   UIKit   -[UIView layout] + 12`.
  ///
  /// With `strict` the line must end like a frame, or with a method or a C function, because without an address it may be
  /// a numbered list in prose.
  func frameLineWithoutAddress(_ slice: Slice, strict: Bool) -> FrameLine? {
    guard let (number, start) = frameNumber(slice) else { return nil }
    var rest = Slice(start, slice.end)
    var image = Slice(start, start)
    let first = token(rest)
    let mark = self[first.start]
    let afterImage = skipBlanks(first.end, rest.end)
    let columnGap = afterImage - first.end > 1 || self[first.end] == 0x09
    let isSigned = mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+") || mark == UInt8(ascii: "[")
    let next = Slice(afterImage, rest.end)
    let isSuffix = hasPrefix("+ ", next) || hasPrefix("(", next)
    // `0 UIKitCore -[UIApplication run]`, `0 UIKitCore __UIApplicationMain`: as people shorten frames.
    let isMethod = (hasPrefix("-[", next) || hasPrefix("+[", next)) && self[next.end - 1] == UInt8(ascii: "]")
    let isFunction = self[next.start] == UInt8(ascii: "_") && token(next) == next
    let isShortened = !next.isEmpty && mark.isLetter && (isMethod || isFunction)
    // `closure #1 in Cards.load() (in CardKit)`: the first word is not a column if the line names the image at its end.
    let statesImage = !columnGap && contains("(in ", rest) && frameSymbol(rest).image != nil
    if !isSigned, !next.isEmpty, !isSuffix, !statesImage, columnGap || isShortened || endsAsFrame(rest) {
      image = first
      rest = next
    }
    if strict, !isShortened, !endsAsFrame(rest), !isSigned || self[first.start + 1] != UInt8(ascii: "[") { return nil }
    if rest.isEmpty { return nil }
    return FrameLine(number: number, image: image, address: nil, rest: rest)
  }

  /// Returns whether `slice` ends with `+ 12`, `(in X)` or `(File.swift:12)`.
  func endsAsFrame(_ slice: Slice) -> Bool {
    let slice = trimmed(slice)
    if self[slice.end - 1] == UInt8(ascii: ")"), let open = openingParenthesis(slice) {
      let inner = Slice(open + 1, slice.end - 1)
      return hasPrefix("in ", inner) || isLocation(inner)
    }
    return trailingOffset(slice) != nil
  }

  private func frameNumber(_ slice: Slice) -> (number: Int, start: Int)? {
    var index = slice.start
    var number = 0
    while index < slice.end, self[index].isDigit {
      number = number &* 10 &+ Int(self[index] &- 0x30)
      index += 1
      if index - slice.start > 7 { return nil }
    }
    guard index > slice.start, index < slice.end, self[index].isBlank else { return nil }
    let start = skipBlanks(index, slice.end)
    return start < slice.end ? (number, start) : nil
  }

  /// Parses a trailing `+ 212` and returns the offset of the sign. The number may be hexadecimal, and the blank before
  /// the sign may be missing.
  private func trailingOffset(_ slice: Slice) -> (sign: Int, value: UInt64)? {
    var index = slice.end
    while index > slice.start, isIdentifier(self[index - 1]) { index -= 1 }
    guard index < slice.end, let value = number(Slice(index, slice.end)) else { return nil }
    guard index - 2 >= slice.start, self[index - 1] == 0x20, self[index - 2] == UInt8(ascii: "+") else { return nil }
    return (index - 2, value)
  }

  /// Returns whether `slice` is a source location such as `File.swift:12` or `:-1`.
  private func isLocation(_ slice: Slice) -> Bool {
    guard let colon = last(UInt8(ascii: ":"), slice) else { return false }
    var index = colon + 1
    if self[index] == UInt8(ascii: "-") { index += 1 }
    guard index < slice.end else { return false }
    while index < slice.end {
      guard self[index].isDigit else { return false }
      index += 1
    }
    return true
  }

  private func location(_ slice: Slice) -> SourceLocation? {
    guard let colon = last(UInt8(ascii: ":"), slice), colon > slice.start else { return nil }
    let line = integer(Slice(colon + 1, slice.end))
    return SourceLocation(file: string(Slice(slice.start, colon)), line: line == 0 ? nil : line)
  }

  /// Parses the text after the address.
  func frameSymbol(_ slice: Slice) -> FrameSymbol { frameSymbol(slice, name: string) }

  /// Parses the text after the address.
  ///
  /// - Parameter name: Returns the text of a function's name, possibly from a cache.
  func frameSymbol(_ slice: Slice, name: (Slice) -> String?) -> FrameSymbol {
    var symbol = FrameSymbol()
    var slice = slice
    // CrashReporter on jailbroken systems repeats the address after a tab, as a comment.
    if let tab = first(0x09, slice), let comment = find("\t//", Slice(tab, slice.end)) {
      slice = trimmed(Slice(slice.start, comment))
    }
    if self[slice.end - 1] == UInt8(ascii: "]"), hasSuffix("[inlined]", slice) {
      symbol.inlined = true
      slice = trimmed(Slice(slice.start, slice.end - 9))
    }
    var offset: UInt64?
    // Most frames end with an offset, which is read once.
    var end = self[slice.end - 1] == UInt8(ascii: ")") ? nil : trailingOffset(slice)
    // Someone may have added a remark behind the frame. A frame that ends with an offset or a location has none.
    if end == nil, !endsAsFrame(slice) { slice = withoutRemark(slice) }
    for _ in 0..<6 where !slice.isEmpty {
      let mark = self[slice.end - 1]
      if mark == UInt8(ascii: ")") {
        guard let open = openingParenthesis(slice), open >= slice.start else { break }
        let inner = Slice(open + 1, slice.end - 1)
        if isLocation(inner) {
          symbol.source = symbol.source ?? location(inner)
        } else if hasPrefix("in ", inner) {
          symbol.image = trimmed(Slice(inner.start + 3, inner.end))
        } else if isBase(Slice(slice.start, open)), let (sign, value) = trailingOffset(inner) {
          // KSCrash: base + distance (symbol + distance)
          symbol.name = string(trimmed(Slice(inner.start, sign)))
          symbol.offset = Int(exactly: value)
        } else {
          break
        }
        slice = trimmed(Slice(slice.start, open))
      } else if offset == nil, let (sign, value) = end ?? trailingOffset(slice) {
        end = nil
        offset = value
        slice = trimmed(Slice(slice.start, sign))
      } else {
        break
      }
    }
    finish(&symbol, slice, offset, name)
    return symbol
  }

  /// Returns whether `slice` begins with a base address, as in `0x104a00000 + 4212`.
  private func isBase(_ slice: Slice) -> Bool {
    let first = token(slice)
    return hasPrefix("0x", first) && number(first) != nil
  }

  private func finish(
    _ symbol: inout FrameSymbol, _ slice: Slice, _ offset: UInt64?, _ name: (Slice) -> String?
  ) {
    if slice.isEmpty || isUnknown(slice) || equals(slice, "<redacted>") { return }
    if self[slice.start].isDigit, number(slice) != nil {
      symbol.imageOffset = offset
      return
    }
    // A UUID instead of a symbol: the image is known, the name of the function is not.
    if slice.count == 36, self[slice.start + 8] == UInt8(ascii: "-"), self[slice.start + 13] == UInt8(ascii: "-"),
      uuid(slice) != nil
    {
      symbol.imageOffset = offset
      return
    }
    if symbol.name != nil { return }
    symbol.offset = offset.flatMap { Int(exactly: $0) }
    symbol.name = joinedName(slice) ?? name(slice) ?? string(slice)
  }

  /// Joins a Swift name that symbolicatecrash splits in PLCrashReporter's text:
  /// `_assertionFailure+ 216832 (_:_:file:line:flags:)`.
  private func joinedName(_ slice: Slice) -> String? {
    guard self[slice.end - 1] == UInt8(ascii: ")"), let plus = find("+ ", slice), plus > slice.start,
      !self[plus - 1].isBlank
    else { return nil }
    var index = plus + 2
    while index < slice.end, self[index].isDigit { index += 1 }
    guard index > plus + 2, self[index] == 0x20, self[index + 1] == UInt8(ascii: "(") else { return nil }
    return string(Slice(slice.start, plus)) + string(Slice(index + 1, slice.end))
  }
}
