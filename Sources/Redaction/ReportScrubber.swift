import CrashReports

/// Makes copies of reports that can be sent. Reports of one run share their stand-ins.
///
/// First `learn(from:)` for each input, then `copy(of:)`: a name that only the last report tells is then missing in the
/// first one too.
package struct ReportScrubber: Sendable {
  /// What is still in a copy that should not be, by kind and place; the copy is not to be had.
  package struct Leak: Error, Sendable {
    /// Number of values found in the copy that should have been replaced; at least 1.
    package let count: Int
  }

  private var redactor: Redactor

  /// - Parameters:
  ///   - names: Words that are replaced wherever they stand, also within words.
  ///   - accounts: Names of users that are known beforehand.
  package init(names: [String] = [], accounts: [String] = []) {
    redactor = Redactor(names: names, accounts: accounts)
  }

  /// What `copy(of:)` would replace, and where.
  package mutating func preview(of bytes: [UInt8]) -> [RedactionTrace.Entry] {
    redactor.traced(Self.text(of: bytes)).entries
  }

  /// Names of users that are also names of processes or images, and stay where they stand by themselves.
  package var kept: Int { redactor.keptWords }

  /// Learns the names that stand in an input, and which of its words are names of code.
  package mutating func learn(from bytes: [UInt8]) {
    let text = Self.text(of: bytes)
    for report in ReportReader.read(text).reports { redactor.spare(report.value.namesOfCode) }
    redactor.learn(from: text)
  }

  /// The copy, in UTF-8. It is read again: what a rule or a name still finds in it makes it no copy.
  package mutating func copy(of bytes: [UInt8]) throws(Leak) -> [UInt8] {
    var copy = redactor.redacted(Self.text(of: bytes))
    // Two values that stood apart may form a third one when what was between them is gone.
    var left = redactor.survivors(in: copy)
    for _ in 0..<3 where !left.isEmpty {
      copy = redactor.redacted(copy)
      left = redactor.survivors(in: copy)
    }
    guard left.isEmpty else { throw Leak(count: left.count) }
    return copy
  }

  /// As `copy(of:)`, for a text that is about to be printed.
  package mutating func copy(of text: String) throws(Leak) -> String {
    String(decoding: try copy(of: Array(text.utf8)), as: UTF8.self)
  }

  /// The rules know UTF-8; all else stays as it stands.
  private static func text(of bytes: [UInt8]) -> [UInt8] {
    let input = InputText(bytes)
    return input.isUTF16 ? input.text : bytes
  }
}

extension CrashReport {
  /// Names of the process and of images: what somebody's account may be called as well.
  fileprivate var namesOfCode: Set<String> {
    var names: Set<String> = []
    if let name = process?.name { names.insert(name) }
    for image in images ?? [] { if let name = image.name { names.insert(name) } }
    forEachStack { frames, _ in
      for frame in frames.prefix(1024) { if let image = frame.image { names.insert(image) } }
    }
    return names.filter { $0.utf8.count <= RedactionWords.longest }
  }
}
