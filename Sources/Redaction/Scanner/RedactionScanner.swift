import Bytes

/// Finds personal data by its form: after labels, in paths, or by the form of the value itself.
///
/// The text is scanned once, and every recognizer reads a limited number of bytes, so the time is linear.
struct RedactionScanner {
  struct Match: Equatable {
    /// The range of the value, without label, quotation marks or folder.
    var range: Range<Int>
    var kind: Redactor.Kind
    /// Whether the value is a number in JSON, so that its placeholder must be a number too.
    var isNumber = false
    /// Whether the value is replaced everywhere. False for a form that other words could have, too.
    var isName = true
  }

  let bytes: [UInt8]
  /// Whether the text is JSON, in which a backslash begins an escape sequence.
  let isJSON: Bool
  /// Whether the text was decoded from another text, and is not decoded again.
  let isNested: Bool
  private var at = 0
  /// The end of the last match. Matches do not overlap.
  private(set) var floor = 0
  /// The end of the current JSON object about a user or a device, and the kind of its `id` and `name`.
  var object: (end: Int, kind: Redactor.Kind)?
  /// The end of a run of bytes that is not a value. Without it, a run with many labels would be scanned from each of
  /// them.
  var noValueUntil = 0
  /// A match after the last one, of a value with several numbers.
  var pending: Match?
  /// The end of the current list of names.
  var listEnd = 0
  /// The end of the current JSON object whose members are secrets.
  var secretObjectEnd = 0
  /// The end of a run of bytes that is not encoded text.
  var noEncodedUntil = 0

  /// The maximum length of a value in bytes; longer runs are not names.
  static let maxLength = 4096

  init(_ bytes: [UInt8], isNested: Bool = false) {
    self.bytes = bytes
    self.isNested = isNested
    let first = bytes.prefix(64).first { !$0.isWhitespace }
    isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Returns the next value that is not a placeholder.
  mutating func next() -> Match? {
    if let match = pending {
      pending = nil
      at = match.range.upperBound
      floor = at
      return match
    }
    let index = RedactionIndex.shared
    while at < bytes.count {
      let roles = index.roles[Int(bytes[at])]
      guard roles != 0, let match = match(at, roles, index) else {
        at += 1
        continue
      }
      at = max(at + 1, match.range.upperBound)
      floor = match.range.upperBound
      if !isPlaceholder(match.range), match.kind != .host || !isModel(match.range) { return match }
    }
    return nil
  }

  private mutating func match(_ at: Int, _ roles: UInt8, _ index: RedactionIndex) -> Match? {
    if roles & RedactionIndex.isAtByte != 0 {
      for match in index.atBytes[Int(bytes[at])] {
        if let found = match(&self, at), isUsable(found) { return found }
      }
    }
    let isWord = roles & (RedactionIndex.isAtWord | RedactionIndex.isAtCue) != 0 && Self.beginsWord(bytes, at)
    if isWord, roles & RedactionIndex.isAtWord != 0 {
      for match in index.atWords[Int(bytes[at])] {
        if let found = match(&self, at), isUsable(found) { return found }
      }
    }
    // Chinese and Japanese texts have no blanks between words.
    guard roles & RedactionIndex.isAtCue != 0, isWord || bytes[at] >= 0xE3 || followsWideLetter(at) else { return nil }
    return matchAfterCue(at, index)
  }

  /// Returns whether a letter of ASCII follows one of a script without blanks between words: `私のLINE`.
  private func followsWideLetter(_ at: Int) -> Bool {
    at >= 3 && bytes[at] < 0x80 && bytes[at - 1] >= 0x80 && bytes[at - 3] >= 0xE3 && bytes[at - 3] < 0xEE
  }

  private mutating func matchAfterCue(_ at: Int, _ index: RedactionIndex) -> Match? {
    for (end, cues) in PrivacyWords.shared.cues.matches(bytes, at) {
      for bit in 0..<PrivacyWords.Cues.count where cues.contains(PrivacyWords.Cues(rawValue: 1 << UInt64(bit))) {
        for match in index.afterCues[bit] {
          if let found = match(&self, end), isUsable(found) { return found }
          pending = nil
        }
      }
    }
    return nil
  }

  private func isUsable(_ match: Match) -> Bool { !match.range.isEmpty && match.range.lowerBound >= floor }

  private static let standIns: Set<String> = [
    "Shared", "USER", "user", "USERNAME", "*", "...", "~", "-", "null", "TODO", "0", "redacted", "<redacted>",
    "(null)", "REDACTED", "<private>",
  ]

  /// Returns whether a value is a placeholder: `user-1`, or one that Apple's tools write instead of a name.
  func isPlaceholder(_ range: Range<Int>) -> Bool {
    guard range.count <= 64 else { return false }
    let text = String(streamSafe: bytes[range])
    if Self.standIns.contains(text) { return true }
    // Apple writes zeros for a removed number.
    if text.utf8.count > 8, text.utf8.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }) { return true }
    guard let dash = text.lastIndex(of: "-"), Redactor.Kind(rawValue: String(text[..<dash])) != nil else {
      return false
    }
    return !text[dash...].dropFirst().isEmpty && text[dash...].dropFirst().allSatisfy(\.isNumber)
  }

  private static let models: Set<String> = [
    "arm64", "arm64e", "x86_64", "i386", "armv7", "armv7s", "iPhone", "iPad", "Mac", "iPod touch",
  ]

  /// Returns whether a value is a model or architecture, such as `iPhone14,5` or `arm64`. It is common to many
  /// machines, and a diagnosis may depend on it.
  func isModel(_ range: Range<Int>) -> Bool {
    let text = String(streamSafe: bytes[range].prefix(32))
    if Self.models.contains(text) { return true }
    let digits = text.drop(while: \.isLetter)
    return digits.count < text.count && digits.contains(",") && digits.allSatisfy { $0.isNumber || $0 == "," }
  }
}

/// The recognizers of the catalog by the byte at which they are asked.
struct RedactionIndex: Sendable {
  typealias Recognize = @Sendable (inout RedactionScanner, Int) -> RedactionScanner.Match?

  static let shared = RedactionIndex(RedactionKind.catalog)
  static let isAtByte: UInt8 = 1
  static let isAtWord: UInt8 = 2
  static let isAtCue: UInt8 = 4

  private(set) var roles = [UInt8](repeating: 0, count: 256)
  private(set) var atBytes = [[Recognize]](repeating: [], count: 256)
  private(set) var atWords = [[Recognize]](repeating: [], count: 256)
  /// The recognizers after each kind of phrase.
  private(set) var afterCues = [[Recognize]](repeating: [], count: PrivacyWords.Cues.count)

  private init(_ kinds: [RedactionKind]) {
    let recognizers = [RedactionLabels.fields, RedactionLabels.elements] + kinds.flatMap(\.recognizers)
    for recognizer in recognizers {
      switch recognizer.trigger {
      case .bytes(let bytes):
        for byte in bytes.utf8 {
          roles[Int(byte)] |= Self.isAtByte
          atBytes[Int(byte)].append(recognizer.match)
        }
      case .words(let set):
        for byte in UInt8.min...UInt8.max where set.contains(byte) {
          roles[Int(byte)] |= Self.isAtWord
          atWords[Int(byte)].append(recognizer.match)
        }
      case .leads(let range):
        for byte in range {
          roles[Int(byte)] |= Self.isAtByte
          atBytes[Int(byte)].append(recognizer.match)
        }
      case .after(let cue): afterCues[cue.rawValue.trailingZeroBitCount].append(recognizer.match)
      }
    }
    for byte in UInt8.min...UInt8.max where PrivacyWords.shared.cues.begins(with: byte) {
      roles[Int(byte)] |= Self.isAtCue
    }
  }
}
