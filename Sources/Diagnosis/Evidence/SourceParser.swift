/// Finds classes, properties and methods in tokens of Objective-C or Swift.
///
/// Bodies are skipped without parsing them, so only classes nest, and one pass is enough.
struct SourceParser {
  typealias Token = SourceExcerpt.Token

  private let tokens: [Token]
  private(set) var classes: [SourceExcerpt.Class] = []
  private(set) var enumerations: Set<String> = []
  private var at = 0
  /// The class whose `@interface` or `@implementation` is open.
  private var section: Int?
  /// Swift classes whose braces are open, with the depth inside them.
  private var open: [(index: Int, depth: Int)] = []
  private var depth = 0
  private var isDesignable = false
  private var isInspectable = false
  private var indexOfName: [String: Int] = [:]
  private var unnamed: Int?

  init(tokens: [Token]) { self.tokens = tokens }

  private func text(_ offset: Int = 0) -> String { token(offset)?.text ?? "" }
  private func token(_ offset: Int = 0) -> Token? {
    tokens.indices.contains(at + offset) ? tokens[at + offset] : nil
  }
  private var startsLine: Bool { at == 0 || (token(-1)?.line ?? 0) != (token()?.line ?? 0) }

  mutating func parse() {
    while let token = token() {
      switch token.text {
      case "IB_DESIGNABLE", "@IBDesignable":
        isDesignable = true
        at += 1
      case "@IBInspectable":
        isInspectable = true
        at += 1
      case "@interface", "@implementation":
        at += 1
        section = classIndex(named: text(), line: token.line)
        at += 1
      case "@end":
        section = nil
        at += 1
      case "@property":
        at += 1
        objectiveCProperty()
      case "NS_ENUM", "NS_OPTIONS", "NS_CLOSED_ENUM":
        at += 1
        let words = group().filter { $0.kind == .word }
        if let name = words.last?.text { enumerations.insert(name) }
      case "enum":
        if token.kind == .word, let name = self.token(1), name.kind == .word { enumerations.insert(name.text) }
        at += 1
      case "class", "extension":
        swiftType(line: token.line)
      case "func":
        swiftMethod()
      case "init" where text(1) == "(" || text(2) == "(":
        swiftMethod()
      case "var", "let":
        swiftProperty()
      case "-", "+":
        if startsLine, text(1) == "(" { objectiveCMethod() } else { at += 1 }
      case "{":
        depth += 1
        at += 1
      case "}":
        depth = max(0, depth - 1)
        while let last = open.last, last.depth > depth { open.removeLast() }
        at += 1
      default:
        at += 1
      }
    }
  }

  private mutating func classIndex(named name: String, line: Int) -> Int {
    let index: Int
    if let known = indexOfName[name] {
      index = known
    } else {
      index = classes.count
      indexOfName[name] = index
      classes.append(.init(name: name, line: line))
    }
    if isDesignable { classes[index].isDesignable = true }
    isDesignable = false
    return index
  }

  /// Returns the index of the class that a member at the current position belongs to.
  private mutating func owner(line: Int) -> Int {
    if let index = open.last?.index ?? section { return index }
    if let unnamed { return unnamed }
    let index = classes.count
    classes.append(.init(name: nil, isDesignable: isDesignable, line: line))
    isDesignable = false
    unnamed = index
    return index
  }

  /// Consumes a bracketed group, and returns the tokens between the brackets.
  private mutating func group() -> [Token] {
    let pairs = ["(": ")", "{": "}", "[": "]"]
    guard let close = pairs[text()] else { return [] }
    let opening = text()
    var level = 0
    let start = at + 1
    while let token = token() {
      if token.kind == .punctuation {
        if token.text == opening { level += 1 }
        if token.text == close {
          level -= 1
          if level == 0 {
            at += 1
            return Array(tokens[start..<(at - 1)])
          }
        }
      }
      at += 1
    }
    return start < tokens.count ? Array(tokens[start...]) : []
  }

  private static let qualifiers: Set<String> = [
    "IBInspectable", "IBOutlet", "nullable", "nonnull", "__kindof", "const", "_Nullable", "_Nonnull", "__weak",
    "__strong", "struct", "enum",
  ]

  private mutating func objectiveCProperty() {
    let line = token()?.line ?? 0
    if text() == "(" { _ = group() }
    var words: [String] = []
    var inspectable = false
    while let token = token(), token.text != ";", token.text != "@end", token.text != "@property" {
      if token.text == "IBInspectable" { inspectable = true }
      if token.kind == .word, !Self.qualifiers.contains(token.text) { words.append(token.text) }
      at += 1
    }
    guard words.count >= 2, let name = words.last else { return }
    let index = owner(line: line)
    classes[index].properties.append(
      .init(name: name, type: words[0], isInspectable: inspectable, isObserved: false, line: line))
  }

  private mutating func objectiveCMethod() {
    let line = token()?.line ?? 0
    let isTypeMethod = text() == "+"
    at += 1
    _ = group()
    var selector = ""
    while let token = token(), token.text != "{", token.text != ";", !token.text.hasPrefix("@") {
      if token.text == "(" {
        _ = group()
        continue
      }
      if token.kind == .word, text(1) == ":" {
        selector += token.text + ":"
        at += 2
        continue
      }
      if selector.isEmpty, token.kind == .word { selector = token.text }
      at += 1
    }
    guard text() == "{", !selector.isEmpty else { return }
    let body = group()
    let index = owner(line: line)
    classes[index].methods.append(
      .init(name: selector, isTypeMethod: isTypeMethod, isSwift: false, body: body, line: line))
  }

  private mutating func swiftType(line: Int) {
    // `class func` and `class var` are members; `: class` is a protocol constraint.
    guard let name = token(1), name.kind == .word, !["func", "var", "let"].contains(name.text) else {
      at += 1
      return
    }
    at += 2
    var typeName = name.text
    while text() == ".", let part = token(1), part.kind == .word {
      typeName = part.text
      at += 2
    }
    while let token = token(), token.text != "{", token.text != ";", token.text != "}" { at += 1 }
    guard text() == "{" else { return }
    at += 1
    depth += 1
    open.append((classIndex(named: typeName, line: line), depth))
  }

  private mutating func swiftMethod() {
    let line = token()?.line ?? 0
    let isInitializer = text() == "init"
    let isTypeMethod = ["static", "class"].contains(text(-1))
    at += 1
    var name = "init"
    if !isInitializer {
      name = text()
      at += 1
    }
    while let token = token(), token.text != "(", token.text != "{", token.text != "}" { at += 1 }
    guard text() == "(" else { return }
    let parameters = group()
    if isInitializer { name += "(" + Self.labels(of: parameters) + ")" }
    // Skip `-> Type`, `throws`, `where …` up to the body; a protocol requirement has no body.
    let signatureLine = token(-1)?.line ?? line
    while let token = token(), token.text != "{", token.text != "}", token.text != "func", token.text != "var",
      token.line <= signatureLine + 3
    {
      at += 1
    }
    guard text() == "{" else { return }
    let body = group()
    let index = owner(line: line)
    classes[index].methods.append(
      .init(name: name, isTypeMethod: isTypeMethod, isSwift: true, body: body, line: line))
  }

  private static func labels(of parameters: [Token]) -> String {
    var labels = ""
    var level = 0
    var expects = true
    for token in parameters {
      switch token.text {
      case "(", "[", "<": level += 1
      case ")", "]", ">": level -= 1
      case "," where level == 0: expects = true
      case _ where expects && token.kind == .word && !token.text.hasPrefix("@"):
        labels += token.text + ":"
        expects = false
      default: break
      }
    }
    return labels
  }

  private mutating func swiftProperty() {
    let inspectable = isInspectable
    isInspectable = false
    let line = token()?.line ?? 0
    at += 1
    guard let name = token(), name.kind == .word else { return }
    at += 1
    var type: String?
    if text() == ":" {
      at += 1
      var words: [String] = []
      while text() == "@" || text().hasPrefix("@") { at += 1 }
      while let token = token(), token.kind == .word || token.text == ".", token.line == line {
        if token.kind == .word { words.append(token.text) }
        at += 1
      }
      type = words.last
    }
    // Skip the value; accessors in braces may follow.
    while let token = token(), token.line == line, token.text != "{", token.text != "}", token.text != ";" {
      if token.text == "(" || token.text == "[" { _ = group() } else { at += 1 }
    }
    var isObserved = false
    if text() == "{", token()?.line == line {
      let accessors = group()
      let words = Set(accessors.lazy.filter { $0.kind == .word }.map(\.text))
      isObserved = !words.isDisjoint(with: ["didSet", "willSet", "set", "get", "return"])
    }
    let index = owner(line: line)
    classes[index].properties.append(
      .init(name: name.text, type: type, isInspectable: inspectable, isObserved: isObserved, line: line))
  }
}
