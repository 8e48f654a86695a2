/// A parser that finds classes, properties, methods, accessors and functions in Swift tokens. It skips the bodies of
/// functions.
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
    var attributes: [SourceAttribute] = []
  }

  private let isExcerpt: Bool
  /// The tokens of an excerpt that belong to no declaration.
  private var statements: [SourceToken] = []

  private static let modifiers: Set<String> = [
    "private", "fileprivate", "internal", "public", "open", "package", "final", "override", "convenience", "required",
    "static", "lazy", "weak", "unowned", "dynamic", "mutating", "nonisolated", "indirect", "optional",
  ]

  init(_ tokens: SourceTokens, isExcerpt: Bool = false) {
    self.tokens = tokens
    self.isExcerpt = isExcerpt
  }

  private func text(_ distance: Int = 0) -> String { tokens.text(position + distance) }
  private var line: Int { tokens.line(position) }

  mutating func parse() -> SourceDeclarations {
    if isExcerpt { open.append((SourceType.unnamed(.swiftClass, isSwift: true, tokens), 0)) }
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
    while open.count > (isExcerpt ? 1 : 0) { closeType() }
    closeExcerpt()
    result.tokens = tokens
    return result
  }

  /// Adds what an excerpt declares outside all types: to a class without a name, unless the excerpt is a complete file.
  private mutating func closeExcerpt() {
    guard isExcerpt, var type = open.popLast()?.type else { return }
    if !statements.isEmpty {
      type.methods.append(
        SourceMethod(
          name: "the code", role: .statements, isSwift: true, body: statements[...], line: Int(statements[0].line),
          lastLine: Int(statements[statements.count - 1].line)))
    }
    let isPartOfClass = type.methods.contains { $0.isInitializer || $0.modifiers.contains("override") }
    if result.types.isEmpty || isPartOfClass {
      type.tokens = tokens
      if !type.methods.isEmpty || !type.properties.isEmpty { result.types.append(type) }
    } else {
      result.functions += type.methods.map {
        SourceFunction(name: $0.name, isConstructor: false, body: $0.body, line: $0.line)
      }
    }
  }

  /// Whether the parser is outside all types of the text.
  private var isOutside: Bool { isExcerpt && open.count == 1 }

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
      var attribute = SourceAttribute(name: word, arguments: tokens[position..<position])
      if text() == "(", tokens.line(position) == tokens.line(position - 1) {
        attribute.arguments = tokens.group(at: position)
        position = attribute.arguments.endIndex + 1
      }
      if pending.attributes.count < 16 { pending.attributes.append(attribute) }
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
      let declared = pending
      pending = Pending()
      position += 1
      guard text() == "{" else { return }
      let body = tokens.group(at: position)
      appendCode(.deinitializer, of: nil, body, declared, line: tokens.line(position - 1))
      position = body.endIndex + 1
    case "var", "let": parseProperty()
    case "typealias" where tokens.isWord(position + 1):
      result.typeAliases.insert(text(1))
      skipWord()
    case "#Preview": parsePreview()
    default: skipWord()
    }
  }

  private mutating func skipWord() {
    if isOutside { statements.append(tokens[position]) }
    pending = Pending()
    position += 1
  }

  private mutating func parsePreview() {
    let startLine = line
    pending = Pending()
    position += 1
    var arguments = tokens[position..<position]
    if text() == "(" {
      arguments = tokens.group(at: position)
      position = min(arguments.endIndex + 1, tokens.endIndex)
    }
    guard text() == "{" else { return }
    let body = tokens.group(at: position)
    position = body.endIndex + 1
    result.previews.append(SourcePreview(arguments: arguments, body: body, line: startLine))
  }

  private mutating func parsePunctuation() {
    let start = position
    defer {
      if isOutside { statements += tokens[start..<min(max(start, position), tokens.endIndex)] }
    }
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
      name = tokens.text(position - 1) == "subscript" ? "subscript" : text()
      if name != "subscript" { position += 1 }
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
    let startLine = line
    var names: [String] = []
    if text() == "(" {
      // `let (width, height) = …`
      let pattern = tokens.group(at: position)
      names = pattern.filter { $0.kind == .word }.map(\.text)
      position = min(pattern.endIndex + 1, tokens.endIndex)
    } else {
      guard tokens.isWord(position) else { return }
      names = [text()]
      position += 1
    }
    guard let name = names.first else { return }
    var property = SourceProperty(
      name: name, isInspectable: declared.isInspectable, isOutlet: declared.isOutlet, line: startLine)
    property.attributes = declared.attributes
    if text() == ":" {
      position += 1
      property.type = parseTypeName()
    }
    if text() == "=" {
      let start = position + 1
      skipValue()
      if start < position {
        let value = tokens[start..<min(position, tokens.endIndex)]
        property.value = value
        appendCode(.initialValue, of: name, value, declared, line: startLine)
      }
    }
    if text() == "{" {
      let group = tokens.group(at: position)
      property.accessors = group
      appendAccessors(of: name, group, declared, line: startLine)
      position = group.endIndex + 1
    }
    guard let last = open.indices.last, open[last].depth == depth else { return }
    for name in names {
      property.name = name
      open[last].type.properties.append(property)
    }
  }

  /// Stores code that belongs to a property, or that has no name.
  private mutating func appendCode(
    _ role: SourceMethod.Role, of property: String?, _ body: SourceTokens, _ declared: Pending, line: Int
  ) {
    let name = property.map { role == .initialValue ? $0 : $0 + "." + role.rawValue } ?? role.rawValue
    let method = SourceMethod(
      name: name, role: role, property: property, isTypeMethod: declared.modifiers.contains("static"), isSwift: true,
      modifiers: declared.modifiers, body: body, line: line,
      lastLine: tokens.line(min(body.endIndex, tokens.endIndex - 1)))
    if let last = open.indices.last {
      open[last].type.methods.append(method)
    } else {
      result.functions.append(SourceFunction(name: name, isConstructor: false, body: body, line: line))
    }
  }

  private static let accessorRoles: [String: SourceMethod.Role] = [
    "get": .getter, "_read": .getter, "unsafeAddress": .getter, "borrow": .getter, "set": .setter, "_modify": .setter,
    "unsafeMutableAddress": .setter, "mutate": .setter, "init": .setter, "willSet": .willSet, "didSet": .didSet,
  ]
  private static let accessorModifiers: Set<String> = [
    "mutating", "nonmutating", "nonisolated", "borrowing", "consuming", "__consuming", "isolated",
  ]

  /// Stores the accessors between the braces of a property, or the braces' content as its getter.
  private mutating func appendAccessors(
    of property: String, _ group: SourceTokens, _ declared: Pending, line: Int
  ) {
    var index = group.startIndex
    var isList = false
    while index < group.endIndex {
      let word = group.text(index)
      if word.hasPrefix("@") {
        index += 1
        if group.text(index) == "(" { index = group.group(at: index).endIndex + 1 }
        continue
      }
      if Self.accessorModifiers.contains(word), group.isWord(index + 1) {
        index += 1
        continue
      }
      guard let role = Self.accessorRoles[word] else { break }
      var next = index + 1
      if group.text(next) == "(" { next = group.group(at: next).endIndex + 1 }
      while ["async", "throws"].contains(group.text(next)) {
        next += 1
        if group.text(next) == "(" { next = group.group(at: next).endIndex + 1 }
      }
      if group.text(next) == "{" {
        let body = group.group(at: next)
        appendCode(role, of: property, body, declared, line: group.line(index))
        index = body.endIndex + 1
      } else if next >= group.endIndex || Self.accessorRoles[group.text(next)] != nil {
        // A requirement of a protocol: `{ get set }`.
        index = next
      } else {
        break
      }
      isList = true
    }
    if !isList, !group.isEmpty { appendCode(.getter, of: property, group, declared, line: line) }
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

  /// Whether the brace at the current position begins accessors, and not a closure.
  private var beginsAccessors: Bool {
    guard tokens.text(position - 1) != "=" else { return false }
    var next = position + 1
    while next < tokens.endIndex, next < position + 8 {
      let word = tokens.text(next)
      if word.hasPrefix("@") || Self.accessorModifiers.contains(word) {
        next += 1
        continue
      }
      guard Self.accessorRoles[word] != nil, word != "init" else { return false }
      return ["{", "(", "async", "throws"].contains(tokens.text(next + 1))
        || Self.accessorRoles[tokens.text(next + 1)] != nil
    }
    return false
  }

  /// Whether an expression continues on the next line because of the token before the line break or after it.
  private var continuesValue: Bool {
    let (before, after) = (tokens.text(position - 1), text())
    if tokens[position - 1].kind == .punctuation, !")]}!?>".contains(before) { return true }
    if ["try", "await", "as", "is", "in", "return", "if", "switch"].contains(before) { return true }
    if tokens[position].kind == .punctuation { return !["{", "}", "(", "[", ";", "\\", "#"].contains(after) }
    return ["as", "is", "else"].contains(after) && tokens[position].kind == .word
  }

  /// Skips the value of a variable, up to the end of a line outside all brackets. The braces of accessors are not
  /// skipped.
  private mutating func skipValue() {
    position += 1
    var last = line
    while position < tokens.endIndex {
      if line > last, !continuesValue { return }
      switch text() {
      case "{":
        if beginsAccessors { return }
        position = tokens.group(at: position).endIndex + 1
      case "(", "[": position = tokens.group(at: position).endIndex + 1
      case "}", ";": return
      default: position += 1
      }
      last = tokens.line(position - 1)
    }
  }
}
