/// Finds classes, properties, methods and functions in tokens of Swift. Bodies of functions are skipped as a whole.
struct SwiftDeclarationParser {
  private let tokens: SourceTokens
  private var result = SourceDeclarations(language: .swift)
  private var at = 0
  /// Types whose braces are open, with the number of braces open inside the outermost.
  private var open: [(type: SourceType, depth: Int)] = []
  private var depth = 0
  private var pending = Pending()

  /// Attributes and modifiers in front of a declaration.
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

  private func text(_ offset: Int = 0) -> String { tokens.text(at + offset) }
  private var line: Int { tokens.line(at) }

  mutating func parse() -> SourceDeclarations {
    while at < tokens.endIndex {
      let word = text()
      if tokens[at].kind != .word {
        mark()
      } else if word.hasPrefix("@") {
        attribute(word)
      } else if Self.modifiers.contains(word) {
        modifier(word)
      } else {
        declaration(word)
      }
    }
    while !open.isEmpty { close() }
    result.tokens = tokens
    return result
  }

  private mutating func attribute(_ word: String) {
    let designableLine = line
    at += 1
    switch word {
    case "@IBDesignable": pending.designableLine = designableLine
    case "@IBInspectable": pending.isInspectable = true
    case "@IBOutlet": pending.isOutlet = true
    case "@objc":
      guard text() == "(" else { return }
      let group = tokens.group(at: at)
      if group.count == 1 { pending.objectiveCName = group.first?.text }
      at = group.endIndex + 1
    default:
      if text() == "(", tokens.line(at) == tokens.line(at - 1) { at = tokens.group(at: at).endIndex + 1 }
    }
  }

  private mutating func modifier(_ word: String) {
    pending.modifiers.insert(word)
    at += 1
    guard text() == "(" else { return }
    // `private(set)` limits the setter only.
    if tokens.group(at: at).first?.text == "set" { pending.modifiers.remove(word) }
    at = tokens.group(at: at).endIndex + 1
  }

  /// Reads what begins with a word that is no attribute and no modifier.
  private mutating func declaration(_ word: String) {
    switch word {
    case "class" where ["func", "var", "let", "override", "final", "subscript"].contains(text(1)):
      pending.modifiers.insert("static")
      at += 1
    case "class": type(.swiftClass)
    case "extension": type(.extensionOrCategory)
    case "struct", "protocol", "actor":
      if tokens.isWord(at + 1) { type(.other) } else { skipWord() }
    case "enum":
      if tokens.isWord(at + 1) {
        result.enumerations.insert(text(1))
        type(.other)
      } else {
        skipWord()
      }
    case "func", "subscript": function(isInitializer: false)
    case "init" where text(1) == "(" || text(2) == "(": function(isInitializer: true)
    case "deinit":
      at += 1
      if text() == "{" { at = tokens.group(at: at).endIndex + 1 }
      pending = Pending()
    case "var", "let": property()
    default: skipWord()
    }
  }

  private mutating func skipWord() {
    pending = Pending()
    at += 1
  }

  private mutating func mark() {
    switch text() {
    case "{":
      depth += 1
      at += 1
    case "}":
      depth = max(0, depth - 1)
      if let last = open.last, last.depth > depth { close() }
      at += 1
    case "(", "[":
      at = tokens.group(at: at).endIndex + 1
    default: at += 1
    }
    pending = Pending()
  }

  private mutating func close() {
    guard var last = open.popLast() else { return }
    last.type.tokens = tokens[last.type.tokens.startIndex..<min(at, tokens.endIndex)]
    result.types.append(last.type)
  }

  private mutating func type(_ kind: SourceType.Kind) {
    let from = at
    let declared = pending
    let declarationLine = line
    pending = Pending()
    at += 1
    guard tokens.isWord(at) else { return }
    var name = text()
    at += 1
    while text() == ".", tokens.isWord(at + 1) {
      name = text(1)
      at += 2
    }
    var inherits: [String] = []
    var level = 0
    var afterColon = false
    var inRequirements = false
    while at < tokens.endIndex, text() != "{", text() != "}", text() != ";" {
      switch text() {
      case "<": level += 1
      case ">": level -= 1
      case ":" where level == 0: afterColon = !inRequirements
      case "where" where level == 0:
        afterColon = false
        inRequirements = true
      case _ where afterColon && level == 0 && tokens.isWord(at):
        // `UIKit.UIView` is `UIView`.
        if tokens.text(at - 1) == ".", !inherits.isEmpty { inherits.removeLast() }
        if !text().hasPrefix("@") { inherits.append(text()) }
      default: break
      }
      at += 1
    }
    guard text() == "{" else { return }
    at += 1
    depth += 1
    let type = SourceType(
      name: name, kind: kind, isSwift: true, objectiveCName: declared.objectiveCName, inherits: inherits,
      designableLine: declared.designableLine, modifiers: declared.modifiers, tokens: tokens[from..<at],
      line: declarationLine)
    // Deeper nesting than any program has is not followed.
    if open.count < 64 { open.append((type, depth)) }
  }

  private mutating func function(isInitializer: Bool) {
    let from = line
    let declared = pending
    pending = Pending()
    at += 1
    var name = "init"
    if !isInitializer {
      name = text()
      if tokens.text(at - 1) != "subscript" { at += 1 }
    }
    while at < tokens.endIndex, text() != "(", text() != "{", text() != "}" { at += 1 }
    guard text() == "(" else { return }
    let parameters = tokens.group(at: at)
    at = parameters.endIndex + 1
    if isInitializer { name += "(" + Self.labels(of: parameters) + ")" }
    // `async throws -> Type where …`, up to the body; a requirement of a protocol has none.
    var last = tokens.line(at - 1)
    let start = at
    while at < tokens.endIndex, text() != "{", text() != "}", at - start < 200 {
      if ["func", "var", "let", "init", "static", "@objc", "@IBAction", "override"].contains(text()) { return }
      if line > last + 2 { return }
      last = line
      if text() == "(" || text() == "[" { at = tokens.group(at: at).endIndex }
      at += 1
    }
    guard text() == "{" else { return }
    let body = tokens.group(at: at)
    at = body.endIndex + 1
    let method = SourceMethod(
      name: name, isTypeMethod: declared.modifiers.contains("static"), isSwift: true, modifiers: declared.modifiers,
      body: body, line: from, lastLine: tokens.line(min(body.endIndex, tokens.endIndex - 1)))
    if let last = open.indices.last {
      open[last].type.methods.append(method)
    } else {
      result.functions.append(SourceFunction(name: name, isConstructor: false, body: body, line: from))
    }
  }

  private static func labels(of parameters: SourceTokens) -> String {
    var labels = ""
    var level = 0
    var expects = true
    for token in parameters where token.kind != .string {
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

  private mutating func property() {
    let declared = pending
    pending = Pending()
    at += 1
    guard tokens.isWord(at) else { return }
    var property = SourceProperty(
      name: text(), isInspectable: declared.isInspectable, isOutlet: declared.isOutlet, line: line)
    at += 1
    if text() == ":" {
      at += 1
      property.type = typeName()
    }
    if text() == "=" { skipValue() }
    if text() == "{" {
      let group = tokens.group(at: at)
      property.accessors = group
      at = group.endIndex + 1
    }
    if let last = open.indices.last, open[last].depth == depth { open[last].type.properties.append(property) }
  }

  /// A type, up to its value, its accessors or the end of the line.
  private mutating func typeName() -> String {
    var name = ""
    var last = line
    while at < tokens.endIndex, line == last, name.utf8.count < 400 {
      let text = text()
      if text == "=" || text == "{" || text == ";" || text == "}" || text == "," { break }
      if text == "(" || text == "[" {
        let group = tokens.group(at: at)
        name += text + group.joined + (text == "(" ? ")" : "]")
        at = group.endIndex + 1
      } else {
        if !text.hasPrefix("@") { name += text }
        at += 1
      }
      last = max(last, tokens.line(at - 1))
    }
    return name
  }

  private static let accessorWords: Set<String> = ["didSet", "willSet", "get", "set", "mutating", "_read", "unowned"]

  /// The value of a variable: to the end of its line, brackets as a whole. Braces of accessors are left.
  private mutating func skipValue() {
    at += 1
    var last = line
    while at < tokens.endIndex {
      // A value goes on in the next line behind an operator or before a dot.
      if line > last, text() != ".", !["=", "?", ":", "+", "&", "|"].contains(tokens.text(at - 1)) { return }
      switch text() {
      case "{":
        if Self.accessorWords.contains(tokens.text(at + 1)), tokens.text(at - 1) != "=" { return }
        at = tokens.group(at: at).endIndex + 1
      case "(", "[": at = tokens.group(at: at).endIndex + 1
      case "}", ";": return
      default: at += 1
      }
      last = tokens.line(at - 1)
    }
  }
}
