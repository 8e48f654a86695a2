import Foundation
import TestSupport
import Testing

@testable import Signatures

/// The rows of `Tests/Fixtures/signatures/vectors.json`.
struct Vectors: Decodable {
  struct Name: Decodable, CustomTestStringConvertible {
    var group: String
    var image: String
    var written: String
    var normalized: String?

    private enum CodingKeys: String, CodingKey {
      case group, image, written
      case normalized = "normalised"
    }

    var testDescription: String { written }
  }

  struct Unsymbolicated: Decodable {
    var position: Int
    var image: String
    var written: String
    var imageOffset: String?
    var uuid: String?
    var token: String?
  }

  struct Image: Decodable {
    var written: String
    var path: String?
    var name: String?
  }

  struct Role: Decodable {
    var image: String
    var path: String?
    var function: String
    var role: String
  }

  struct Facts: Decodable {
    var messages: [String]?
    var exceptionType: String?
    var signal: String?
    var exceptionName: String?
    var framesHave: [String]?
    var terminationNamespace: String?
    var terminationCode: UInt64?
    var bugType: String?
    var library: String?
    var usageKey: String?
    var process: String?
    var jetsamReason: String?
    var `class`: String?
    var reason: String?
  }

  struct Kind: Decodable {
    var facts: Facts
    var kind: String
  }

  struct Subject: Decodable {
    var kind: String
    var facts: Facts
    var lines: [String]
    var keys: [String: String]
  }

  struct Frame: Decodable {
    var image: String
    var function: String
    var uuid: String?
  }

  /// A list of frames, or its short form: `repeat` and `times`, `choose` and `order`.
  struct Frames: Decodable {
    var all: [Frame]

    private enum Key: String, CodingKey { case above, `repeat`, times, below, choose, order }

    init(from decoder: any Decoder) throws {
      if let list = try? decoder.singleValueContainer().decode([Frame].self) {
        all = list
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      all = try container.decodeIfPresent([Frame].self, forKey: .above) ?? []
      if let turn = try container.decodeIfPresent([Frame].self, forKey: .repeat) {
        for _ in 0..<(try container.decode(Int.self, forKey: .times)) { all += turn }
      }
      if let choices = try container.decodeIfPresent([Frame].self, forKey: .choose) {
        for index in try container.decode([Int].self, forKey: .order) { all.append(choices[index]) }
      }
      all += try container.decodeIfPresent([Frame].self, forKey: .below) ?? []
    }
  }

  struct Stack: Decodable, CustomTestStringConvertible {
    struct Expected: Decodable {
      var kind: String
      var lead: String?
      var title: String
      var confidence: String
      var provisional: Bool
      var blame: String
      var texts: [String: [String]]
      var keys: [String: String]
    }
    var id: String
    var kind: String
    var overflow: Bool
    var frames: Frames
    var expected: Expected
    var testDescription: String { id }
  }

  var names: [Name]
  var unsymbolicated: [Unsymbolicated]
  var images: [Image]
  var roles: [Role]
  var kinds: [Kind]
  var subjects: [Subject]
  var stacks: [Stack]

  static let committed = "Tests/Fixtures/signatures/vectors.json"

  static let all: Vectors = {
    do {
      return try JSONDecoder().decode(Vectors.self, from: Data(Repository.bytes(of: committed)))
    } catch {
      preconditionFailure("\(committed): \(error)")
    }
  }()
}

extension SignatureFacts {
  /// The facts of a report with this vector's content.
  init(_ vector: Vectors.Facts) {
    self.init()
    exceptionType = vector.exceptionType
    signal = vector.signal
    exceptionName = vector.exceptionName
    failureFunctions = vector.framesHave ?? []
    terminationNamespace = vector.terminationNamespace
    terminationCode = vector.terminationCode
    bugType = vector.bugType
    library = vector.library
    usageKey = vector.usageKey
    process = vector.process
    jetsamReason = vector.jetsamReason
    objectClass = vector.class
    reason = vector.reason
    read(messages: vector.messages ?? [])
  }

  /// The facts for this kind.
  init(kind: String, overflow: Bool) {
    self.init()
    stackOverflowed = overflow
    switch kind {
    case "trap": exceptionType = "EXC_BREAKPOINT"
    case "memory": exceptionType = "EXC_BAD_ACCESS"
    case "abort": signal = "SIGABRT"
    case "watchdog": terminationCode = 0x8bad_f00d
    case "preview": isPreview = true
    case "hang": event = "hang"
    case "jetsam": bugType = "298"
    case _ where kind.hasPrefix("exception:"): exceptionName = String(kind.dropFirst(10))
    case _ where kind.hasPrefix("killed:"): terminationNamespace = kind.dropFirst(7).uppercased()
    default: break
    }
  }
}

extension SignatureInput {
  init(_ vector: Vectors.Stack) {
    self.init(
      facts: SignatureFacts(kind: vector.kind, overflow: vector.overflow),
      frames: vector.frames.all.map { SignatureFrame(image: $0.image, function: $0.function, uuid: $0.uuid) })
  }
}
