/// A version or build number of an app in Apple's order: dot-separated components, compared as numbers.
///
/// According to Apple, `CFBundleVersion` and `CFBundleShortVersionString` are "one to three period-separated integers";
/// in practice they can be any text. A missing or empty component is 0, so that `1`, `1.0` and `01` are equal. A component
/// that is not a number is compared as text and comes after all numbers. Numbers may have any length.
package struct BuildNumber: Comparable, Hashable, Sendable {
  private enum Component: Hashable, Sendable {
    /// The digits without leading zeros; empty for 0.
    case number(Substring)
    case text(Substring)

    static let zero = Component.number("")

    init(_ part: Substring) {
      let isNumber = part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      self = isNumber ? .number(part.drop { $0 == "0" }) : .text(part)
    }

    static func < (left: Component, right: Component) -> Bool {
      switch (left, right) {
      case (.number(let left), .number(let right)):
        left.utf8.count != right.utf8.count ? left.utf8.count < right.utf8.count : left < right
      case (.text(let left), .text(let right)): left < right
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  /// The components, without trailing zeros.
  private let components: [Component]

  /// Creates a number from any text. An empty text is 0.
  package init(_ text: String) {
    var components = text.split(separator: ".", omittingEmptySubsequences: false).map(Component.init)
    while components.last == .zero { components.removeLast() }
    self.components = components
  }

  /// Returns whether `left` is the earlier build. Components are compared from the left, missing ones as 0.
  package static func < (left: Self, right: Self) -> Bool {
    for index in 0..<max(left.components.count, right.components.count) {
      let one = index < left.components.count ? left.components[index] : .zero
      let other = index < right.components.count ? right.components[index] : .zero
      if one != other { return one < other }
    }
    return false
  }
}
