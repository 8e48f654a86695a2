import Bytes

/// One kind of personal data: what it is, how it is recognized, and which placeholder replaces it.
///
/// Each kind describes itself in one file of `Kinds`; `catalog` lists them. The scanner, the documentation and the
/// tests iterate over the catalog.
package struct RedactionKind: Identifiable, Sendable {
  /// A text with a value of the kind.
  package struct Example: Sendable {
    /// The text.
    package let text: String
    /// The text with its placeholder.
    package let copy: String

    init(_ text: String, _ copy: String) {
      self.text = text
      self.copy = copy
    }
  }

  /// The permanent identifier in kebab case.
  package let id: String
  /// The placeholder of its values, unless a recognizer finds a more specific one.
  package let placeholder: Redactor.Kind
  /// What it is, in a few words.
  package let title: String
  /// How it is recognized, as the documentation states it.
  package let recognition: String
  /// The labels whose values are of this kind.
  let labels: [RedactionLabel]
  /// Recognizers of values by their form.
  let recognizers: [RedactionRecognizer]
  /// Texts from which values are removed.
  package let removed: [Example]
  /// Near misses: texts that remain as they are.
  package let stays: [String]

  init(
    id: String, placeholder: Redactor.Kind, title: String, recognition: String, labels: [RedactionLabel] = [],
    recognizers: [RedactionRecognizer] = [], removed: [Example], stays: [String]
  ) {
    self.id = id
    self.placeholder = placeholder
    self.title = title
    self.recognition = recognition
    self.labels = labels
    self.recognizers = recognizers
    self.removed = removed
    self.stays = stays
  }
}

/// Finds values by their form.
struct RedactionRecognizer: Sendable {
  /// Where a recognizer is asked.
  enum Trigger: Sendable {
    /// At each byte of the text.
    case bytes(String)
    /// At each word whose first byte is in the set.
    case words(ByteSet)
    /// At each byte of a range, also within words: letters of scripts without blanks between words.
    case leads(ClosedRange<UInt8>)
    /// After a phrase; the offset is its end.
    case after(PrivacyWords.Cues)
  }

  /// Sets of first bytes of words.
  enum ByteSet: Sendable {
    case letters, uppercase, digits, hexadecimal, identifiers, names

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .letters: byte.isLetter
      case .uppercase: byte.isLetter && byte & 0x20 == 0
      case .digits: byte.isDigit
      case .hexadecimal: byte.isHexDigit
      case .identifiers: byte.isIdentifier
      // The first bytes of letters outside ASCII begin at 0xC3.
      case .names: byte.isLetter && byte & 0x20 == 0 || byte >= 0xC3 && byte < 0xEE || byte == UInt8(ascii: "\\")
      }
    }
  }

  let trigger: Trigger
  /// Returns a value at or around an offset. It examines a limited number of bytes.
  let match: @Sendable (inout RedactionScanner, Int) -> RedactionScanner.Match?

  init(
    at bytes: String, _ match: @escaping @Sendable (inout RedactionScanner, Int) -> RedactionScanner.Match?
  ) {
    trigger = .bytes(bytes)
    self.match = match
  }

  init(
    words: ByteSet, _ match: @escaping @Sendable (inout RedactionScanner, Int) -> RedactionScanner.Match?
  ) {
    trigger = .words(words)
    self.match = match
  }

  init(
    leads range: ClosedRange<UInt8>,
    _ match: @escaping @Sendable (inout RedactionScanner, Int) -> RedactionScanner.Match?
  ) {
    trigger = .leads(range)
    self.match = match
  }

  init(
    after cue: PrivacyWords.Cues,
    _ match: @escaping @Sendable (inout RedactionScanner, Int) -> RedactionScanner.Match?
  ) {
    trigger = .after(cue)
    self.match = match
  }
}

/// Names whose values are personal data.
///
/// Letter case, blanks, dashes, underscores, dots and slashes are ignored: `CrashReporter Key`, `crashReporterKey` and
/// `crash_reporter_key` are the same name.
struct RedactionLabel: Sendable {
  /// How much of a name a label is.
  enum Extent: Sendable {
    /// The end of a name, from the beginning of a word on: `X_API_KEY`.
    case part
    /// The end of a name, even inside a word: `PGPASSWORD`.
    case glued
    /// The entire name.
    case whole
  }

  let extent: Extent
  let names: [String]
  /// Whether a value may follow after a blank alone, as in `--token X` and `meid N`.
  let isSpaced: Bool
  /// Returns the value of a field with the label.
  let value: @Sendable (inout RedactionScanner, RedactionField) -> RedactionScanner.Match?

  init(
    _ extent: Extent, _ names: String, isSpaced: Bool = false,
    value: @escaping @Sendable (inout RedactionScanner, RedactionField) -> RedactionScanner.Match?
  ) {
    self.extent = extent
    self.names = names.split(separator: " ").map(String.init)
    self.isSpaced = isSpaced
    self.value = value
  }
}

/// A label, and where its value begins.
struct RedactionField: Sendable {
  enum Delimiter: Sendable {
    case colon, assignment, blank, element
  }

  /// The range of the label.
  let label: Range<Int>
  let delimiter: Delimiter
  /// The first byte of the value, after its quotation mark.
  var start: Int
  /// The end of a quoted value; `nil` if the value is not quoted.
  var quoteEnd: Int?
  /// Whether the label is a quoted key, as in JSON.
  let isKey: Bool
  /// Whether the name of the field begins the line.
  let beginsLine: Bool
  /// Whether the label is only a part of the name, as in `X_TOKEN`.
  let isQualified: Bool
  /// Whether the field is a parameter of a query, as in `?key=x`.
  let isQuery: Bool
  /// Whether the field is an option of a command, as in `--token x`.
  let isOption: Bool
}
