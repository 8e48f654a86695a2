package import CrashReports
import Vocabulary
import Bytes

/// Which frame is meant.
package struct FrameQuery: Sendable {
  /// How far from the innermost frame it may be.
  package enum Position: Sendable, Equatable {
    /// Among the first `n` frames of the primary stack.
    case first(Int)
    case anywhere
    /// In any thread of the report.
    case anyThread
  }

  /// What a frame says of its origin, besides its role.
  package enum Trait: Sendable {
    /// The function is Swift, by its file, its mangled name or the way its name reads.
    case swift
    /// The function is not Swift.
    case notSwift
    /// The frame has no function name.
    case unnamed
    /// The frame is in no image.
    case inNoImage
  }

  /// Globs over the readable function name; empty: any function.
  package var functions: [String]
  /// Globs over the readable function name of which none may match.
  package var excluding: [String]
  /// Wording of which one must occur in the readable function name, for its captures; empty: any name.
  package var named: [TextTemplate]
  /// Globs over the short image name; empty: any image.
  package var images: [String]
  /// Empty: any role.
  package var roles: Set<FrameRole>
  /// Conditions that must all hold; empty: any frame.
  package var traits: [Trait]
  /// Where to look for the frame.
  package var position: Position
  /// Whether letter case is ignored in `functions`.
  package var ignoresCase: Bool
  /// True if this is the frame to look at first.
  package var blamed: Bool
  /// Whether the witness quotes the report or concludes from it.
  package var kind: Witness.Kind
  /// What the frame proves; `nil` for a frame that is needed but not cited. May use `{function}` and `{position}`.
  package var statement: String?

  private let functionGlobs: GlobSet
  private let excludedGlobs: GlobSet
  private let imageGlobs: GlobSet

  /// Creates a query from its parts; with no more than `functions` it accepts frames of any image and role.
  @inline(never)
  package init(
    _ functions: [String], excluding: [String] = [], named: [TextTemplate] = [], images: [String] = [],
    roles: Set<FrameRole> = [], traits: [Trait] = [], position: Position = .anywhere, ignoresCase: Bool = false,
    blamed: Bool = false, kind: Witness.Kind = .stated, statement: String? = nil
  ) {
    self.functions = functions
    self.excluding = excluding
    self.named = named
    self.images = images
    self.roles = roles
    self.traits = traits
    self.position = position
    self.ignoresCase = ignoresCase
    self.blamed = blamed
    self.kind = kind
    self.statement = statement
    functionGlobs = GlobSet(ignoresCase ? functions.map { $0.lowercased() } : functions)
    excludedGlobs = GlobSet(excluding)
    imageGlobs = GlobSet(images)
  }

  /// The same frame, needed but not cited.
  var uncited: FrameQuery {
    var query = self
    query.statement = nil
    return query
  }

  /// What must occur among the functions for a frame to be accepted.
  var needs: EvidenceNeeds {
    // Without a function, or with another thread allowed, nothing follows from the primary stacks.
    functions.isEmpty || position == .anyThread ? .unknown : EvidenceNeeds(functions: functionGlobs.grams)
  }

  /// False if no frame of the stacks that `set` was made from can have such a function.
  func mayMatch(_ set: GramSet) -> Bool { functions.isEmpty || functionGlobs.mayMatch(set) }

  func mayMatch(_ set: LazyGramSet) -> Bool { functions.isEmpty || functionGlobs.mayMatch(set) }

  func accepts(_ frame: CrashReport.Frame) -> Bool {
    if !roles.isEmpty {
      guard let role = frame.role, roles.contains(role) else { return false }
    }
    if !images.isEmpty {
      guard let image = frame.image, imageGlobs.matches(shortImageName(image)) else { return false }
    }
    if !functions.isEmpty || !excluding.isEmpty || !named.isEmpty {
      guard let name = frame.symbol?.readable else { return false }
      if !functions.isEmpty, !functionGlobs.matches(ignoresCase ? name.lowercased() : name) { return false }
      if !excluding.isEmpty, excludedGlobs.matches(name) { return false }
      if !named.isEmpty, captures(of: frame) == nil { return false }
    }
    return traits.allSatisfy { frame.has($0) }
  }

  /// Captures of the first wording that occurs in the frame's name; `nil` if none does.
  func captures(of frame: CrashReport.Frame) -> [String: String]? {
    guard !named.isEmpty else { return [:] }
    guard let name = frame.symbol?.readable else { return nil }
    let text = MatchableText(name)
    return named.lazy.compactMap { $0.match(text) }.first
  }
}

extension CrashReport.Frame {
  fileprivate func has(_ trait: FrameQuery.Trait) -> Bool {
    switch trait {
    case .swift: isSwift
    case .notSwift: !isSwift
    case .unnamed: symbol == nil || symbol?.name == "???"
    case .inNoImage: image == nil || image == "???"
    }
  }

  /// True if the function is Swift, by its file, its mangled name or the way its name reads.
  private var isSwift: Bool {
    if let file = source?.file { return file.hasSuffix(".swift") }
    guard let symbol else { return false }
    if ["$s", "_$s", "$S", "_$S", "_T"].contains(where: symbol.name.hasPrefix) { return true }
    let name = symbol.readable
    guard !name.contains("::"), !name.contains("["), !name.hasPrefix("_") else { return false }
    return name.hasPrefix("closure #") || name.hasSuffix(".getter") || name.hasSuffix(".setter")
      || (name.contains("(") && name.contains(".") && name.contains(":"))
      || name.hasSuffix("()") && name.contains(".")
  }
}
