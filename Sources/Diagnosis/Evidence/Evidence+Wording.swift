import Bytes
package import CrashReports
import Vocabulary

/// Who must have written a text for it to count.
package enum Author: Sendable {
  /// A program with one of these names; `*` stands for any run of characters.
  case named([String])
  /// A program that is named, and is no agent of Interface Builder.
  case notAgent
}

extension Evidence {
  /// One of several wordings in a text that has none of others.
  ///
  /// Differs from `.message` in that the exclusion is about the *same* text: of two lines of one log, each can be
  /// judged by itself. The parts `class`, `library`, `user`, `image` and `bundle` are shortened to what a person
  /// says (`SnapKit` for `@rpath/SnapKit.framework/SnapKit`); the long form stays as `fullclass`, `fulllibrary`, ….
  ///
  /// - Parameters:
  ///   - templates: Wordings, the most telling first.
  ///   - others: Wordings that must not stand in the same text.
  ///   - origins: Kinds of text; `nil` allows all.
  ///   - author: Who must have written it; `nil` allows anyone, also where the report does not say who.
  ///   - says: What it proves; may use parts.
  package static func wording(
    _ templates: [TextTemplate], without others: [TextTemplate] = [], from origins: Set<ReportMessage.Origin>? = nil,
    author: Author? = nil, says: String
  ) -> Evidence {
    var description = "the words " + templates.map { "“\($0.source)”" }.joined(separator: " or ")
    if !others.isEmpty {
      description += ", in a text without " + others.map { "“\($0.source)”" }.joined(separator: " or ")
    }
    switch author {
    case .named(let names): description += ", written by " + names.joined(separator: " or ")
    case .notAgent: description += ", written by a process that is no agent of Interface Builder"
    case nil: break
    }
    return .custom(description, needs: .texts(templates)) { circumstances in
      circumstances.proof(ofWording: templates, without: others, from: origins, author: author, says: says)
    }
  }
}

extension Circumstances {
  fileprivate func proof(
    ofWording templates: [TextTemplate], without others: [TextTemplate], from origins: Set<ReportMessage.Origin>?,
    author: Author?, says: String
  ) -> Proof? {
    for template in templates where template.mayMatch(textGrams) {
      for text in texts {
        if let origins, !origins.contains(text.message.origin) { continue }
        guard let found = template.match(text.matchable) else { continue }
        if others.contains(where: { $0.match(text.matchable) != nil }) { continue }
        if let author, !isWritten(text.message, by: author) { continue }
        let parts = Self.shortened(found)
        let witness = witness(line: text.message.line, member: text.message.text, says: filled(says, with: parts))
        return Proof(witnesses: [witness], parts: parts)
      }
    }
    return nil
  }

  private func isWritten(_ message: ReportMessage, by author: Author) -> Bool {
    guard let writer = writer(of: message) else { return false }
    switch author {
    case .named(let names): return GlobSet(names).matches(writer)
    case .notAgent: return !AgentRecognition.isAgent(processNamed: writer)
    }
  }

  /// The program that wrote a text: the one named on its line, else the one the report is about.
  ///
  /// What Interface Builder or ibtool says *about* something is never the process's own text.
  func writer(of message: ReportMessage) -> String? {
    switch message.origin {
    case .console:
      let line = report.consoleLines.first { $0.line == message.line && $0.text == message.text }
      return line?.process ?? report.process?.name
    case .document:
      return report.documentMessages.first { $0.line == message.line && $0.text == message.text }?.tool
    case .preview: return nil
    case .applicationSpecificInformation, .exception, .termination, .loader: return report.process?.name
    }
  }

  private static let shortenedParts: Set<String> = ["class", "library", "user", "image", "bundle"]

  /// Long names replaced by what a person says; the long ones are kept under `full…`.
  private static func shortened(_ parts: [String: String]) -> [String: String] {
    var out = parts
    for (name, written) in parts where shortenedParts.contains(name) {
      // Some reports put a message's lines into one, with bars between.
      let value = written.hasSuffix(" |") ? String(written.dropLast(2)) : written
      out["full" + name] = value
      if name == "class" {
        out[name] = value.split(separator: ".").last.map(String.init) ?? value
      } else {
        var short = value.split(separator: "/").last ?? Substring(value)
        for ending in [".framework", ".app"] where short.hasSuffix(ending) { short = short.dropLast(ending.utf8.count) }
        out[name] = short.isEmpty ? value : String(short)
      }
      if out[name]?.isEmpty == true { out[name] = nil }
    }
    return out
  }
}
