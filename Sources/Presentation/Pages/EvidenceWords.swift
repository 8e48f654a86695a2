import CrashReports
import Diagnosis
import Vocabulary

/// Evidence as a person reads it: a nested list, one statement an item.
struct EvidenceWords {
  struct Item: Equatable {
    /// Nesting, from 0.
    var depth: Int
    /// Words; what stands in backquotes is code.
    var text: String
  }

  private(set) var items: [Item] = []

  init(_ evidence: Evidence) { add(evidence, 0, "") }

  /// Evidence nests as deep as somebody wrote it; a page needs no more than this.
  private static let deepest = 8

  private mutating func add(_ evidence: Evidence, _ depth: Int, _ lead: String) {
    guard depth <= Self.deepest else { return }
    switch evidence {
    case .all(let parts): list(parts, lead + (parts.count == 1 ? "" : "all of"), depth)
    case .any(let parts): list(parts, lead + (parts.count == 1 ? "" : "one of"), depth)
    case .not(let part): add(part, depth, lead + "not: ")
    case .also(let part): add(part, depth, lead + "also cited, though not needed: ")
    default: items.append(Item(depth: depth, text: lead + words(evidence)))
    }
  }

  private mutating func list(_ parts: [Evidence], _ title: String, _ depth: Int) {
    if title.isEmpty, let only = parts.first { return add(only, depth, "") }
    items.append(Item(depth: depth, text: title))
    for part in parts { add(part, depth + 1, "") }
  }

  private func words(_ evidence: Evidence) -> String {
    switch evidence {
    case .message(let template, let origins, _):
      let place = origins.map { " in " + $0.map(Self.words).sorted().joined(separator: " or ") } ?? ""
      return "the text `\(template.source)`\(place)"
    case .frame(let query): return "a frame " + words(query)
    case .frames(let queries):
      return "frames in this order, innermost first: " + queries.map(words).joined(separator: "; ")
    case .exception(let types, let signals, _):
      return "the exception " + (types.sorted() + signals.sorted()).map { "`\($0)`" }.joined(separator: " or ")
    case .termination(let namespace, let codes, _):
      let who = namespace.map { " by `\($0)`" } ?? ""
      let what = codes.sorted().map { "`\($0.hexadecimal)`" }.joined(separator: " or ")
      return "the process was ended\(who)" + (what.isEmpty ? "" : " with code \(what)")
    case .agent: return "the process is an agent of Interface Builder"
    case .phase(let phase, _):
      switch phase {
      case .load: return "the agent was loading the app"
      case .instantiate: return "the agent was making the view"
      case .render: return "the agent was laying out or drawing the view"
      }
    case .stackExhausted:
      return "the fault lies inside the stack's guard region, or the system says the stack is used up"
    case .recursion(let through, _):
      guard !through.isEmpty else { return "a sequence of frames repeats" }
      return "a sequence of frames repeats that goes through " + through.map(Self.code).joined(separator: " and ")
    case .custom(let description, _, _): return description
    default: return ""
    }
  }

  private func words(_ query: FrameQuery) -> String {
    var words = query.functions.isEmpty ? "of any function" : "of " + Self.code(query.functions)
    if query.ignoresCase && !query.functions.isEmpty { words += " (in any case)" }
    if !query.images.isEmpty { words += " in " + Self.code(query.images) }
    if !query.roles.isEmpty {
      words += ", role " + query.roles.map(\.rawValue).sorted().joined(separator: " or ")
    }
    switch query.place {
    case .first(let count): words += count == 1 ? ", the innermost one" : ", among the first \(count)"
    case .anywhere: break
    case .anyThread: words += ", in any thread"
    }
    return words
  }

  private static func code(_ globs: [String]) -> String { globs.map { "`\($0)`" }.joined(separator: " or ") }

  private static func words(_ origin: ReportMessage.Origin) -> String {
    switch origin {
    case .applicationSpecificInformation: "the application specific information"
    case .exception: "the exception"
    case .termination: "the termination"
    case .loader: "the loader's message"
    case .preview: "Interface Builder's message"
    case .document: "a message about a document"
    case .console: "the console"
    }
  }
}
