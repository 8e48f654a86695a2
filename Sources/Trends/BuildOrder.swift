import Bytes

/// What decides which build came first.
package enum BuildOrdering: Hashable, Sendable {
  /// The build number (`CFBundleVersion`).
  case build
  /// The version, then the build number: for apps that begin anew with build 1 in each version.
  case version
  /// A list from the oldest to the newest, for example made from tags: builds (`412`), versions (`2.3`), or both
  /// (`2.3 (412)`). What is not in the list has no position.
  case list([String])
}

/// Where a build stands in the order: less for one that came before, equal for builds that cannot be told apart.
package enum BuildRank: Comparable, Hashable, Sendable {
  case build(BuildNumber)
  case version(BuildNumber, build: BuildNumber)
  /// Place in the user's list, from 0.
  case listed(Int)
}

/// The rule that orders the builds of an app, by their names instead of by date: reports come late, from old builds,
/// from branches.
package struct BuildOrder: Sendable {
  private let ordering: BuildOrdering
  /// Places of the names in the user's list.
  private let places: [String: Int]
  private let outside: GlobSet

  /// `outside`: patterns with `*` and `?` of builds that never make anything new or regressed, such as `999.*`. They
  /// are compared with the build, with the version and with `version (build)`.
  package init(_ ordering: BuildOrdering = .build, outside: [String] = []) {
    self.ordering = ordering
    self.outside = GlobSet(outside, questionMark: .anyCharacter)
    places =
      if case .list(let list) = ordering {
        Dictionary(list.enumerated().map { (Self.trimmed($1), $0) }, uniquingKeysWith: { first, _ in first })
      } else { [:] }
  }

  /// `nil` for a build that is outside the order or says too little.
  package func rank(version: String?, build: String?) -> BuildRank? {
    let (version, build) = (Self.trimmed(version), Self.trimmed(build))
    let both = version.isEmpty || build.isEmpty ? "" : version + " (" + build + ")"
    let spellings = [both, version, build].filter { !$0.isEmpty }
    guard !spellings.contains(where: outside.matches) else { return nil }
    switch ordering {
    case .build: return build.isEmpty ? nil : .build(BuildNumber(build))
    case .version: return version.isEmpty ? nil : .version(BuildNumber(version), build: BuildNumber(build))
    // The most exact spelling decides: a list may hold `2.3` for all its builds, and one of them by name.
    case .list: return spellings.lazy.compactMap { places[$0] }.first.map { .listed($0) }
    }
  }

  private static func trimmed(_ text: String?) -> String {
    let text = (text ?? "")[...].drop(while: \.isWhitespace)
    return String(text.reversed().drop(while: \.isWhitespace).reversed())
  }
}
