/// A version or build of an app as Apple orders them: components between dots, as numbers.
///
/// `CFBundleVersion` and `CFBundleShortVersionString` are "one to three period-separated integers" by Apple's word, and
/// anything at all in practice. A missing or empty component is 0, so that `1`, `1.0` and `01` are equal. A component
/// that is no number comes after all numbers, as text. Numbers may have any length.
package struct BuildNumber: Comparable, Hashable, Sendable {
  private enum Component: Hashable, Sendable {
    /// Digits without leading zeros; none for 0.
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

  /// Without zeros at the end.
  private let components: [Component]

  /// Creates a number from any text, also an empty one, which is 0; never fails.
  package init(_ text: String) {
    var components = text.split(separator: ".", omittingEmptySubsequences: false).map(Component.init)
    while components.last == .zero { components.removeLast() }
    self.components = components
  }

  /// True if `left` is the earlier build: components are compared from the left, missing ones as 0.
  package static func < (left: Self, right: Self) -> Bool {
    for index in 0..<max(left.components.count, right.components.count) {
      let one = index < left.components.count ? left.components[index] : .zero
      let other = index < right.components.count ? right.components[index] : .zero
      if one != other { return one < other }
    }
    return false
  }
}
