import Bytes

/// The property that determines the order of builds.
package enum BuildOrdering: Hashable, Sendable {
  /// The build number (`CFBundleVersion`).
  case build
  /// The version, then the build number: for apps that restart at build 1 in each version.
  case version
  /// A list from the oldest to the newest, for example from git tags: builds (`412`), versions (`2.3`), or both
  /// (`2.3 (412)`). Builds that are not in the list have no rank.
  case list([String])
}

/// The rank of a build in the order: lower for earlier builds, equal for builds that compare equal.
package enum BuildRank: Comparable, Hashable, Sendable {
  case build(BuildNumber)
  case version(BuildNumber, build: BuildNumber)
  /// The index in the user's list, from 0.
  case listed(Int)
}

/// The rule that orders the builds of an app by their names. Dates are not used, because reports arrive late, from old
/// builds and from branches.
package struct BuildOrder: Sendable {
  private let ordering: BuildOrdering
  /// The index of each name in the user's list.
  private let indexes: [String: Int]
  private let outside: GlobSet

  /// Creates an order.
  ///
  /// - Parameter outside: Patterns with `*` and `?` of builds outside the order, such as `999.*`; they never make an issue
  ///   new or regressed. They are matched against the build, the version, and `version (build)`.
  package init(_ ordering: BuildOrdering = .build, outside: [String] = []) {
    self.ordering = ordering
    self.outside = GlobSet(outside, questionMark: .anyCharacter)
    indexes =
      if case .list(let list) = ordering {
        Dictionary(list.enumerated().map { (Self.trimmed($1), $0) }, uniquingKeysWith: { first, _ in first })
      } else { [:] }
  }

  /// Returns the rank of a build; `nil` if it is outside the order or lacks the required number.
  package func rank(version: String?, build: String?) -> BuildRank? {
    let (version, build) = (Self.trimmed(version), Self.trimmed(build))
    let both = version.isEmpty || build.isEmpty ? "" : version + " (" + build + ")"
    let spellings = [both, version, build].filter { !$0.isEmpty }
    guard !spellings.contains(where: outside.matches) else { return nil }
    switch ordering {
    case .build: return build.isEmpty ? nil : .build(BuildNumber(build))
    case .version: return version.isEmpty ? nil : .version(BuildNumber(version), build: BuildNumber(build))
    // The most specific name takes precedence: a list may contain `2.3` for all of its builds, and one of them by name.
    case .list: return spellings.lazy.compactMap { indexes[$0] }.first.map { .listed($0) }
    }
  }

  private static func trimmed(_ text: String?) -> String {
    let text = (text ?? "")[...].drop(while: \.isWhitespace)
    return String(text.reversed().drop(while: \.isWhitespace).reversed())
  }
}
