package import CrashReports

/// Which threads besides the crashed one patterns may look into.
///
/// A report has dozens of threads, and only few patterns ask for a function "in any thread"; whoever keeps a part of a
/// report keeps the threads that have one.
package struct ThreadRelevance: Sendable {
  private let byFunction: [FrameQuery]
  private let byImage: [FrameQuery]
  private var functions: [String: Bool] = [:]
  private var images: [String: Bool] = [:]

  package init(_ patterns: PatternSet = .catalog) {
    let queries = patterns.patterns.flatMap { $0.grades.flatMap(\.evidence.threadQueries) }
    byFunction = queries.filter { !$0.functions.isEmpty }
    byImage = queries.filter { $0.functions.isEmpty }
  }

  /// Of the patterns that come with the program.
  package static let catalog = ThreadRelevance()

  /// True if some pattern may ask for this frame in whatever thread it stands.
  package mutating func concerns(_ frame: CrashReport.Frame) -> Bool {
    if let image = frame.image, !byImage.isEmpty {
      if let known = images[image] {
        if known { return true }
      } else {
        let isAsked = byImage.contains { $0.accepts(frame) }
        images[image] = isAsked
        if isAsked { return true }
      }
    }
    guard let name = frame.symbol?.readable else { return false }
    if let known = functions[name] { return known }
    let isAsked = byFunction.contains { $0.accepts(frame) }
    functions[name] = isAsked
    return isAsked
  }
}

extension Evidence {
  /// Queries for frames of any thread, wherever they stand in this evidence.
  fileprivate var threadQueries: [FrameQuery] {
    switch self {
    case .frame(let query): query.place == .anyThread ? [query] : []
    case .frames(let queries): queries.contains { $0.place == .anyThread } ? queries : []
    case .all(let parts), .any(let parts): parts.flatMap(\.threadQueries)
    case .not(let part), .also(let part): part.threadQueries
    case .message, .exception, .termination, .agent, .phase, .stackExhausted, .recursion, .custom: []
    }
  }
}

extension FrameRole {
  /// A path that says no more of an image than its real one does for the role of its frames; `nil` where its name says
  /// as much.
  package static func standInPath(named written: String, path: String?) -> String? {
    let role = ofImage(named: written, path: path)
    if ofImage(named: written, path: nil) == role { return nil }
    switch role {
    case .system: return "/System/"
    case .host: return "/Library/Xcode/Agents/"
    default: return "/"
    }
  }
}
