/// An irregularity or loss found while reading a report; never a failure. Printed on the terminal only with
/// `--verbose`, except for damage, which is in the first lines; in JSON always.
package struct Note: Sendable, Equatable {
  /// The stable identifier of the kind of note, kebab-case: `truncated`, `fragment`, `duplicate-key`, …
  package var code: String
  /// The message, a sentence.
  package var text: String
  /// The line of the input, from 1.
  package var line: Int?
  /// The text at that line, as written.
  package var quotation: String?

  /// Creates a note; `line` is the line of the input, from 1.
  package init(_ code: String, _ text: String, line: Int? = nil, quotation: String? = nil) {
    self.code = code
    self.text = text
    self.line = line
    self.quotation = quotation
  }

  /// Whether part of the report is missing or could not be read.
  package var isDamage: Bool { Self.indicatesDamage(code) }

  /// Returns whether a note with this code means that part of the report is missing or could not be read.
  package static func indicatesDamage(_ code: String) -> Bool { damage.contains(code) }

  private static let damage: Set<String> = ["truncated", "damaged", "header-only"]
}

/// A decoded value with notes about irregularities in its input.
package struct Decoded<Value: Sendable>: Sendable {
  /// The decoded value, complete except for what the notes state.
  package var value: Value
  /// Notes about what was irregular, truncated or omitted, in the order of the input.
  package var notes: [Note]

  /// Creates a value, by default without notes.
  package init(_ value: Value, notes: [Note] = []) {
    self.value = value
    self.notes = notes
  }
}

/// Why no report could be decoded from an input. `explanation` is for display; programs compare `code`.
package struct DecodingFault: Error, Equatable, Sendable {
  /// Stable identifiers, as listed for `errors[].code` in the JSON schema.
  package enum Code: String, Sendable {
    case notAReport, unsupportedFormat, damaged, incomplete, limitReached
  }

  /// The kind of fault, for programs.
  package var code: Code
  /// The error message, the text after "FILE: ".
  package var explanation: String
  /// What to do next.
  package var hint: String?
  /// The line of the input on which reading failed, from 1; `nil` if unknown.
  package var line: Int?
  /// The byte offset in the input at which reading failed, from 0; `nil` if unknown.
  package var offset: Int?

  /// Creates a fault; `explanation` is the text after "FILE: ".
  package init(_ code: Code, _ explanation: String, hint: String? = nil, line: Int? = nil, offset: Int? = nil) {
    self.code = code
    self.explanation = explanation
    self.hint = hint
    self.line = line
    self.offset = offset
  }
}

/// The limits of all readers. A note records when one is reached; nothing is dropped silently.
package struct DecodingLimits: Sendable {
  /// The maximum nesting of JSON, checked while scanning, before values are created.
  package var depth = 512
  /// The maximum number of frames per thread: the first and the last ones are stored, the omitted middle is counted in
  /// `omittedFrames`.
  package var framesPerThread = 512
  /// The maximum number of threads per report; further ones are omitted with a note.
  package var threads = 4096
  /// The maximum number of frames of all threads and reports of one input. At about 250 bytes each, frames are the
  /// largest part of the model.
  package var frames = 1_000_000
  /// The maximum number of images per report; further ones are omitted with a note.
  package var images = 65_536
  /// The maximum number of reports per input.
  package var reports = 10_000
  /// The maximum length of a text in bytes; longer ones are truncated with a note.
  package var textBytes = 65_536
  /// The maximum number of console and loose lines around a report.
  package var consoleLines = 5_000
  /// The maximum length in bytes of a text that is a report in a member of a document.
  package var memberText = 8 << 20
  /// The maximum depth of documents in members of documents.
  package var containers = 3
  /// The limits of the call tree of a report.
  package var callTree = CallTree.Limits()
  /// The maximum number of notes per report, and of faults per input.
  package var notes = 200

  /// Creates the limits that every command uses.
  package init() {}
}
