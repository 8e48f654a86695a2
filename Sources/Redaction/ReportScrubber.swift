package import CrashReports

/// Creates copies of reports without personal data. All reports of one run share their placeholders.
///
/// Call `learn(from:)` for each input first, then `copy(of:)`. A name that is recognizable only in the last report is
/// then replaced in the first one too.
package struct ReportScrubber: Sendable {
  /// The error for a copy that still contains personal data. The copy is not returned.
  package struct Leak: Error, Sendable {
    /// The number of values in the copy that should have been replaced; at least 1.
    package let count: Int
  }

  private var redactor: Redactor

  /// Creates a scrubber.
  ///
  /// - Parameters:
  ///   - names: Names that are replaced everywhere, also within words.
  ///   - accounts: Known user names.
  package init(names: [String] = [], accounts: [String] = []) {
    self.init(Redactor(names: names, accounts: accounts))
  }

  /// Creates a scrubber that continues with what a redactor knows.
  package init(_ redactor: Redactor) { self.redactor = redactor }

  /// What `copy(of:)` would replace, and what it cannot judge.
  package struct Preview: Sendable {
    /// The values that would be replaced, with line numbers.
    package let entries: [RedactionTrace.Entry]
    /// The numbers of lines with free text, in which no form tells a name; at most `FreeText.maxLines`.
    package let freeText: [Int]
  }

  /// Returns what `copy(of:)` would replace, and the lines that it cannot judge.
  package mutating func preview(of bytes: [UInt8]) -> Preview {
    let text = Self.text(of: bytes)
    return Preview(entries: redactor.traced(text).entries, freeText: FreeText.lines(in: text))
  }

  /// The number of user names that are also names of processes or images, and are therefore replaced only in paths.
  package var kept: Int { redactor.sparedWordCount }

  /// Collects the names in an input, and which of its words are names of code.
  package mutating func learn(from bytes: [UInt8]) {
    let text = Self.text(of: bytes)
    for report in ReportReader.read(text).reports { redactor.spareCode(of: report.value) }
    redactor.learn(from: text)
  }

  /// Returns the placeholder of the name of a user, which may have any form.
  package mutating func placeholder(ofUser name: String) -> String { redactor.placeholder(ofUser: name) }

  /// Returns the redacted copy in UTF-8.
  ///
  /// - Throws: `Leak` if a rule or a name still matches in the copy.
  package mutating func copy(of bytes: [UInt8]) throws(Leak) -> [UInt8] {
    try redactor.verified(redactor.redacted(Self.text(of: bytes)))
  }

  /// Returns the redacted copy of a text for output, as `copy(of:)` for bytes.
  package mutating func copy(of text: String) throws(Leak) -> String {
    String(decoding: try copy(of: Array(text.utf8)), as: UTF8.self)
  }

  /// Converts UTF-16 to UTF-8, which the rules need; other bytes are not changed.
  private static func text(of bytes: [UInt8]) -> [UInt8] { InputText.utf8(bytes) }
}

extension Redactor {
  /// Spares the names of a report's process and images, as `spare(_:)`.
  package mutating func spareCode(of report: CrashReport) { spare(report.namesOfCode) }
}

extension CrashReport {
  /// The names of the process and of images, which may also be names of accounts.
  fileprivate var namesOfCode: Set<String> {
    var names: Set<String> = []
    if let name = process?.name { names.insert(name) }
    for image in images ?? [] { if let name = image.name { names.insert(name) } }
    forEachStack { frames, _ in
      for frame in frames.prefix(1024) { if let image = frame.image { names.insert(image) } }
    }
    return names.filter { $0.utf8.count <= RedactionWords.maxLength }
  }
}
