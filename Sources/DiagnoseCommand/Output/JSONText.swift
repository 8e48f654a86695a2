import Presentation
import Vocabulary

/// The small JSON documents that are no reports: lists of issues, problems and patterns.
enum JSONText {
  enum Value {
    case text(String?)
    case number(Int?)
    case decimal(Double?)
    case flag(Bool)
    case numbers([Int])

    var json: String {
      switch self {
      case .text(let text): text.map(quoted) ?? "null"
      case .number(let number): number.map(String.init) ?? "null"
      // JSON has no infinity: a ratio without a base is null.
      case .decimal(let number): number.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null"
      case .flag(let flag): flag ? "true" : "false"
      case .numbers(let numbers): "[" + numbers.map(String.init).joined(separator: ", ") + "]"
      }
    }
  }

  /// An object on one line.
  static func object(_ members: [(String, Value)]) -> String {
    "{" + members.map { quoted($0) + ": " + $1.json }.joined(separator: ", ") + "}"
  }

  /// A document with one list.
  static func document(_ schema: String, _ name: String, _ items: [String]) -> String {
    let tool = object([("name", .text(Product.name)), ("version", .text(Product.version))])
    let list = items.isEmpty ? "[]" : "[\n" + items.joined(separator: ",\n") + "\n  ]"
    return "{\n  \"schema\": \(quoted(schema)),\n  \"tool\": \(tool),\n  \(quoted(name)): \(list)\n}\n"
  }

  /// A JSON string (RFC 8259, 7). What the terminal's gate would escape is a `\u` escape here too.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        let isPlain = (0x20..<0x7F).contains(scalar.value) || Terminal.escaped(String(scalar)) == String(scalar)
        if isPlain {
          result.unicodeScalars.append(scalar)
        } else {
          for unit in UTF16.encode(scalar) ?? .init() {
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        }
      }
    }
    return result + "\""
  }
}
