import Bytes

/// Globs of functions, of which those of C functions match no name with a module or namespace: `swift_*` is a function of
/// Swift's runtime, and `swift_cards.Deck.draw()` one of a module with a similar name.
struct FunctionGlobs: Sendable {
  /// Globs of functions of C, in lower case.
  private let functions: GlobSet
  private let others: GlobSet

  init(_ globs: [String]) {
    // Types of Swift have capitals, and their members a period: `_NativeDictionary*`.
    let isFunction = { (glob: String) in
      glob.utf8.allSatisfy {
        $0 &- UInt8(ascii: "a") < 26 || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "*")
      }
    }
    functions = GlobSet(globs.filter(isFunction))
    others = GlobSet(globs.filter { !isFunction($0) })
  }

  func matches(_ function: String) -> Bool { matches(Array(function.utf8)[...]) }

  func matches(_ function: ArraySlice<UInt8>) -> Bool {
    if others.matches(function) { return true }
    return functions.matches(function) && !Self.isQualified(function)
  }

  /// Words that compilers add to the name of a function behind a period, for a part or a copy of it.
  private static let suffixes: Set<String> = [
    "cold", "llvm", "part", "constprop", "isra", "resume", "destroy", "cleanup", "lto_priv", "island", "alt", "stub",
  ]

  /// Whether a name begins with a module or namespace: there is a period or a double colon before arguments.
  private static func isQualified(_ function: ArraySlice<UInt8>) -> Bool {
    let name = function.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") }
    let rest = function[name.endIndex...]
    if rest.starts(with: "::".utf8) { return true }
    guard !name.isEmpty, rest.first == UInt8(ascii: ".") else { return false }
    let word = rest.dropFirst().prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
    guard word.contains(where: { !$0.isDigit }) else { return false }
    return !suffixes.contains(String(streamSafe: word))
  }
}
