/// Something odd or lost while reading; never a failure. On the terminal only with `--verbose`, in JSON always.
package struct Note: Sendable, Equatable {
  /// Stable identifier of the kind of note, kebab-case: `truncated`, `fragment`, `duplicate-key`, …
  package var code: String
  /// A sentence.
  package var text: String
  /// Line of the input, from 1.
  package var line: Int?
  /// What stands there, as written.
  package var quotation: String?

  /// Creates a note; `line` is the line of the input, from 1.
  package init(_ code: String, _ text: String, line: Int? = nil, quotation: String? = nil) {
    self.code = code
    self.text = text
    self.line = line
    self.quotation = quotation
  }
}

/// A value, and what could not be used on the way to it.
package struct Decoded<Value: Sendable>: Sendable {
  /// What was read, complete as far as the notes allow.
  package var value: Value
  /// What was odd, cut or left out, in the order of the input.
  package var notes: [Note]

  /// Creates a value, by default one that was read without anything to note.
  package init(_ value: Value, notes: [Note] = []) {
    self.value = value
    self.notes = notes
  }
}

/// Why an input gave no report. Wording for people is `explanation`; programs compare `code`.
package struct DecodingFault: Error, Equatable, Sendable {
  /// Stable identifiers, as the JSON schema's `errors[].code` lists them.
  package enum Code: String, Sendable {
    case notAReport, unsupportedFormat, damaged, incomplete, limitReached
  }

  /// The kind of fault, for programs.
  package var code: Code
  /// One sentence for a person that completes "FILE: …".
  package var explanation: String
  /// What to do next.
  package var hint: String?
  /// Line of the input on which reading failed, from 1; `nil` if unknown.
  package var line: Int?
  /// Byte of the input at which reading failed, from 0; `nil` if unknown.
  package var offset: Int?

  /// Creates a fault; `explanation` completes "FILE: …".
  package init(_ code: Code, _ explanation: String, hint: String? = nil, line: Int? = nil, offset: Int? = nil) {
    self.code = code
    self.explanation = explanation
    self.hint = hint
    self.line = line
    self.offset = offset
  }
}

/// Budgets of the readers, in one place. A note says when one is hit; nothing is dropped silently.
package struct DecodingLimits: Sendable {
  /// Nesting of JSON, checked while scanning and so before anything is built.
  package var depth = 512
  /// Frames kept of one thread: the first and the last ones, the middle is counted in `omittedFrames`.
  package var framesPerThread = 512
  /// Threads kept of one report; further ones are left out with a note.
  package var threads = 4096
  /// Frames kept of all threads and reports of one input: at about 250 bytes each the largest part of the model.
  package var frames = 1_000_000
  /// Images kept of one report; further ones are left out with a note.
  package var images = 65_536
  /// Reports of one input.
  package var reports = 10_000
  /// Bytes of one text; longer ones are cut with a note.
  package var textBytes = 65_536
  /// Console and loose lines kept around a report.
  package var consoleLines = 5_000
  /// Notes kept of one report, and faults kept of one input.
  package var notes = 200

  /// Creates the limits that every command uses.
  package init() {}
}
