import Bytes

/// The action of Interface Builder, parsed from the text after `IB Designables:`.
struct PreviewAction {
  var action: PreviewMessage.Action
  var objectClass: String?
  var objectID: String?
  var cause: Slice
}

extension ByteText {
  /// Parses an action, such as `Failed to render instance of CardView: The agent crashed`; `nil` if there is none.
  func previewAction(_ slice: Slice) -> PreviewAction? {
    var slice = trimmed(slice)
    if hasPrefix(ignoringCase: "ignoring user defined runtime attribute", slice) {
      slice.start += 39
      var action = PreviewAction(action: .ignoreRuntimeAttribute, cause: trimmed(slice))
      if let offset = find("on instance of \"", slice) {
        let start = offset + 16
        if let end = first(UInt8(ascii: "\""), Slice(start, slice.end)) {
          action.objectClass = value(Slice(start, end))
        }
      }
      return action
    }
    if let offset = find(ignoringCase: "debugging instance of ", slice), offset - slice.start <= 12 {
      let start = offset + 22
      let end = find(ignoringCase: " for interface", Slice(start, slice.end)) ?? token(Slice(start, slice.end)).end
      return PreviewAction(
        action: .other, objectClass: value(Slice(start, end)), cause: slice)
    }
    guard hasPrefix(ignoringCase: "fail", slice) else { return nil }
    slice.start += hasPrefix(ignoringCase: "failed ", slice) ? 7 : 5
    slice = trimmed(slice)
    if hasPrefix(ignoringCase: "to update auto layout status", slice) {
      return PreviewAction(action: .updateAutoLayoutStatus, cause: afterSeparator(Slice(slice.start + 28, slice.end)))
    }
    if hasPrefix(ignoringCase: "to render instance of", slice) {
      return object(Slice(slice.start + 21, slice.end), .renderInstance)
    }
    if hasPrefix(ignoringCase: "to render and update auto layout status", slice) {
      var rest = trimmed(Slice(slice.start + 39, slice.end))
      // The blank after "for" is sometimes missing.
      guard hasPrefix(ignoringCase: "for", rest) else {
        if self[rest.start] == UInt8(ascii: "(") { return object(rest, .renderAndUpdate) }
        return PreviewAction(action: .renderAndUpdate, cause: afterSeparator(rest))
      }
      rest.start += 3
      return object(rest, .renderAndUpdate)
    }
    return nil
  }

  /// Parses class, object ID and cause.
  private func object(_ slice: Slice, _ action: PreviewMessage.Action) -> PreviewAction {
    var rest = trimmed(slice)
    var end = rest.end
    let separators: [StaticString] = [":", " (", " Failed", " failed", " The agent", " Interface Builder", ". "]
    for separator in separators { if let offset = find(separator, Slice(rest.start, end)) { end = offset } }
    var result = PreviewAction(action: action, objectClass: nil, cause: rest)
    var name = trimmed(Slice(rest.start, end))
    while name.end > name.start, self[name.end - 1] == UInt8(ascii: ".") { name.end -= 1 }
    if (name.start..<max(name.start, name.end)).contains(where: { self[$0].isLetter || self[$0] >= 0x80 }) {
      result.objectClass = value(name)
    }
    rest = trimmed(Slice(end, rest.end))
    if self[rest.start] == UInt8(ascii: "("), let close = first(UInt8(ascii: ")"), rest),
      isObjectID(Slice(rest.start + 1, close))
    {
      result.objectID = string(Slice(rest.start + 1, close))
      rest = trimmed(Slice(close + 1, rest.end))
    }
    result.cause = afterSeparator(rest)
    return result
  }

  /// Returns whether `slice` is an object ID such as `BYZ-38-t0r`: three groups of letters and digits. Asterisks
  /// replace redacted characters.
  func isObjectID(_ slice: Slice) -> Bool {
    guard slice.count >= 5, slice.count <= 16 else { return false }
    var dashes = 0
    for index in slice.start..<slice.end {
      let byte = self[index]
      if byte == UInt8(ascii: "-") { dashes += 1 }
      guard isIdentifier(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "*") else { return false }
    }
    return dashes == 2
  }

  private func afterSeparator(_ slice: Slice) -> Slice {
    var slice = trimmed(slice)
    while !slice.isEmpty, [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: " ")].contains(self[slice.start]) {
      slice.start += 1
    }
    return slice
  }

  /// Parses document and severity from the text before `IB Designables:`.
  func previewLocation(_ slice: Slice) -> (document: String?, severity: PreviewMessage.Severity?) {
    var rest = trimmed(slice)
    var severity: PreviewMessage.Severity?
    if hasSuffix(":", rest) { rest.end -= 1 }
    if hasSuffix("error", rest) {
      severity = .error
      rest.end -= 5
    } else if hasSuffix("warning", rest) {
      severity = .warning
      rest.end -= 7
    }
    rest = trimmed(rest)
    if hasSuffix(":", rest) { rest = trimmed(Slice(rest.start, rest.end - 1)) }
    return (document(rest), severity)
  }

  /// Returns the path of the document at the end of `slice`, without `file://` and percent-encoding.
  func document(_ slice: Slice) -> String? {
    var slice = slice
    guard
      hasSuffix(".storyboard", slice) || hasSuffix(".xib", slice) || hasSuffix(".nib", slice)
        || hasSuffix(".xcassets", slice)
    else { return nil }
    if let scheme = findLast("file:", slice) {
      slice.start = scheme + 5
      if hasPrefix("//", slice) { slice.start += 2 }
    } else {
      let blank = first(0x20, slice) ?? slice.end
      let slash = first(UInt8(ascii: "/"), slice) ?? slice.end
      // Words before a path are other text; blanks inside a path belong to it.
      if blank < slash { slice.start = (last(0x20, slice) ?? slice.start - 1) + 1 }
    }
    while self[slice.start] == UInt8(ascii: "/"), self[slice.start + 1] == UInt8(ascii: "/"), slice.count > 1 {
      slice.start += 1
    }
    // Of a missing name, only the extension is left.
    if self[slice.start] == UInt8(ascii: "."), self[slice.start + 1] != UInt8(ascii: "."),
      self[slice.start + 1] != UInt8(ascii: "/"),
      first(UInt8(ascii: "/"), slice) == nil
    {
      return nil
    }
    return percentDecoded(slice)
  }

  private func percentDecoded(_ slice: Slice) -> String {
    guard first(UInt8(ascii: "%"), slice) != nil else { return string(slice) }
    var decoded: [UInt8] = []
    var index = slice.start
    while index < slice.end, decoded.count < limit {
      if self[index] == UInt8(ascii: "%"), index + 2 < slice.end, let high = self[index + 1].hexDigitValue,
        let low = self[index + 2].hexDigitValue
      {
        decoded.append(UInt8(truncatingIfNeeded: high << 4 | low))
        index += 3
      } else {
        decoded.append(self[index])
        index += 1
      }
    }
    return String(streamSafe: decoded)
  }
}
