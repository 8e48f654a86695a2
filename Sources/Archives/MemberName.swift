import Bytes

/// Names of members as text, for display. They are never used as paths.
enum MemberName {
  /// Decodes a name.
  ///
  /// - Parameter isUnicode: Whether the archive marks the name as UTF-8. Finder writes UTF-8 without the mark.
  static func text(_ bytes: some Collection<UInt8>, isUnicode: Bool = false) -> String {
    let cut = bytes.prefix { $0 != 0 }
    let text: String
    if isUnicode {
      text = String(decoding: cut, as: UTF8.self)
    } else if let unicode = String(validating: cut, as: UTF8.self) {
      text = unicode
    } else {
      text = codePage437(cut)
    }
    let safe = text.streamSafe
    return safe.hasPrefix("./") ? String(safe.dropFirst(2)) : safe
  }

  /// Returns whether a member is hidden: its name begins with a dot, or it is in the `__MACOSX` folder of Finder.
  static func isHidden(_ name: String) -> Bool {
    if name.hasPrefix("__MACOSX/") { return true }
    let last = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name.utf8.index(after: $0) } ?? name.utf8.startIndex
    return name.utf8[last...].first == UInt8(ascii: ".")
  }

  /// Decodes code page 437, the encoding of names without the UTF-8 mark (APPNOTE appendix D.1).
  private static func codePage437(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80])
    }
    return text
  }

  private static let upper = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
