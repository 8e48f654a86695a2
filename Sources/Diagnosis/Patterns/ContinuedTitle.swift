extension String {
  /// A title as it continues after a colon: its first letter is small, unless the first word is a name or an abbreviation,
  /// which has another capital (`WebKit`, `RPC`).
  var continuedTitle: String {
    let isName = prefix { $0 != " " }.dropFirst().contains(where: \.isUppercase)
    return isName ? self : prefix(1).lowercased() + dropFirst()
  }
}
