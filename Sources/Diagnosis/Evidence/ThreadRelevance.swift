import Bytes
package import CrashReports

/// Finds the threads besides the crashed one that patterns may examine.
///
/// A report has dozens of threads, and only a few patterns look for a function in any thread. If only a part of a
/// report is stored, the threads with such a function must be stored, too.
package struct ThreadRelevance: Sendable {
  private let byFunction: [FrameQuery]
  private let byImage: [FrameQuery]
  /// Literals of which a function or image must contain one before the queries are evaluated, which costs more. Few do.
  private let functionMark: LiteralMark
  private let imageMark: LiteralMark

  /// Collects the frame queries of the patterns that search every thread.
  package init(_ patterns: PatternSet = .catalog) {
    // Tables of fallbacks do not search every thread.
    let queries = patterns.given.flatMap { $0.grades.flatMap(\.evidence.threadQueries) }
    byFunction = queries.filter { !$0.functions.isEmpty }
    byImage = queries.filter { $0.functions.isEmpty }
    functionMark = LiteralMark(byFunction.flatMap { $0.ignoresCase ? ["*"] : $0.functions })
    // Globs match the short name, which may occur anywhere in the name that the report writes.
    imageMark = LiteralMark(byImage.flatMap { $0.images.isEmpty ? ["*"] : $0.images.map { "*" + $0 } })
  }

  /// The relevance for the built-in patterns.
  package static let catalog = ThreadRelevance()

  /// Returns the index of the first frame that a pattern may look for in any thread; `nil` if there is none.
  package func firstRelevant(in frames: [CrashReport.Frame]) -> Int? {
    // By index, so that no frame is copied.
    for index in frames.indices {
      if !byImage.isEmpty, let image = frames[index].image, imageMark.mayOccur(in: image),
        byImage.contains(where: { $0.accepts(frames[index]) })
      {
        return index
      }
      if let name = frames[index].symbol?.readable, functionMark.mayOccur(in: name),
        byFunction.contains(where: { $0.accepts(frames[index]) })
      {
        return index
      }
    }
    return nil
  }
}

/// Literal pieces of globs, of which a name must contain one for any of the globs to match. A class, because it is used for
/// every frame, and a copy would retain its parts.
private final class LiteralMark: Sendable {
  /// The pieces that begin a name, and those that may be anywhere in it, by a hash of their first two bytes.
  private let beginnings: [[[UInt8]]]
  private let pieces: [[[UInt8]]]
  /// Which of the two lists is not empty, by the hash: few pairs of a name begin a piece.
  private let marks: [UInt8]
  private static let beginsName: UInt8 = 1
  private static let isAnywhere: UInt8 = 2
  /// True if there is a glob without a literal piece of two bytes.
  private let isUnknown: Bool

  init(_ globs: [String]) {
    var beginnings = [[[UInt8]]](repeating: [], count: 256)
    var pieces = beginnings
    var marks = [UInt8](repeating: 0, count: 256)
    var isUnknown = false
    for glob in globs {
      let bytes = Array(glob.utf8)
      let longest = bytes.split(separator: UInt8(ascii: "*")).max { $0.count < $1.count }.map(Array.init)
      guard let piece = longest, piece.count >= 2 else {
        isUnknown = true
        continue
      }
      let first = Self.hash(piece[0], piece[1])
      if bytes.starts(with: piece) {
        beginnings[first].append(piece)
        marks[first] |= Self.beginsName
      } else {
        pieces[first].append(piece)
        marks[first] |= Self.isAnywhere
      }
    }
    (self.beginnings, self.pieces, self.marks, self.isUnknown) = (beginnings, pieces, marks, isUnknown)
  }

  private static func hash(_ first: UInt8, _ second: UInt8) -> Int { Int(first &* 31 &+ second) }

  func mayOccur(in name: String) -> Bool {
    if isUnknown { return true }
    var name = name
    return name.withUTF8 { mayOccur(in: $0) }
  }

  private func mayOccur(in name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count >= 2 else { return false }
    let beginning = Self.hash(name[0], name[1])
    if marks[beginning] & Self.beginsName != 0, beginnings[beginning].contains(where: { name.hasBytes($0, at: 0) }) {
      return true
    }
    return marks.withUnsafeBufferPointer { marks in
      for at in 0..<(name.count - 1) {
        let first = Self.hash(name[at], name[at + 1])
        if marks[first] & Self.isAnywhere != 0, pieces[first].contains(where: { name.hasBytes($0, at: at) }) {
          return true
        }
      }
      return false
    }
  }
}

extension Evidence {
  /// The queries for frames of any thread, at any depth of this evidence.
  fileprivate var threadQueries: [FrameQuery] {
    switch self {
    case .frame(let query): query.position == .anyThread ? [query] : []
    case .frames(let queries): queries.contains { $0.position == .anyThread } ? queries : []
    case .all(let parts), .any(let parts): parts.flatMap(\.threadQueries)
    case .not(let part), .optional(let part), .uncited(let part): part.threadQueries
    case .text, .exception, .uncaughtException, .termination, .agent, .phase, .stackExhausted, .recursion, .kind,
      .field,
      .has, .capture, .custom:
      []
    }
  }
}
