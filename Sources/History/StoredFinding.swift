internal import Diagnosis
internal import Foundation

/// Witnesses as they are kept: JSON, which the database's own functions can look into.
enum WitnessText {
  private struct Item: Codable {
    var line: Int?
    var text: String?
    var says: String
    var kind: String
    var frame: Int?
  }

  static func encoded(_ witnesses: [Witness]) -> String {
    let items = witnesses.map {
      Item(line: $0.line, text: $0.text, says: $0.says, kind: $0.kind.rawValue, frame: $0.frame)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(items) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }

  static func decoded(_ text: String) -> [Witness] {
    guard let items = try? JSONDecoder().decode([Item].self, from: Data(text.utf8)) else { return [] }
    return items.map {
      Witness(line: $0.line, text: $0.text, says: $0.says, kind: .init(rawValue: $0.kind) ?? .stated, frame: $0.frame)
    }
  }
}

extension Confidence {
  var stored: Int {
    switch self {
    case .possible: 0
    case .likely: 1
    case .certain: 2
    }
  }

  init(stored: Int) { self = stored >= 2 ? .certain : stored == 1 ? .likely : .possible }
}
