import SourceText

/// A call that loads a nib or storyboard.
struct NibUse: Sendable {
  enum Kind: Sendable { case nib, controller, storyboard }

  enum Name: Sendable, Equatable {
    case literal(String)
    /// The name of a class, or of the class that loads (`nil`): `String(describing: CardView.self)`,
    /// `NSStringFromClass([self class])`.
    case ofClass(String?)
    /// The result of a method without arguments, or of a property: `self.nibName()`.
    case member(String)
    case unknown
  }

  enum BundleKind: Sendable, Equatable {
    /// `Bundle.main`, `[NSBundle mainBundle]`.
    case main
    /// `nil`, which means the main bundle.
    case none
    case ofClass
    case module
    case unknown
  }

  var kind: Kind
  var name: Name
  var bundle: BundleKind
  /// Whether the nib is loaded with `self` as its owner.
  var ownerIsSelf = false
  var line: Int
  /// The position of the first token.
  var position: Int
  /// False for code that is compiled only outside Interface Builder.
  var inDesigner: Bool

  /// Returns the name of the nib if an instance of `type` loads it.
  func resolved(for type: String) -> String? {
    switch name {
    case .literal(let text): text
    case .ofClass(let named): named ?? type
    case .member, .unknown: nil
    }
  }

  /// Returns the name that an expression evaluates to.
  static func name(_ expression: SourceTokens, scope: SourceTokens) -> Name {
    ConstantResolver(tokens: expression, scope: scope).name(expression)
  }

  /// Returns the calls in `tokens` that load a nib or storyboard. Constants are looked up in `tokens` and in `scope`,
  /// such as the body of the class.
  static func find(in tokens: SourceTokens, scope: SourceTokens) -> [NibUse] {
    var uses: [NibUse] = []
    for index in tokens.indices where tokens[index].kind == .word {
      guard let use = use(at: index, tokens, scope) else { continue }
      uses.append(use)
      if uses.count >= 200 { break }
    }
    return uses
  }

  private static func use(at index: Int, _ tokens: SourceTokens, _ scope: SourceTokens) -> NibUse? {
    let constants = ConstantResolver(tokens: tokens, scope: scope)
    func make(_ kind: Kind, _ name: SourceTokens, _ bundle: BundleKind, owner: Bool = false) -> NibUse {
      NibUse(
        kind: kind, name: constants.name(name), bundle: bundle, ownerIsSelf: owner, line: tokens.line(index),
        position: index,
        inDesigner: tokens[index].inDesigner)
    }
    switch tokens[index].text {
    case "UINib", "NSNib":
      if tokens.has(["(", "nibName", ":"], at: index + 1) {
        let name = tokens.argument(at: index + 4)
        let bundle = labeled("bundle", after: name.endIndex, tokens)
        return make(.nib, name, bundle.map(constants.bundle) ?? .none, owner: isInstantiatedWithSelf(index, tokens))
      }
    case "nibWithNibName":
      let name = objectiveCArgument(at: index + 2, tokens)
      let bundle = labeled("bundle", after: name.endIndex - 1, tokens)
      return make(.nib, name, bundle.map(constants.bundle) ?? .none, owner: isInstantiatedWithSelf(index, tokens))
    case "loadNibNamed":
      if tokens.text(index + 1) == "(" {
        let name = tokens.argument(at: index + 2)
        let owner = labeled("owner", after: name.endIndex, tokens)
        return make(.nib, name, receiverBundle(before: index, tokens, constants), owner: owner?.first?.text == "self")
      }
      if tokens.text(index + 1) == ":" {
        let name = objectiveCArgument(at: index + 2, tokens)
        let owner = labeled("owner", after: name.endIndex - 1, tokens)
        return make(.nib, name, receiverBundle(before: index, tokens, constants), owner: owner?.first?.text == "self")
      }
    case "initWithNibName":
      // The declaration of the method does not count: it has a type in parentheses.
      guard tokens.text(index + 1) == ":", tokens.text(index + 2) != "(" else { return nil }
      let name = objectiveCArgument(at: index + 2, tokens)
      let bundle = labeled("bundle", after: name.endIndex - 1, tokens)
      return make(.controller, name, bundle.map(constants.bundle) ?? .none)
    case "nibName":
      guard tokens.text(index - 1) == "(", tokens.text(index + 1) == ":", tokens.text(index - 2) != "UINib",
        tokens.text(index - 2) != "NSNib", tokens.isString(index + 2)
      else { return nil }
      let name = tokens.argument(at: index + 2)
      let bundle = labeled("bundle", after: name.endIndex, tokens)
      return make(.controller, name, bundle.map(constants.bundle) ?? .none)
    case "UIStoryboard":
      if tokens.has(["(", "name", ":"], at: index + 1) {
        let name = tokens.argument(at: index + 4)
        let bundle = labeled("bundle", after: name.endIndex, tokens)
        return make(.storyboard, name, bundle.map(constants.bundle) ?? .none)
      }
    case "storyboardWithName":
      let name = objectiveCArgument(at: index + 2, tokens)
      let bundle = labeled("bundle", after: name.endIndex - 1, tokens)
      return make(.storyboard, name, bundle.map(constants.bundle) ?? .none)
    default: break
    }
    return nil
  }

  /// Returns an argument of a message: the tokens up to the next word with a colon, or up to the closing bracket.
  private static func objectiveCArgument(at index: Int, _ tokens: SourceTokens) -> SourceTokens {
    var level = 0
    var position = min(max(index, tokens.startIndex), tokens.endIndex)
    let start = position
    while position < tokens.endIndex, position - start < 100 {
      switch tokens[position].text {
      case "[" where tokens[position].kind == .punctuation, "(" where tokens[position].kind == .punctuation: level += 1
      case "]" where tokens[position].kind == .punctuation, ")" where tokens[position].kind == .punctuation:
        level -= 1
        if level < 0 { return tokens[start..<position] }
      case ";" where tokens[position].kind == .punctuation: return tokens[start..<position]
      default:
        if level == 0, tokens.isWord(position), tokens.text(position + 1) == ":", position > start {
          return tokens[start..<position]
        }
      }
      position += 1
    }
    return tokens[start..<position]
  }

  /// Returns the argument with this label if the label is among the next 40 tokens of the statement.
  private static func labeled(_ label: String, after index: Int, _ tokens: SourceTokens) -> SourceTokens? {
    for position in max(index, tokens.startIndex)..<min(max(index, tokens.startIndex) + 40, tokens.endIndex) {
      if tokens[position].text == ";" || tokens[position].text == "{" { return nil }
      if tokens[position].text == label, tokens.text(position + 1) == ":" {
        let next = position + 2
        // In Objective-C the argument ends at the next label, not at a comma.
        return tokens.text(position - 1) == "," || tokens.text(position - 1) == "("
          ? tokens.argument(at: next) : objectiveCArgument(at: next, tokens)
      }
    }
    return nil
  }

  /// Whether the nib is instantiated with `self` as owner within the next 80 tokens.
  private static func isInstantiatedWithSelf(_ index: Int, _ tokens: SourceTokens) -> Bool {
    for position in index..<min(index + 80, tokens.endIndex) {
      if tokens.has(["withOwner", ":", "self"], at: position) { return true }
      if tokens.has(["instantiateWithOwner", ":", "self"], at: position) { return true }
    }
    return false
  }

  /// Returns the bundle that `loadNibNamed` is called on.
  private static func receiverBundle(before index: Int, _ tokens: SourceTokens, _ constants: ConstantResolver)
    -> BundleKind
  {
    let start = max(tokens.startIndex, index - 14)
    let before = tokens[start..<index]
    if tokens.has(["Bundle", ".", "main", "."], at: index - 4)
      || tokens.has(["Bundle", ".", "main", "?", "."], at: index - 5)
      || tokens.has(["[", "NSBundle", "mainBundle", "]"], at: index - 4)
      || tokens.has(["NSBundle", ".", "mainBundle"], at: index - 3)
    {
      return .main
    }
    if before.contains(where: { $0.text == "bundleForClass" }) || before.contains(["Bundle", "(", "for", ":"]) {
      return .ofClass
    }
    if tokens.has([".", "module", "."], at: index - 3) { return .module }
    if tokens.text(index - 1) == ".", tokens.isWord(index - 2) {
      return constants.bundle(tokens[(index - 2)..<(index - 1)])
    }
    if tokens.isWord(index - 1) { return constants.bundle(tokens[(index - 1)..<index]) }
    return .unknown
  }
}

/// Finds the values of nearby constants: `let nibName = "CardView"`, `NSBundle *bundle = [NSBundle mainBundle];`.
private struct ConstantResolver {
  var tokens: SourceTokens
  var scope: SourceTokens

  func name(_ expression: SourceTokens, depth: Int = 0) -> NibUse.Name {
    guard let first = expression.indices.first else { return .unknown }
    if expression.count == 1, expression[first].kind == .string {
      let text = expression[first].text
      if !text.contains("\\") { return .literal(text) }
      // "\(CardView.self)", "\(type(of: self))"
      guard text.hasPrefix("\\("), text.hasSuffix(")") else { return .unknown }
      let inner = text.dropFirst(2).dropLast()
      return className(String(inner.filter { $0 != " " }))
    }
    if expression.count == 1, expression[first].kind == .word, depth == 0, let value = value(of: expression[first].text)
    {
      return name(value, depth: 1)
    }
    if expression.has(["String", "(", "describing", ":"], at: first) {
      return className(expression.argument(at: first + 4).joined)
    }
    // type(of: self).description().components(separatedBy: ".").last!
    let text = expression.joined
    if text.hasSuffix(".last!") || text.hasSuffix(".last") || text.hasSuffix(".lastObject"),
      text.contains("type(of:self)") || text.contains("dynamicType") || text.contains("self.class")
        || text.contains("selfclass")
    {
      return .ofClass(nil)
    }
    let member = text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
    let bare = member.hasSuffix("()") ? String(member.dropLast(2)) : member
    if !bare.isEmpty, bare.first?.isLowercase == true, bare.allSatisfy({ $0.isLetter || $0.isNumber }), bare != "nil" {
      return .member(bare)
    }
    if text.hasPrefix("[self"), text.hasSuffix("]"), expression.count == 4 {
      return .member(expression.text(first + 2))
    }
    if expression.text(first) == "NSStringFromClass" {
      let inner = expression.group(at: first + 1).joined
      if inner == "[selfclass]" || inner == "self.class" || inner == "self" { return .ofClass(nil) }
      if inner.hasPrefix("["), inner.hasSuffix("class]") { return .ofClass(String(inner.dropFirst().dropLast(6))) }
    }
    return .unknown
  }

  /// Returns the class of `CardView.self`, `type(of:self)`, `Self.self` or `self`.
  private func className(_ text: String) -> NibUse.Name {
    if ["type(of:self)", "Self.self", "self", "Self", "self.classForCoder"].contains(text) { return .ofClass(nil) }
    if text.hasSuffix(".self"), text.dropLast(5).allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
      return .ofClass(String(text.dropLast(5)))
    }
    return .unknown
  }

  func bundle(_ expression: SourceTokens) -> NibUse.BundleKind { bundle(expression, depth: 0) }

  private func bundle(_ expression: SourceTokens, depth: Int) -> NibUse.BundleKind {
    guard let first = expression.indices.first else { return .unknown }
    let text = expression.joined
    switch text {
    case "nil", "Nil", "NULL": return .none
    case "Bundle.main", ".main", "NSBundle.main", "[NSBundlemainBundle]", "NSBundle.mainBundle": return .main
    case "Bundle.module", ".module": return .module
    default: break
    }
    if text.contains("bundleForClass") || text.contains("Bundle(for:") || text.contains("Bundle(forClass:")
      || text.contains(".init(for:")
    {
      return .ofClass
    }
    if expression.count == 1, expression[first].kind == .word, depth == 0, let value = value(of: text) {
      return bundle(value, depth: 1)
    }
    return .unknown
  }

  /// Returns the value of the constant with this name, or `nil` if it is not declared exactly once.
  private func value(of name: String) -> SourceTokens? {
    for region in [tokens, scope] {
      var found: SourceTokens?
      for index in region.indices where region[index].text == name && region[index].kind == .word {
        var equals = index + 1
        if region.text(equals) == ":", ["let", "var"].contains(region.text(index - 1)), region.isWord(equals + 1) {
          equals += 2
          if region.text(equals) == "?" { equals += 1 }
        }
        guard region.text(equals) == "=", region.text(equals + 1) != "=" else { continue }
        let isDeclared = ["let", "var", "*", "const"].contains(region.text(index - 1))
        guard isDeclared, found == nil else { return nil }
        found = statement(at: equals + 1, region)
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns the expression up to the semicolon, or up to the end of a line outside all brackets.
  private func statement(at index: Int, _ region: SourceTokens) -> SourceTokens {
    let argument = region.argument(at: index)
    guard let first = argument.first else { return argument }
    var level = 0
    for position in argument.indices {
      let token = argument[position]
      if token.line > first.line, level == 0 { return argument[argument.startIndex..<position] }
      if token.kind == .punctuation, "([{".contains(token.text) { level += 1 }
      if token.kind == .punctuation, ")]}".contains(token.text) { level -= 1 }
    }
    return argument
  }
}
