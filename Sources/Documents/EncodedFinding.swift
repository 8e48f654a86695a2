import Diagnosis
import Vocabulary

/// An element of `findings`.
struct EncodedFinding {
  private let finding: FindingText
  private let isComplete: Bool
  private let sources: SourceTree?

  init(_ finding: FindingText, isComplete: Bool = false, sources: SourceTree? = nil) {
    self.finding = finding
    self.isComplete = isComplete
    self.sources = sources
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("pattern", finding.pattern)
      $0.member("patternRevision", finding.patternRevision, minimum: 1)
      $0.member("title", finding.title)
      $0.member("headline", finding.bareStatement)
      $0.member("where", finding.location)
      $0.member("advice", finding.advice)
      $0.member("severity", finding.severity.rawValue)
      $0.member("confidence", finding.confidence.rawValue)
      $0.member("certaintyOfCause", finding.certaintyOfCause.rawValue)
      $0.name("witnesses")
      $0.array(finding.witnesses) { writer, witness in
        writer.object(inline: true) {
          $0.member("line", witness.line, minimum: 1)
          $0.member("text", witness.text)
          $0.member("statement", witness.statement)
          $0.member("kind", witness.kind.rawValue)
          if isComplete, let frame = witness.frame { $0.member("frame", frame, minimum: 0) }
          if let explanation = witness.explanation { write(explanation, to: &$0) }
        }
      }
      $0.name("blame")
      blame(&$0)
      $0.member("cause", finding.cause)
      $0.member("remedy", finding.remedy)
      $0.name("changes")
      $0.array(finding.changes) { writer, change in
        writer.object {
          $0.member("language", change.language)
          $0.member("before", change.before)
          $0.member("after", change.after)
        }
      }
      $0.member("missing", finding.missing)
      $0.name("ruledOut")
      $0.array(finding.ruledOut) { writer, other in
        writer.object(inline: true) {
          $0.member("pattern", other.pattern)
          $0.member("because", other.because)
        }
      }
      $0.name("references")
      $0.array(finding.references) { writer, reference in
        writer.object(inline: true) {
          $0.member("title", reference.title)
          $0.member("url", reference.url)
        }
      }
      facts(&$0)
      if let project = finding.project {
        $0.name("project")
        EncodedProjectVerdict(project).write(to: &$0)
      }
    }
  }

  /// Writes the facts behind the texts above, from which a reader can restore the finding even if its wording changed.
  private func facts(_ writer: inout JSONWriter) {
    writer.name("captures")
    captures(finding.captures, to: &writer)
    writer.name("gaps")
    writer.array(finding.finding.missing, inline: true) { $0.number($1) }
    writer.name("lookalikes")
    writer.array(finding.finding.ruledOut, inline: true) { $0.number($1) }
  }

  private func write(_ explanation: Citation.Explanation, to writer: inout JSONWriter) {
    writer.name("explanation")
    writer.object(inline: true) {
      if explanation.pattern != finding.pattern { $0.member("pattern", explanation.pattern) }
      $0.member("index", explanation.index, minimum: 0)
      guard !explanation.captures.isEmpty else { return }
      $0.name("captures")
      captures(explanation.captures, to: &$0)
    }
  }

  private func captures(_ captures: [String: String], to writer: inout JSONWriter) {
    writer.object(inline: true) {
      for (name, value) in captures.sorted(by: { $0.key < $1.key }) { $0.member(name, value) }
    }
  }

  private func blame(_ writer: inout JSONWriter) {
    guard let blame = finding.blame else { return writer.null() }
    writer.object(inline: true) {
      $0.member("function", blame.function)
      $0.member("file", blame.file)
      $0.member("line", blame.line, minimum: 1)
      $0.member("image", blame.image)
      if let path = blame.file.flatMap({ sources?.path(of: $0) }) { $0.member("path", path) }
      if let offset = blame.offset { $0.member("imageOffset", offset.hexadecimal) }
    }
  }
}
