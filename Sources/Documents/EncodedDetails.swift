import CrashReports
import Vocabulary

/// The member `details`: facts that only some kinds of reports state, as `{"limit": "50%", "durationSeconds": 180}`.
struct EncodedDetails {
  private let details: [Detail]

  init(_ details: [Detail]) { self.details = details }

  func write(to writer: inout JSONWriter, inline: Bool = false) {
    writer.object(inline: inline) { writer in
      var seen: Set<Detail.Key> = []
      // A name that came twice would make the object ambiguous (RFC 8259, section 4).
      for detail in details where seen.insert(detail.key).inserted { member(detail, &writer) }
    }
  }

  private func member(_ detail: Detail, _ writer: inout JSONWriter) {
    let name = detail.key.name
    switch detail.value {
    case .text(let text): writer.member(name, text)
    case .number(let number): writer.member(name, number)
    case .bytes(let count): writer.member(name, count)
    case .seconds(let seconds): writer.member(name, decimal: seconds)
    case .percent(let percent): writer.member(name, decimal: percent)
    case .flag(let flag): writer.member(name, flag)
    case .rows(let rows):
      writer.name(name)
      writer.array(rows) { EncodedDetails($1).write(to: &$0, inline: true) }
    }
  }
}
