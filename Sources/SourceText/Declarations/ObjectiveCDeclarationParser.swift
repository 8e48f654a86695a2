/// A parser that finds classes, properties, methods and functions in Objective-C tokens. It skips bodies, so one pass
/// is enough and there is no recursion.
struct ObjectiveCDeclarationParser {
  private let tokens: SourceTokens
  private var result = SourceDeclarations(language: .objectiveC)
  private var position = 0
  private var type: SourceType?
  private var designableLine: Int?
  private var isConstructor = false
  private var constructors: Set<String> = []

  private let isExcerpt: Bool
  /// The tokens of an excerpt that belong to no declaration.
  private var statements: [SourceToken] = []

  init(_ tokens: SourceTokens, isExcerpt: Bool = false) {
    self.tokens = tokens
    self.isExcerpt = isExcerpt
  }

  private func text(_ distance: Int = 0) -> String { tokens.text(position + distance) }
  private var line: Int { tokens.line(position) }

  mutating func parse() -> SourceDeclarations {
    while position < tokens.endIndex {
      let start = position
      defer {
        // Not the tokens of a declaration that was stored.
        if isExcerpt, isStatement { statements += tokens[start..<min(max(start, position), tokens.endIndex)] }
      }
      isStatement = type == nil
      if isExcerpt, type == nil, beginsMember { type = SourceType.unnamed(.implementation, isSwift: false, tokens) }
      switch text() {
      case "IB_DESIGNABLE":
        isStatement = false
        designableLine = line
        position += 1
      case "@interface", "@implementation", "@protocol":
        openType()
      case "@end":
        closeType()
        position += 1
      case "@property" where type != nil:
        parseProperty()
      case "NS_ENUM", "NS_OPTIONS", "NS_CLOSED_ENUM":
        position += 1
        if text() == "(" {
          let group = tokens.group(at: position)
          if let name = group.last(where: { $0.kind == .word })?.text { result.enumerations.insert(name) }
          position = group.endIndex + 1
        }
      case "__attribute__":
        position += 1
        if text() == "(" {
          let group = tokens.group(at: position)
          if group.contains(where: { $0.text == "constructor" || $0.text == "__constructor__" }) {
            isConstructor = true
          }
          position = group.endIndex + 1
        }
      case "-" where type != nil && text(1) == "(", "+" where type != nil && text(1) == "(":
        parseMethod()
      case ";", "}":
        isConstructor = false
        position += 1
      case "{":
        position = tokens.group(at: position).endIndex + 1
      case _ where tokens.isWord(position) && text(1) == "(":
        parseFunction()
      default:
        position += 1
      }
    }
    closeType()
    appendStatements()
    for index in result.functions.indices where constructors.contains(result.functions[index].name) {
      result.functions[index].isConstructor = true
    }
    result.tokens = tokens
    return result
  }

  /// Whether the last step of the parser skipped tokens outside all declarations.
  private var isStatement = false

  /// Whether a method or property begins here, as it does in an excerpt without its class.
  private var beginsMember: Bool {
    if text() == "@property" { return true }
    guard text() == "-" || text() == "+", text(1) == "(" else { return false }
    // `a - (b)` is an expression.
    return position == tokens.startIndex || tokens.line(position - 1) < line
  }

  /// Adds the statements of an excerpt to a class without a name.
  private mutating func appendStatements() {
    guard let first = statements.first, let last = statements.last else { return }
    let method = SourceMethod(
      name: "the code", role: .statements, isSwift: false, body: statements[...], line: Int(first.line),
      lastLine: Int(last.line))
    if let index = result.types.firstIndex(where: { $0.name == SourceType.unnamedName }) {
      result.types[index].methods.append(method)
    } else {
      var type = SourceType.unnamed(.implementation, isSwift: false, tokens)
      type.methods.append(method)
      result.types.append(type)
    }
  }

  private mutating func openType() {
    isStatement = false
    closeType()
    let keyword = text()
    let start = position
    let declarationLine = line
    position += 1
    let name = text()
    guard tokens.isWord(position) else { return }
    position += 1
    if keyword == "@protocol" {
      // `@protocol A, B;` is a forward declaration.
      if text() == ";" || text() == "," { return }
      type = SourceType(
        name: name, kind: .other, isSwift: false, tokens: tokens[start..<position], line: declarationLine)
    } else {
      type = SourceType(
        name: name, kind: keyword == "@interface" ? .interface : .implementation, isSwift: false,
        tokens: tokens[start..<position], line: declarationLine)
    }
    type?.designableLine = designableLine
    designableLine = nil
    if text() == "<" { skipAngleBrackets() }
    if text() == "(" {
      if keyword == "@interface" { type?.kind = .extensionOrCategory }
      position = tokens.group(at: position).endIndex + 1
    }
    if text() == ":", tokens.isWord(position + 1) {
      let superclass = text(1)
      type?.inherits.append(superclass)
      position += 2
    }
    if text() == "<" { skipAngleBrackets() }
    if text() == "{" {
      let group = tokens.group(at: position)
      parseInstanceVariables(group)
      position = group.endIndex + 1
    }
  }

  private mutating func skipAngleBrackets() {
    var level = 0
    while position < tokens.endIndex {
      if text() == "<" { level += 1 }
      if text() == ">" { level -= 1 }
      if text() == "{" || text() == ";" || text().hasPrefix("@") { return }
      position += 1
      if level <= 0 { return }
    }
  }

  /// Stores instance variables as properties, because key-value coding finds them.
  private mutating func parseInstanceVariables(_ group: SourceTokens) {
    var words: [Int] = []
    for index in group.indices {
      if group[index].kind == .word { words.append(index) }
      guard group[index].text == ";" else { continue }
      let isOutlet = words.contains { group[$0].text == "IBOutlet" }
      if words.count >= 2, let last = words.last {
        type?.properties.append(
          SourceProperty(name: group[last].text, type: nil, isOutlet: isOutlet, line: group.line(last)))
      }
      words = []
    }
  }

  private mutating func closeType() {
    guard var openType = type else { return }
    isStatement = false
    openType.tokens = tokens[openType.tokens.startIndex..<min(position, tokens.endIndex)]
    result.types.append(openType)
    type = nil
  }

  private static let qualifiers: Set<String> = [
    "IBInspectable", "IBOutlet", "nullable", "nonnull", "__kindof", "const", "_Nullable", "_Nonnull", "__weak",
    "__strong", "struct", "enum", "IBOutletCollection", "NS_NOESCAPE", "UI_APPEARANCE_SELECTOR", "inout",
  ]

  private mutating func parseProperty() {
    isStatement = false
    position += 1
    if text() == "(" { position = tokens.group(at: position).endIndex + 1 }
    var words: [(text: String, line: Int)] = []
    var property = SourceProperty(name: "", line: line)
    var isBlock = false
    while position < tokens.endIndex, text() != ";", text() != "@end", text() != "@property" {
      switch text() {
      case "IBInspectable": property.isInspectable = true
      case "IBOutlet", "IBOutletCollection": property.isOutlet = true
      case "^": isBlock = true
      default: break
      }
      if text() == "(", !isBlock, tokens.text(position + 1) != "^" {
        position = tokens.group(at: position).endIndex + 1
        continue
      }
      if tokens.isWord(position), !Self.qualifiers.contains(text()) {
        words.append((text(), line))
        if isBlock { break }
      }
      position += 1
    }
    while position < tokens.endIndex, text() != ";", text() != "@end", text() != "@property" { position += 1 }
    guard words.count >= 2, let name = words.last else { return }
    property.name = name.text
    property.type = words[0].text
    property.line = name.line
    type?.properties.append(property)
  }

  private mutating func parseMethod() {
    isStatement = false
    let startLine = line
    let isTypeMethod = text() == "+"
    position += 1
    position = tokens.group(at: position).endIndex + 1
    var selector = ""
    while position < tokens.endIndex, text() != "{", text() != ";", !text().hasPrefix("@") {
      if text() == "(" {
        position = tokens.group(at: position).endIndex + 1
      } else if tokens.isWord(position), text(1) == ":" {
        selector += text() + ":"
        position += 2
      } else {
        if selector.isEmpty, tokens.isWord(position) { selector = text() }
        position += 1
      }
    }
    guard !selector.isEmpty else { return }
    guard text() == "{" else {
      // A declaration without a body: a setter counts as a key.
      if text() == ";", type?.kind != .other, selector.hasPrefix("set") {
        type?.methods.append(
          SourceMethod(
            name: selector, isTypeMethod: isTypeMethod, isSwift: false, modifiers: ["declared"],
            body: tokens[position..<position], line: startLine, lastLine: startLine))
      }
      return
    }
    let body = tokens.group(at: position)
    position = body.endIndex + 1
    type?.methods.append(
      SourceMethod(
        name: selector, isTypeMethod: isTypeMethod, isSwift: false, body: body, line: startLine,
        lastLine: tokens.line(min(body.endIndex, tokens.endIndex - 1))))
  }

  /// Parses a function, `name(…) {`, or a prototype.
  private mutating func parseFunction() {
    isStatement = type == nil
    let name = text()
    let startLine = line
    position += 1
    position = tokens.group(at: position).endIndex + 1
    while text() == "__attribute__", text(1) == "(" {
      let group = tokens.group(at: position + 1)
      if group.contains(where: { $0.text == "constructor" || $0.text == "__constructor__" }) { isConstructor = true }
      position = group.endIndex + 1
    }
    if text() == ";" {
      if isConstructor { constructors.insert(name) }
      isConstructor = false
    } else if text() == "{" {
      let body = tokens.group(at: position)
      position = body.endIndex + 1
      isStatement = false
      result.functions.append(SourceFunction(name: name, isConstructor: isConstructor, body: body, line: startLine))
      isConstructor = false
    }
  }
}
