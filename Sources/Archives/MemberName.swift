/// Names of members as text. They are shown, and never used as paths.
enum MemberName {
  /// - Parameter isUnicode: What the archive says of the name's encoding. Finder writes UTF-8 and does not say so.
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
    return text.hasPrefix("./") ? String(text.dropFirst(2)) : text
  }

  /// Names that begin with a dot are what writers and systems keep for themselves, and so is what Finder adds.
  static func isHidden(_ name: String) -> Bool {
    if name.hasPrefix("__MACOSX/") { return true }
    let last = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name.utf8.index(after: $0) } ?? name.utf8.startIndex
    return name.utf8[last...].first == UInt8(ascii: ".")
  }

  /// APPNOTE appendix D.1: the encoding of names without a mark.
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
