import Foundation
import Testing

@testable import Pages

/// The contrast of the stylesheet's colors, computed as defined in WCAG 2.2 (relative luminance; 1.4.3 and 1.4.11).
@Suite struct ContrastTests {
  /// The variables of each `:root` of the stylesheet: light, dark.
  static let schemes: [[String: String]] = StyleSheet.text.description.components(separatedBy: ":root {").dropFirst()
    .prefix(2).map { text in
      var colours: [String: String] = [:]
      for declaration in text.prefix(while: { $0 != "}" }).split(separator: ";") {
        let sides = declaration.split(separator: ":").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        if sides.count == 2, sides[0].hasPrefix("--") { colours[String(sides[0].dropFirst(2))] = sides[1] }
      }
      return colours
    }

  /// Text colors and their backgrounds.
  static let texts: [(String, String)] =
    ["ink", "soft", "link"].flatMap { ink in ["bg", "panel"].map { (ink, $0) } }
    + ["new", "bad", "warm", "good"].flatMap { [($0, $0 + "-bg"), ($0, "bg")] }
    + [("soft", "plain-bg"), ("ink", "plain-bg"), ("link", "plain-bg"), ("ink", "warm-bg"), ("warm", "warm-bg")]
    + (1...5).map { ("heat\($0)-ink", "heat\($0)") }

  /// Bars and marks, whose numbers are also shown as text.
  static let graphics: [(String, String)] = [
    ("bar", "bg"), ("warm-bar", "bg"), ("new-bar", "bg"), ("good", "panel"), ("link", "panel"),
  ]

  @Test(arguments: 0..<2)
  func textCanBeRead(_ scheme: Int) throws {
    try #require(Self.schemes.count == 2)
    for (ink, ground) in Self.texts {
      let ratio = try contrast(ink, ground, Self.schemes[scheme])
      #expect(ratio >= 4.5, "\(ink) on \(ground): \(ratio)")
    }
  }

  @Test(arguments: 0..<2)
  func barsCanBeSeen(_ scheme: Int) throws {
    for (ink, ground) in Self.graphics {
      let ratio = try contrast(ink, ground, Self.schemes[scheme])
      #expect(ratio >= 3, "\(ink) on \(ground): \(ratio)")
    }
  }

  /// Every color must be one of the tested ones.
  @Test func allColoursAreVariables() {
    let text = StyleSheet.text.description
    let rules = text.components(separatedBy: "* { box-sizing").last ?? ""
    let outside = rules.components(separatedBy: "@media print").first ?? ""
    #expect(outside.range(of: "#[0-9a-fA-F]{3,8}[^a-z0-9-]", options: .regularExpression) == nil)
    #expect(outside.range(of: "rgb|hsl|opacity", options: .regularExpression) == nil)
    let used = Set(outside.components(separatedBy: "var(--").dropFirst().map { String($0.prefix { $0 != ")" }) })
    for scheme in Self.schemes { #expect(used.isSubset(of: scheme.keys)) }
  }

  private func contrast(_ ink: String, _ ground: String, _ colours: [String: String]) throws -> Double {
    let light = try luminance(#require(colours[ink]))
    let dark = try luminance(#require(colours[ground]))
    return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
  }

  private func luminance(_ colour: String) throws -> Double {
    let value = try #require(Int(colour.dropFirst(), radix: 16))
    let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
