package import CrashReports
import Vocabulary
import Bytes

/// Conditions on a frame.
///
/// Queries are classes because evaluating evidence copies them, and a copy of the parts would take longer than most tests.
package final class FrameQuery: Sendable {
  /// The part of the stacks in which the frame may be.
  package enum Position: Sendable, Equatable {
    /// Among the first `n` frames of the primary stack, from the innermost one.
    case first(Int)
    /// Anywhere in the primary stacks.
    case anywhere
    /// In any thread of the report.
    case anyThread
  }

  /// A property of a frame other than its role.
  package enum Trait: String, CaseIterable, Sendable {
    /// The function is Swift, according to its file, its mangled name or the form of its name.
    case swift
    /// The function is not Swift.
    case notSwift
    /// The frame has no function name.
    case unnamed
    /// The frame is in no image.
    case inNoImage
  }

  /// Globs for the demangled function name, of which one must match; empty for any function.
  package let functions: [String]
  /// Globs for the demangled function name, of which none may match.
  package let excluding: [String]
  /// Templates of which one must occur in the demangled function name, for their captures; empty for any name.
  package let named: [TextTemplate]
  /// Globs for the short image name, of which one must match; empty for any image.
  package let images: [String]
  /// The accepted roles; empty for any role.
  package let roles: Set<FrameRole>
  /// Traits that the frame must all have; empty for any frame.
  package let traits: [Trait]
  /// The part of the stacks that is searched.
  package let position: Position
  /// Whether letter case is ignored in `functions`.
  package let ignoresCase: Bool
  /// True if this is the frame to look at first.
  package let blamed: Bool
  /// Whether the report states the fact, or it is inferred.
  package let kind: Witness.Kind
  /// What the frame proves; `nil` for a frame that is required but not cited. May use `{function}` and `{location}`.
  package let statement: String?

  /// The bits of `roles`; all for any role. A set would be hashed for each frame.
  private let acceptedRoles: UInt8
  /// The grams of `functions`.
  private let grams: [[UInt16]]
  /// The compiled globs: patterns are created at each start, and few of them reach a frame.
  private let globs = OnDemand<Globs>()

  private var compiled: Globs { globs.value { Globs(self) } }

  private final class Globs: Sendable {
    let functions: GlobSet
    let excluding: GlobSet
    let images: GlobSet

    init(_ query: FrameQuery) {
      functions = GlobSet(query.ignoresCase ? query.functions.map { $0.lowercased() } : query.functions)
      excluding = GlobSet(query.excluding)
      images = GlobSet(query.images)
    }
  }

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
    acceptedRoles = roles.isEmpty ? .max : roles.reduce(0) { $0 | Self.bit($1) }
    grams = functions.map { GlobSet.grams(of: $0) }
  }

  private static func bit(_ role: FrameRole) -> UInt8 {
    switch role {
    case .app: 1
    case .system: 2
    case .host: 4
    case .machinery: 8
    case .glue: 16
    case .loader: 32
    case .unknown: 64
    }
  }

  /// The same conditions, required but not cited.
  var uncited: FrameQuery {
    FrameQuery(
      functions, excluding: excluding, named: named, images: images, roles: roles, traits: traits, position: position,
      ignoresCase: ignoresCase, blamed: blamed, kind: kind)
  }

  /// The functions of which one must occur for a frame to be accepted.
  var needs: EvidenceNeeds {
    // Without a function, or if other threads are searched, the primary stacks cannot serve as a filter.
    functions.isEmpty || position == .anyThread ? .unknown : EvidenceNeeds(functions: grams)
  }

  /// Whether all threads are searched.
  var isAnywhere: Bool { position == .anyThread }

  /// Returns false if no frame of the stacks from which `set` was created can have such a function.
  func mayMatch(_ set: GramSet) -> Bool { functions.isEmpty || grams.contains(where: set.mayContain) }

  /// Returns the index of the first accepted frame in a range of a stack.
  func firstIndex(in stack: [CrashReport.Frame], _ range: Range<Int>) -> Int? {
    let globs = compiled
    // A closure would copy each frame.
    for index in range where accepts(stack[index], globs) { return index }
    return nil
  }

  /// Returns whether the frame fulfills the conditions.
  func accepts(_ frame: CrashReport.Frame) -> Bool { accepts(frame, compiled) }

  @inline(__always)
  private func accepts(_ frame: CrashReport.Frame, _ globs: Globs) -> Bool {
    if acceptedRoles != .max {
      guard let role = frame.role, acceptedRoles & Self.bit(role) != 0 else { return false }
    }
    if !functions.isEmpty || !excluding.isEmpty || !named.isEmpty {
      guard let symbol = frame.symbol, frame.isNamed || !symbol.isNearest else { return false }
      let name = symbol.readable
      if !functions.isEmpty, !globs.functions.matches(ignoresCase ? name.lowercased() : name) { return false }
      if !excluding.isEmpty, globs.excluding.matches(name) { return false }
      if !named.isEmpty, captures(of: frame) == nil { return false }
    }
    // Last: the short name is computed for each frame, and few frames have the function.
    if !images.isEmpty {
      guard let image = frame.image, globs.images.matches(shortImageName(image)) else { return false }
    }
    return traits.allSatisfy { frame.has($0) }
  }

  /// Returns the captures of the first template that occurs in the frame's function name; `nil` if none does.
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
    case .unnamed: !isNamed
    case .inNoImage: image == nil || image == "???"
    }
  }

  /// True if the function is Swift, according to its file, its mangled name or the form of its name.
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
