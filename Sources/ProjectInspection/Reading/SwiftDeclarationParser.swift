/// A parser that finds classes, properties, methods and functions in Swift tokens. It skips the bodies of functions.
struct SwiftDeclarationParser {
  private let tokens: SourceTokens
  private var result = SourceDeclarations(language: .swift)
  private var position = 0
  /// The types whose braces are open, with the brace depth of their members.
  private var open: [(type: SourceType, depth: Int)] = []
  private var depth = 0
  private var pending = Pending()

  /// The attributes and modifiers before a declaration.
  private struct Pending {
    var modifiers: Set<String> = []
    var designableLine: Int?
    var isInspectable = false
    var isOutlet = false
    var objectiveCName: String?
  }

  private static let modifiers: Set<String> = [
    "private", "fileprivate", "internal", "public", "open", "package", "final", "override", "convenience", "required",
    "static", "lazy", "weak", "unowned", "dynamic", "mutating", "nonisolated", "indirect", "optional",
  ]

  init(_ tokens: SourceTokens) { self.tokens = tokens }

  private func text(_ distance: Int = 0) -> String { tokens.text(position + distance) }
  private var line: Int { tokens.line(position) }

  mutating func parse() -> SourceDeclarations {
    while position < tokens.endIndex {
      let word = text()
      if tokens[position].kind != .word {
        parsePunctuation()
      } else if word.hasPrefix("@") {
        parseAttribute(word)
      } else if Self.modifiers.contains(word) {
        parseModifier(word)
      } else {
        parseDeclaration(word)
      }
    }
    while !open.isEmpty { closeType() }
    result.tokens = tokens
    return result
  }

  private mutating func parseAttribute(_ word: String) {
    let designableLine = line
    position += 1
    switch word {
    case "@IBDesignable": pending.designableLine = designableLine
    case "@IBInspectable": pending.isInspectable = true
    case "@IBOutlet": pending.isOutlet = true
    case "@objc":
      guard text() == "(" else { return }
      let group = tokens.group(at: position)
      if group.count == 1 { pending.objectiveCName = group.first?.text }
      position = group.endIndex + 1
    default:
      if text() == "(", tokens.line(position) == tokens.line(position - 1) {
        position = tokens.group(at: position).endIndex + 1
      }
    }
  }

  private mutating func parseModifier(_ word: String) {
    pending.modifiers.insert(word)
    position += 1
    guard text() == "(" else { return }
    // `private(set)` limits the setter only.
    if tokens.group(at: position).first?.text == "set" { pending.modifiers.remove(word) }
    position = tokens.group(at: position).endIndex + 1
  }

  /// Parses a declaration, after its attributes and modifiers.
  private mutating func parseDeclaration(_ word: String) {
    switch word {
    case "class" where ["func", "var", "let", "override", "final", "subscript"].contains(text(1)):
      pending.modifiers.insert("static")
      position += 1
    case "class": parseType(.swiftClass)
    case "extension": parseType(.extensionOrCategory)
    case "struct", "protocol", "actor":
      if tokens.isWord(position + 1) { parseType(.other) } else { skipWord() }
    case "enum":
      if tokens.isWord(position + 1) {
        result.enumerations.insert(text(1))
        parseType(.other)
      } else {
        skipWord()
      }
    case "func", "subscript": parseFunction(isInitializer: false)
    case "init" where text(1) == "(" || text(2) == "(": parseFunction(isInitializer: true)
    case "deinit":
      position += 1
      if text() == "{" { position = tokens.group(at: position).endIndex + 1 }
      pending = Pending()
    case "var", "let": parseProperty()
    default: skipWord()
    }
  }

  private mutating func skipWord() {
    pending = Pending()
    position += 1
  }

  private mutating func parsePunctuation() {
    switch text() {
    case "{":
      depth += 1
      position += 1
    case "}":
      depth = max(0, depth - 1)
      if let last = open.last, last.depth > depth { closeType() }
      position += 1
    case "(", "[":
      position = tokens.group(at: position).endIndex + 1
    default: position += 1
    }
    pending = Pending()
  }

  private mutating func closeType() {
    guard var last = open.popLast() else { return }
    last.type.tokens = tokens[last.type.tokens.startIndex..<min(position, tokens.endIndex)]
    result.types.append(last.type)
  }

  private mutating func parseType(_ kind: SourceType.Kind) {
    let start = position
    let declared = pending
    let declarationLine = line
    pending = Pending()
    position += 1
    guard tokens.isWord(position) else { return }
    var name = text()
    position += 1
    while text() == ".", tokens.isWord(position + 1) {
      name = text(1)
      position += 2
    }
    var inherits: [String] = []
    var level = 0
    var afterColon = false
    var inRequirements = false
    while position < tokens.endIndex, text() != "{", text() != "}", text() != ";" {
      switch text() {
      case "<": level += 1
      case ">": level -= 1
      case ":" where level == 0: afterColon = !inRequirements
      case "where" where level == 0:
        afterColon = false
        inRequirements = true
      case _ where afterColon && level == 0 && tokens.isWord(position):
        // `UIKit.UIView` is `UIView`.
        if tokens.text(position - 1) == ".", !inherits.isEmpty { inherits.removeLast() }
        if !text().hasPrefix("@") { inherits.append(text()) }
      default: break
      }
      position += 1
    }
    guard text() == "{" else { return }
    position += 1
    depth += 1
    let type = SourceType(
      name: name, kind: kind, isSwift: true, objectiveCName: declared.objectiveCName, inherits: inherits,
      designableLine: declared.designableLine, modifiers: declared.modifiers, tokens: tokens[start..<position],
      line: declarationLine)
    // Types nested deeper than 64 levels are not followed.
    if open.count < 64 { open.append((type, depth)) }
  }

  private mutating func parseFunction(isInitializer: Bool) {
    let startLine = line
    let declared = pending
    pending = Pending()
    position += 1
    var name = "init"
    if !isInitializer {
      name = text()
      if tokens.text(position - 1) != "subscript" { position += 1 }
    }
    while position < tokens.endIndex, text() != "(", text() != "{", text() != "}" { position += 1 }
    guard text() == "(" else { return }
    let parameters = tokens.group(at: position)
    position = parameters.endIndex + 1
    if isInitializer { name += "(" + Self.labels(of: parameters) + ")" }
    // Skip `async throws -> Type where …` up to the body. A protocol requirement has no body.
    var last = tokens.line(position - 1)
    let start = position
    while position < tokens.endIndex, text() != "{", text() != "}", position - start < 200 {
      if ["func", "var", "let", "init", "static", "@objc", "@IBAction", "override"].contains(text()) { return }
      if line > last + 2 { return }
      last = line
      if text() == "(" || text() == "[" { position = tokens.group(at: position).endIndex }
      position += 1
    }
    guard text() == "{" else { return }
    let body = tokens.group(at: position)
    position = body.endIndex + 1
    let method = SourceMethod(
      name: name, isTypeMethod: declared.modifiers.contains("static"), isSwift: true, modifiers: declared.modifiers,
      body: body, line: startLine, lastLine: tokens.line(min(body.endIndex, tokens.endIndex - 1)))
    if let last = open.indices.last {
      open[last].type.methods.append(method)
    } else {
      result.functions.append(SourceFunction(name: name, isConstructor: false, body: body, line: startLine))
    }
  }

  /// Returns the argument labels, each with its colon.
  private static func labels(of parameters: SourceTokens) -> String {
    var labels = ""
    var level = 0
    var expectsLabel = true
    for token in parameters where token.kind != .string {
      switch token.text {
      case "(", "[", "<": level += 1
      case ")", "]", ">": level -= 1
      case "," where level == 0: expectsLabel = true
      case _ where expectsLabel && token.kind == .word && !token.text.hasPrefix("@"):
        labels += token.text + ":"
        expectsLabel = false
      default: break
      }
    }
    return labels
  }

  private mutating func parseProperty() {
    let declared = pending
    pending = Pending()
    position += 1
    guard tokens.isWord(position) else { return }
    var property = SourceProperty(
      name: text(), isInspectable: declared.isInspectable, isOutlet: declared.isOutlet, line: line)
    position += 1
    if text() == ":" {
      position += 1
      property.type = parseTypeName()
    }
    if text() == "=" { skipValue() }
    if text() == "{" {
      let group = tokens.group(at: position)
      property.accessors = group
      position = group.endIndex + 1
    }
    if let last = open.indices.last, open[last].depth == depth { open[last].type.properties.append(property) }
  }

  /// Parses a type, up to its value, its accessors or the end of the line.
  private mutating func parseTypeName() -> String {
    var name = ""
    var last = line
    while position < tokens.endIndex, line == last, name.utf8.count < 400 {
      let text = text()
      if text == "=" || text == "{" || text == ";" || text == "}" || text == "," { break }
      if text == "(" || text == "[" {
        let group = tokens.group(at: position)
        name += text + group.joined + (text == "(" ? ")" : "]")
        position = group.endIndex + 1
      } else {
        if !text.hasPrefix("@") { name += text }
        position += 1
      }
      last = max(last, tokens.line(position - 1))
    }
    return name
  }

  private static let accessorWords: Set<String> = ["didSet", "willSet", "get", "set", "mutating", "_read", "unowned"]

  /// Skips the value of a variable, up to the end of a line outside all brackets. The braces of accessors are not
  /// skipped.
  private mutating func skipValue() {
    position += 1
    var last = line
    while position < tokens.endIndex {
      // A value continues on the next line after an operator or before a dot.
      if line > last, text() != ".", !["=", "?", ":", "+", "&", "|"].contains(tokens.text(position - 1)) { return }
      switch text() {
      case "{":
        if Self.accessorWords.contains(tokens.text(position + 1)), tokens.text(position - 1) != "=" { return }
        position = tokens.group(at: position).endIndex + 1
      case "(", "[": position = tokens.group(at: position).endIndex + 1
      case "}", ";": return
      default: position += 1
      }
      last = tokens.line(position - 1)
    }
  }
}
