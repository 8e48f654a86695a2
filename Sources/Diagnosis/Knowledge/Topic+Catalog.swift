import CrashReports
import Knowledge

extension Topic {
  /// Mach exception types, by number.
  static let exceptionTypes = topics(.exceptionType, .exceptionTypes)
  /// Codes and subtypes of exceptions that have names.
  static let exceptionCodes = topics(.exceptionCode, .exceptionCodes)
  /// Signals that terminate a process, by number.
  static let signals = topics(.signal, .signals)
  /// Namespaces of terminations: the subsystems that kill processes.
  static let namespaces = topics(.namespace, .namespaces)
  /// Codes of terminations: long ones alone, small ones with their namespace.
  static let terminationCodes = topics(.terminationCode, .terminationCodes)
  /// Fields of .ips bodies with the labels that text reports have for them.
  static let fields = topics(.field, .fields)

  /// What developers see before they have a report: several failures each.
  static let situations = topics(.situation, .situations)

  /// Kinds of reports by Apple's number.
  static let bugTypes: [Topic] = zip(BugType.catalog, KnowledgeText.bugTypes.entries).map { type, entry in
    Topic(
      type.id, .bugType,
      names: ["bug_type \(type.id)", "bugtype \(type.id)", "\(type.appleName) \(type.id)"],
      searchTerms: entry.list("search", separator: ";"), type.title, [type.contents],
      inReports: "\"bug_type\":\"\(type.id)\" in the first line; Apple's name is \(type.appleName).",
      patterns: entry.list("patterns", separator: ","), source: "names of Apple's table of log types (OSAnalytics)")
  }

  private static let namespacesByNumber: [UInt64: String] = Dictionary(
    KnowledgeText.namespaces.entries.compactMap { entry in
      guard let number = entry["number"].flatMap(number), let id = entry["topic"] else { return nil }
      return (number, id)
    }, uniquingKeysWith: { first, _ in first })

  /// Returns the name of a namespace by its number in the kernel (XNU, `bsd/sys/reason.h`); `nil` for other numbers.
  static func namespace(_ number: UInt64) -> String? { namespacesByNumber[number] }

  private static func topics(_ kind: Kind, _ text: KnowledgeText) -> [Topic] {
    text.entries.map { Topic($0, kind) }
  }

  private init(_ entry: KnowledgeEntry, _ kind: Kind) {
    let id = entry["topic"] ?? ""
    // The numbers of namespaces are those of signals and exceptions, too, and mean nothing to people.
    let number = kind == .namespace ? nil : entry["number"].flatMap(Self.number)
    let derived = Derived(id, kind, number: number)
    self.init(
      id, kind, names: derived.names + entry.list("names", separator: ";"),
      searchTerms: entry.list("search", separator: ";"), number: derived.number, entry["title"] ?? "",
      entry.all("text"), inReports: entry["reports"] ?? derived.inReports, advice: entry["advice"],
      patterns: entry.list("patterns", separator: ",") + derived.patterns, source: entry["source"] ?? "")
  }

  /// What follows from the id of a topic, and is therefore not written in its entry.
  private struct Derived {
    var names: [String] = []
    var number: UInt64?
    var inReports: String?
    var patterns: [String] = []

    init(_ id: String, _ kind: Kind, number: UInt64?) {
      self.number = number
      switch kind {
      case .signal:
        let number = number.map(String.init) ?? ""
        names = [String(id.dropFirst(3)), "signal \(number)"]
        inReports = "In parentheses after Exception Type, or Termination Reason: SIGNAL \(number)."
        patterns = Pattern.fallbacks(forSignal: id)
      case .namespace:
        inReports = "Termination Reason: Namespace \(id), Code …; termination.namespace in .ips."
        patterns = Pattern.fallbacks(forNamespace: id)
      case .terminationCode:
        let words = id.split(separator: " ").map(String.init)
        guard let code = words.last.flatMap(Topic.number) else { return }
        if words.count == 2 {
          // A small code has a meaning only with its namespace.
          names = ["\(words[0]) \(code)"]
          patterns = Pattern.fallbacks(forNamespace: words[0], code: code)
        } else {
          // Long codes are also typed without 0x: dead10cc.
          names = [String(code), String(id.dropFirst(2))]
          self.number = code
          patterns = Pattern.patterns(forTerminationCode: code)
        }
      case .exceptionType, .exceptionCode, .bugType, .field, .detail, .api, .situation: break
      }
    }
  }
}
