import Bytes
package import CrashReports

/// Which threads besides the crashed one patterns may look into.
///
/// A report has dozens of threads, and only few patterns ask for a function "in any thread"; whoever keeps a part of a
/// report keeps the threads that have one.
package struct ThreadRelevance: Sendable {
  private let byFunction: [FrameQuery]
  private let byImage: [FrameQuery]
  /// What a function or image must hold for a query to be asked: nearly none does, and asking costs more than looking.
  private let functionMark: LiteralMark
  private let imageMark: LiteralMark

  /// Collects the frames that the patterns look for in every thread.
  package init(_ patterns: PatternSet = .catalog) {
    let queries = patterns.patterns.flatMap { $0.grades.flatMap(\.evidence.threadQueries) }
    byFunction = queries.filter { !$0.functions.isEmpty }
    byImage = queries.filter { $0.functions.isEmpty }
    functionMark = LiteralMark(byFunction.flatMap { $0.ignoresCase ? ["*"] : $0.functions })
    // Globs are about the short name, which may stand anywhere in what the report writes.
    imageMark = LiteralMark(byImage.flatMap { $0.images.isEmpty ? ["*"] : $0.images.map { "*" + $0 } })
  }

  /// Of the patterns that come with the program.
  package static let catalog = ThreadRelevance()

  /// Position of the first frame for which some pattern may ask in whatever thread it stands.
  package func firstConcerned(in frames: [CrashReport.Frame]) -> Int? {
    // By position, so that no frame is copied.
    for index in frames.indices {
      if !byImage.isEmpty, let image = frames[index].image, imageMark.mayStand(in: image),
        byImage.contains(where: { $0.accepts(frames[index]) })
      {
        return index
      }
      if let name = frames[index].symbol?.readable, functionMark.mayStand(in: name),
        byFunction.contains(where: { $0.accepts(frames[index]) })
      {
        return index
      }
    }
    return nil
  }
}

/// Pieces without `*` of which one must stand in a name for any of some globs to fit it.
private struct LiteralMark: Sendable {
  private var beginnings: [[UInt8]] = []
  private var pieces: [[UInt8]] = []
  /// True for the first bytes of `pieces`.
  private var isFirst = [Bool](repeating: false, count: 256)
  /// True if there is a glob of which nothing follows.
  private var isUnknown = false

  init(_ globs: [String]) {
    for glob in globs {
      let bytes = Array(glob.utf8)
      let longest = bytes.split(separator: UInt8(ascii: "*")).max { $0.count < $1.count }.map(Array.init)
      guard let piece = longest, let first = piece.first else {
        isUnknown = true
        continue
      }
      if bytes.starts(with: piece) {
        beginnings.append(piece)
      } else {
        pieces.append(piece)
        isFirst[Int(first)] = true
      }
    }
  }

  func mayStand(in name: String) -> Bool {
    if isUnknown { return true }
    var name = name
    return name.withUTF8 { bytes in
      for piece in beginnings where bytes.hasBytes(piece, at: 0) { return true }
      for at in bytes.indices where isFirst[Int(bytes[at])] {
        for piece in pieces where bytes.hasBytes(piece, at: at) { return true }
      }
      return false
    }
  }
}

extension Evidence {
  /// Queries for frames of any thread, wherever they stand in this evidence.
  fileprivate var threadQueries: [FrameQuery] {
    switch self {
    case .frame(let query): query.position == .anyThread ? [query] : []
    case .frames(let queries): queries.contains { $0.position == .anyThread } ? queries : []
    case .all(let parts), .any(let parts): parts.flatMap(\.threadQueries)
    case .not(let part), .also(let part), .uncited(let part): part.threadQueries
    case .text, .exception, .uncaughtException, .termination, .agent, .phase, .stackExhausted, .recursion, .kind,
      .field,
      .has, .capture, .custom:
      []
    }
  }
}
