/// A form in which people and tools pass on a text with the record of a failure: its diagnosis must remain.
struct KeptForm: Sendable {
  var name: String
  /// Returns the text in this form; several texts if the form has a parameter, and none if it has no meaning for the text.
  ///
  /// - Parameters of the function: the lines of the text, and the indices of those that the finding cites.
  var apply: @Sendable (_ lines: [String], _ cited: [Int]) -> [String]

  static let all: [KeptForm] = wraps + quotations + prefixes + parts

  /// The maximum number of places at which one line is wrapped.
  private static let maxWraps = 12

  private static let wraps = [
    KeptForm(name: "a cited line wrapped at each blank") { lines, cited in
      guard let index = cited.max(by: { lines[$0].count < lines[$1].count }) else { return [] }
      let blanks = lines[index].indices.filter { lines[index][$0] == " " }
      let step = max(1, blanks.count / maxWraps)
      return blanks.enumerated().filter { $0.offset % step == 0 }.compactMap { _, blank in
        let head = lines[index][..<blank]
        let rest = lines[index][lines[index].index(after: blank)...]
        guard !head.allSatisfy(\.isWhitespace), !rest.isEmpty else { return nil }
        return (lines[..<index] + [String(head), String(rest)] + lines[(index + 1)...]).joined(separator: "\n")
      }
    },
    KeptForm(name: "between the sentences of a message") { lines, _ in
      [
        "Hi all,\nsince the update my app closes when I open the deck:\n\(lines.joined(separator: "\n"))\nAny idea what I can do?\n"
      ]
    },
    KeptForm(name: "below a list of changes") { lines, _ in
      [
        "Changes in 2.4.1:\n- Fixed: the icons had no colors\n- Faster start\n\nOutput of the run:\n\n"
          + lines.joined(separator: "\n")
      ]
    },
    KeptForm(name: "one line after words of a chat") { lines, _ in
      lines.count == 1 ? ["build 212 again, look: " + lines[0]] : []
    },
  ]

  private static let quotations = [
    each("quoted") { "> " + $0 }, each("bullets") { "- " + $0 }, each("tabs in front") { "\t" + $0 },
    each("indented") { "        " + $0 },
    KeptForm(name: "fenced") { lines, _ in ["My log:\n\n```\n\(lines.joined(separator: "\n"))\n```\n"] },
    KeptForm(name: "a JSON string in a line") { lines, _ in
      let text = lines.joined(separator: "\n")
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        .replacing("\t", with: "\\t")
      return ["{\"level\":\"error\",\"output\":\"\(escaped)\"}\n"]
    },
    KeptForm(name: "a title above the text") { lines, _ in ["# Crash of build 212\n\n" + lines.joined(separator: "\n")]
    },
  ]

  /// Prefixes whose parts vary from line to line, made from the parts that tools combine.
  private static let prefixes = (0..<10).map { number in
    KeptForm(name: "prefix \(number)") { lines, _ in
      [lines.enumerated().map { prefix(number, line: $0.offset) + $0.element }.joined(separator: "\n")]
    }
  }

  private static func prefix(_ number: Int, line: Int) -> String {
    let second = 10 + line % 50
    let millisecond = 100 + line * 37 % 900
    return switch number {
    case 0: "2026-11-02T08:15:\(second).\(millisecond)Z "
    case 1: "[08:15:\(second)] [job-3/test] "
    case 2: "#\(12 + line / 4) 0.\(millisecond) "
    case 3: "\(line + 1) | E | "
    case 4: "Nov  2 08:15:\(second) mini-4 agent[\(4711)]: "
    case 5: "[\(line + 1)/120] stderr: "
    case 6: "\u{1B}]0;build\u{07}\u{1B}[90m08:15:\(second)\u{1B}[0m \u{25B8} "
    case 7: "test\tRun tests\t2026-11-02T08:15:\(second).\(millisecond)000Z "
    case 8: "2026-11-02 08:15:\(second),\(millisecond) ERROR  "
    default: "##[group-\(line % 3)] \u{2502} "
    }
  }

  private static let parts = [
    KeptForm(name: "without what follows the cited lines") { lines, cited in
      guard let last = cited.max(), last + 1 < lines.count else { return [] }
      return [lines[...last].joined(separator: "\n")]
    },
    KeptForm(name: "without what precedes the cited lines") { lines, cited in
      guard let first = cited.min(), first > 0 else { return [] }
      return [lines[first...].joined(separator: "\n")]
    },
  ]

  private static func each(_ name: String, _ change: @escaping @Sendable (String) -> String) -> KeptForm {
    KeptForm(name: name) { lines, _ in [lines.map(change).joined(separator: "\n")] }
  }
}
