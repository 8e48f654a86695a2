/// Finds classes, properties, methods and functions in tokens of Objective-C. Bodies are skipped as a whole, so one
/// pass is enough and nothing nests.
struct ObjectiveCDeclarationParser {
  private let tokens: SourceTokens
  private var result = SourceDeclarations(language: .objectiveC)
  private var at = 0
  private var type: SourceType?
  private var designableLine: Int?
  private var isConstructor = false
  private var constructors: Set<String> = []

  init(_ tokens: SourceTokens) { self.tokens = tokens }

  private func text(_ offset: Int = 0) -> String { tokens.text(at + offset) }
  private var line: Int { tokens.line(at) }

  mutating func parse() -> SourceDeclarations {
    while at < tokens.endIndex {
      switch text() {
      case "IB_DESIGNABLE":
        designableLine = line
        at += 1
      case "@interface", "@implementation", "@protocol":
        open()
      case "@end":
        close()
        at += 1
      case "@property" where type != nil:
        property()
      case "NS_ENUM", "NS_OPTIONS", "NS_CLOSED_ENUM":
        at += 1
        if text() == "(" {
          let group = tokens.group(at: at)
          if let name = group.last(where: { $0.kind == .word })?.text { result.enumerations.insert(name) }
          at = group.endIndex + 1
        }
      case "__attribute__":
        at += 1
        if text() == "(" {
          let group = tokens.group(at: at)
          if group.contains(where: { $0.text == "constructor" || $0.text == "__constructor__" }) {
            isConstructor = true
          }
          at = group.endIndex + 1
        }
      case "-" where type != nil && text(1) == "(", "+" where type != nil && text(1) == "(":
        method()
      case ";", "}":
        isConstructor = false
        at += 1
      case "{":
        at = tokens.group(at: at).endIndex + 1
      case _ where tokens.isWord(at) && text(1) == "(":
        function()
      default:
        at += 1
      }
    }
    close()
    for index in result.functions.indices where constructors.contains(result.functions[index].name) {
      result.functions[index].isConstructor = true
    }
    result.tokens = tokens
    return result
  }

  private mutating func open() {
    close()
    let keyword = text()
    let from = at
    let declarationLine = line
    at += 1
    let name = text()
    guard tokens.isWord(at) else { return }
    at += 1
    if keyword == "@protocol" {
      // `@protocol A, B;` only names them.
      if text() == ";" || text() == "," { return }
      type = SourceType(name: name, kind: .other, isSwift: false, tokens: tokens[from..<at], line: declarationLine)
    } else {
      type = SourceType(
        name: name, kind: keyword == "@interface" ? .interface : .implementation, isSwift: false,
        tokens: tokens[from..<at], line: declarationLine)
    }
    type?.designableLine = designableLine
    designableLine = nil
    if text() == "<" { skipAngles() }
    if text() == "(" {
      if keyword == "@interface" { type?.kind = .extensionOrCategory }
      at = tokens.group(at: at).endIndex + 1
    }
    if text() == ":", tokens.isWord(at + 1) {
      let superclass = text(1)
      type?.inherits.append(superclass)
      at += 2
    }
    if text() == "<" { skipAngles() }
    if text() == "{" {
      let group = tokens.group(at: at)
      variables(group)
      at = group.endIndex + 1
    }
  }

  private mutating func skipAngles() {
    var level = 0
    while at < tokens.endIndex {
      if text() == "<" { level += 1 }
      if text() == ">" { level -= 1 }
      if text() == "{" || text() == ";" || text().hasPrefix("@") { return }
      at += 1
      if level <= 0 { return }
    }
  }

  /// Instance variables: key-value coding reaches them too.
  private mutating func variables(_ group: SourceTokens) {
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

  private mutating func close() {
    guard var open = type else { return }
    open.tokens = tokens[open.tokens.startIndex..<min(at, tokens.endIndex)]
    result.types.append(open)
    type = nil
  }

  private static let qualifiers: Set<String> = [
    "IBInspectable", "IBOutlet", "nullable", "nonnull", "__kindof", "const", "_Nullable", "_Nonnull", "__weak",
    "__strong", "struct", "enum", "IBOutletCollection", "NS_NOESCAPE", "UI_APPEARANCE_SELECTOR", "inout",
  ]

  private mutating func property() {
    at += 1
    if text() == "(" { at = tokens.group(at: at).endIndex + 1 }
    var words: [(text: String, line: Int)] = []
    var property = SourceProperty(name: "", line: line)
    var isBlock = false
    while at < tokens.endIndex, text() != ";", text() != "@end", text() != "@property" {
      switch text() {
      case "IBInspectable": property.isInspectable = true
      case "IBOutlet", "IBOutletCollection": property.isOutlet = true
      case "^": isBlock = true
      default: break
      }
      if text() == "(", !isBlock, tokens.text(at + 1) != "^" {
        at = tokens.group(at: at).endIndex + 1
        continue
      }
      if tokens.isWord(at), !Self.qualifiers.contains(text()) {
        words.append((text(), line))
        if isBlock { break }
      }
      at += 1
    }
    while at < tokens.endIndex, text() != ";", text() != "@end", text() != "@property" { at += 1 }
    guard words.count >= 2, let name = words.last else { return }
    property.name = name.text
    property.type = words[0].text
    property.line = name.line
    type?.properties.append(property)
  }

  private mutating func method() {
    let from = line
    let isTypeMethod = text() == "+"
    at += 1
    at = tokens.group(at: at).endIndex + 1
    var selector = ""
    while at < tokens.endIndex, text() != "{", text() != ";", !text().hasPrefix("@") {
      if text() == "(" {
        at = tokens.group(at: at).endIndex + 1
      } else if tokens.isWord(at), text(1) == ":" {
        selector += text() + ":"
        at += 2
      } else {
        if selector.isEmpty, tokens.isWord(at) { selector = text() }
        at += 1
      }
    }
    guard !selector.isEmpty else { return }
    guard text() == "{" else {
      // A declaration: its setter counts as a key.
      if text() == ";", type?.kind != .other, selector.hasPrefix("set") {
        type?.methods.append(
          SourceMethod(
            name: selector, isTypeMethod: isTypeMethod, isSwift: false, modifiers: ["declared"],
            body: tokens[at..<at], line: from, lastLine: from))
      }
      return
    }
    let body = tokens.group(at: at)
    at = body.endIndex + 1
    type?.methods.append(
      SourceMethod(
        name: selector, isTypeMethod: isTypeMethod, isSwift: false, body: body, line: from,
        lastLine: tokens.line(min(body.endIndex, tokens.endIndex - 1))))
  }

  /// `name(…) {` or a prototype.
  private mutating func function() {
    let name = text()
    let from = line
    at += 1
    at = tokens.group(at: at).endIndex + 1
    while text() == "__attribute__", text(1) == "(" {
      let group = tokens.group(at: at + 1)
      if group.contains(where: { $0.text == "constructor" || $0.text == "__constructor__" }) { isConstructor = true }
      at = group.endIndex + 1
    }
    if text() == ";" {
      if isConstructor { constructors.insert(name) }
      isConstructor = false
    } else if text() == "{" {
      let body = tokens.group(at: at)
      at = body.endIndex + 1
      result.functions.append(SourceFunction(name: name, isConstructor: isConstructor, body: body, line: from))
      isConstructor = false
    }
  }
}
