import Knowledge

extension BugType {
  /// All types, those that are read first.
  package static let catalog: [BugType] = KnowledgeText.bugTypes.entries.map(BugType.init)

  /// The types without a failure, which are described and not read.
  static let records = catalog.filter { !$0.isFailure }

  private init(_ entry: KnowledgeEntry) {
    self.init(
      entry["type"] ?? "", entry["name"] ?? "", entry["title"] ?? "",
      entry["read"].flatMap(Family.init(rawValue:)) ?? .unread, CrashReport.Kind(rawValue: entry["event"] ?? ""),
      entry["contents"] ?? "")
  }
}
