import Bytes
import Vocabulary

/// A condition on a value.
package enum ValueTest: Sendable {
  /// Any value.
  case isStated
  /// Equal to this text, ignoring letter case.
  case equals(String)
  /// Contains one of these texts, ignoring letter case.
  case contains([String])
  /// Contains one of these as a separate word, as `CPU` in `RESOURCE_TYPE_CPU (limit=80%)`; case-sensitive.
  case hasWord([String])
  /// Matches one of these globs; case-sensitive.
  case matches([String])
  /// A number of at least this value.
  case atLeast(Double)
  /// A number of at most this value.
  case atMost(Double)
  /// A text, not a number, a flag or a table.
  case isText
}

extension ValueTest {
  /// Texts of which a value must contain one to pass the test.
  var needs: EvidenceNeeds {
    switch self {
    case .equals(let text): Self.needs([text])
    case .contains(let texts), .hasWord(let texts), .matches(let texts): Self.needs(texts)
    case .isStated, .isText, .atLeast, .atMost: .unknown
    }
  }

  /// Returns the needs of values that contain one of these texts or globs. Letters outside ASCII may have another case.
  private static func needs(_ texts: [String]) -> EvidenceNeeds {
    texts.allSatisfy(\.isASCII) ? EvidenceNeeds(fields: texts.map { GlobSet.grams(of: $0) }) : .unknown
  }

  func holds(_ value: FieldValue) -> Bool {
    switch self {
    case .isStated: true
    case .isText: value.isText
    case .equals(let text): value.text.isEqual(ignoringCase: text)
    case .contains(let texts):
      texts.contains { text in
        text.isASCII
          ? value.text.containsBytes(ignoringCase: text)
          : value.text.lowercased().contains(text.lowercased())
      }
    case .hasWord(let words):
      // Splitting takes long, and most values do not contain the word at all.
      words.contains { value.text.containsBytes(ignoringCase: $0.isASCII ? $0 : $0.lowercased()) }
        && value.text.split { !($0.isLetter || $0.isNumber) }.contains { word in words.contains { $0 == word } }
    case .matches(let globs): GlobSet.shared(globs).matches(value.text)
    case .atLeast(let minimum): value.amount.map { $0 >= minimum } ?? false
    case .atMost(let maximum): value.amount.map { $0 <= maximum } ?? false
    }
  }

  /// Parses `100`, `1.5` or `200MB` (1 KB is 1024 bytes); `nil` for anything else.
  package static func number(_ text: String) -> Double? {
    var digits = text[...]
    var factor = 1.0
    for (unit, value) in [("KB", 1024.0), ("MB", 1_048_576), ("GB", 1_073_741_824)] where digits.hasSuffix(unit) {
      digits = digits.dropLast(2)
      factor = value
      break
    }
    while digits.last == " " { digits = digits.dropLast() }
    guard !digits.isEmpty, digits.utf8.count <= 30,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let number = Double(digits)
    else { return nil }
    return number * factor
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// Returns whether two texts are equal if letter case is ignored. Texts in ASCII are compared without copies.
  fileprivate func isEqual(ignoringCase other: String) -> Bool {
    guard isASCII, other.isASCII else { return lowercased() == other.lowercased() }
    return utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased }
  }
}

extension Double {
  /// The number as text; whole numbers without a decimal point.
  package var plainText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
