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

/// The builds of an app in order, by position instead of by date: reports come late, from old builds, from branches.
///
/// Positions count from 0 without gaps. They are those of the builds given; when a build appears between two others,
/// the order is made again. Builds that are equal in the order share a position.
package struct BuildOrder: Sendable {
  private struct Name: Hashable, Sendable {
    let version: String
    let build: String

    init(_ build: (version: String?, build: String?)) {
      version = BuildOrder.trimmed(build.version)
      self.build = BuildOrder.trimmed(build.build)
    }

    /// All a user may call it.
    var spellings: [String] {
      [build, version, version.isEmpty || build.isEmpty ? "" : version + " (" + build + ")"].filter { !$0.isEmpty }
    }
  }

  private struct VersionAndBuild: Comparable, Hashable {
    let version: BuildNumber
    let build: BuildNumber

    static func < (left: Self, right: Self) -> Bool {
      left.version != right.version ? left.version < right.version : left.build < right.build
    }
  }

  private let positions: [Name: Int]
  /// How many positions there are.
  package let count: Int

  /// `outside`: patterns with `*` and `?` of builds that never make anything new or regressed, such as `999.*`. They
  /// are compared with the build, with the version and with `version (build)`.
  package init(
    _ builds: [(version: String?, build: String?)], ordering: BuildOrdering = .build, outside: [String] = []
  ) {
    let patterns = outside.map(BuildPattern.init)
    let names = Set(builds.map(Name.init)).filter { name in
      !name.spellings.contains { spelling in patterns.contains { $0.matches(spelling) } }
    }
    switch ordering {
    case .build:
      (positions, count) = Self.place(names) { $0.build.isEmpty ? nil : BuildNumber($0.build) }
    case .version:
      (positions, count) = Self.place(names) { name -> VersionAndBuild? in
        guard !name.version.isEmpty else { return nil }
        return VersionAndBuild(version: BuildNumber(name.version), build: BuildNumber(name.build))
      }
    case .list(let list):
      let places = Dictionary(list.enumerated().map { (Self.trimmed($1), $0) }, uniquingKeysWith: { first, _ in first })
      // The most exact spelling decides: a list may hold `2.3` for all its builds, and one of them by name.
      (positions, count) = Self.place(names) { name in
        name.spellings.reversed().lazy.compactMap { places[$0] }.first
      }
    }
  }

  /// The position of a build; `nil` if it is outside the order, not among the builds given, or says too little.
  package func position(of build: (version: String?, build: String?)) -> Int? { positions[Name(build)] }

  private static func place<Key: Comparable & Hashable>(_ names: Set<Name>, by key: (Name) -> Key?)
    -> ([Name: Int], Int)
  {
    var keys: [Name: Key] = [:]
    for name in names { keys[name] = key(name) }
    let order = Set(keys.values).sorted()
    let places = Dictionary(zip(order, order.indices), uniquingKeysWith: { first, _ in first })
    return (keys.compactMapValues { places[$0] }, order.count)
  }

  private static func trimmed(_ text: String?) -> String {
    let text = (text ?? "")[...].drop(while: \.isWhitespace)
    return String(text.reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// A pattern of build names: `*` for any characters, `?` for one.
struct BuildPattern {
  private let pattern: [Character]

  init(_ text: String) { pattern = Array(text) }

  /// In steps proportional to the product of both lengths, whatever the pattern.
  func matches(_ text: String) -> Bool {
    let text = Array(text)
    var (at, inPattern) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while at < text.count {
      if inPattern < pattern.count, pattern[inPattern] == "*" {
        star = (inPattern, at)
        inPattern += 1
      } else if inPattern < pattern.count, pattern[inPattern] == "?" || pattern[inPattern] == text[at] {
        at += 1
        inPattern += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        at = last.text + 1
        inPattern = last.pattern + 1
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == "*" }
  }
}
