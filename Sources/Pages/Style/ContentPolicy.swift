internal import Vocabulary

/// The Content-Security-Policy of pages. It only allows the stylesheet: of a served page that within it, of a file that of
/// its site.
enum ContentPolicy {
  /// The policy of a page in a file, where `frame-ancestors` has no effect. For pages that are opened from a disk, some
  /// browsers do not match `'self'`.
  static let file = policy(style: "'self' file:", formAction: "'none'")

  /// The policy in the header of the server's responses.
  static let header = policy(style: styleHash, formAction: "'none'") + "; frame-ancestors 'none'"

  /// The policy of a served list of issues, whose search form is sent to the same server.
  static let formHeader = policy(style: styleHash, formAction: "'self'") + "; frame-ancestors 'none'"

  private static func policy(style: String, formAction: String) -> String {
    "default-src 'none'; style-src \(style); img-src data:; base-uri 'none'; form-action \(formAction)"
  }

  /// The hash of the text between `<style>` and `</style>`.
  private static let styleHash =
    "'sha256-" + base64(SHA256.digest(of: Array(StyleSheet.text.description.utf8)).bytes) + "'"

  /// Encodes bytes in Base64 (RFC 4648, section 4).
  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = 0
      for index in 0..<3 { value = value << 8 | (index < group.count ? Int(group[start + index]) : 0) }
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[value >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }
}
