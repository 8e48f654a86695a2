import SourceText

/// A method that runs when one of a class's entry methods is called, such as an initializer.
struct ReachedMethod: Sendable {
  var owner: String
  var file: Int
  var method: SourceMethod
  /// Whether it runs only if a condition holds, or later.
  var isConditional: Bool
}

extension ProjectIndex {
  /// Returns the code that runs when one of `entries` is called on an instance of the class. Calls on `self`, accesses to
  /// properties of `self`, and calls of local functions are followed; methods and properties are looked up in the
  /// superclasses that the project defines.
  func reached(from type: String, _ entries: [String]) -> [ReachedMethod] {
    ReachSearch(chain(of: type).classes).run(entries)
  }
}

/// The search for the code that entry methods run.
private struct ReachSearch {
  private let chain: [ProjectClass]
  private var found: [ReachedMethod] = []
  /// The positions in `found` of the code that was visited.
  private var seen: [String: Int] = [:]
  private var pending: [Step] = []
  private static let maxCount = 60
  /// The number of tokens that may still be examined, so that damaged code takes limited time.
  private var budget = 20_000_000

  private enum Step {
    case call(name: String, level: Int, isConditional: Bool)
    case code(level: Int, file: Int, method: SourceMethod, isConditional: Bool)
  }

  init(_ chain: [ProjectClass]) { self.chain = chain }

  /// Returns the accessors and the initial value of a property that the first class at or above a level has.
  private func accessors(of property: String, from start: Int) -> [(level: Int, file: Int, method: SourceMethod)] {
    for level in chain.indices.dropFirst(start) {
      let found = chain[level].accessors(of: property)
      if !found.isEmpty { return found.map { (level, $0.file, $0.method) } }
    }
    return []
  }

  consuming func run(_ entries: [String]) -> [ReachedMethod] {
    var search = self
    search.pending = entries.map { .call(name: $0, level: 0, isConditional: false) }
    if entries.contains(where: { $0.hasPrefix("init(") }) { search.addInitialValues() }
    while let step = search.pending.popLast(), search.found.count < Self.maxCount, search.budget > 0 {
      switch step {
      case .call(let name, let level, let isConditional): search.call(name, from: level, isConditional)
      case .code(let level, let file, let method, let isConditional):
        search.visit(level, file, method, isConditional)
      }
    }
    return search.found
  }

  /// Initializers evaluate the initial values of stored properties, after the code that they call.
  private mutating func addInitialValues() {
    var values: [Step] = []
    for (level, owner) in chain.enumerated() where values.count < Self.maxCount {
      for (file, method) in owner.methods
      where method.role == .initialValue && !method.isTypeMethod && !method.modifiers.contains("lazy") {
        values.append(.code(level: level, file: file, method: method, isConditional: false))
        if values.count == Self.maxCount { break }
      }
    }
    // The last step is the next one.
    pending = values.reversed() + pending
  }

  private mutating func call(_ name: String, from start: Int, _ isConditional: Bool) {
    for (level, owner) in chain.enumerated() where level >= start {
      let matches = owner.methods(called: name)
      guard !matches.isEmpty else { continue }
      for (file, method) in matches { visit(level, file, method, isConditional) }
      break
    }
  }

  private mutating func visit(_ level: Int, _ file: Int, _ method: SourceMethod, _ isConditional: Bool) {
    let key = "\(level) \(method.name) \(method.line)"
    if let index = seen[key] {
      // Code that runs under a condition may also run without one.
      guard found[index].isConditional, !isConditional else { return }
      found[index].isConditional = false
    } else {
      guard found.count < Self.maxCount else { return }
      seen[key] = found.count
      found.append(
        ReachedMethod(owner: chain[level].name, file: file, method: method, isConditional: isConditional))
    }
    budget -= method.body.count * 8
    let locals = method.localFunctions
    let inner = locals.values.map(\.body.indices)
    for call in method.calls where !call.isSuper {
      guard let local = locals[call.name], !local.body.indices.contains(call.position), budget > 0 else { continue }
      budget -= call.position - method.body.startIndex
      let isConditional = isConditional || !method.body.isUnconditional(at: call.position)
      pending.append(.code(level: level, file: file, method: local, isConditional: isConditional))
    }
    // The calls in a local function are followed if it is called.
    for call in method.selfCalls
    where (call.isSuper || locals[call.name] == nil) && !inner.contains(where: { $0.contains(call.position) })
      && budget > 0
    {
      budget -= call.position - method.body.startIndex
      let isConditional = isConditional || !method.body.isUnconditional(at: call.position)
      pending.append(.call(name: call.name, level: call.isSuper ? level + 1 : 0, isConditional: isConditional))
    }
    addAccesses(in: method, level, isConditional)
  }

  /// Adds the accessors of the properties that the code reads or assigns.
  private mutating func addAccesses(in method: SourceMethod, _ level: Int, _ isConditional: Bool) {
    guard method.isSwift else { return }
    let body = method.body
    var count = 0
    for position in body.indices where body[position].kind == .word {
      guard chain.contains(where: { $0.hasAccessors(of: body[position].text) }), body.text(position + 1) != ":",
        !["let", "var", "func", "case", "@"].contains(body.text(position - 1))
      else { continue }
      let isOwnType =
        body.text(position - 1) == "."
        && (body.text(position - 2) == "Self" || chain.contains { $0.name == body.text(position - 2) })
      let isOfSelf = body.text(position - 1) != "." || ["self", "super"].contains(body.text(position - 2))
      guard isOwnType || isOfSelf else { continue }
      let isSuper = body.text(position - 1) == "." && body.text(position - 2) == "super"
      let isAssigned = body.isAssigned(at: position)
      let start = isSuper ? level + 1 : 0
      for owner in accessors(of: body[position].text, from: start)
      where owner.method.isTypeMethod == (isOwnType || method.isTypeMethod) {
        let runs =
          switch owner.method.role {
          case .getter: !isAssigned
          case .setter: isAssigned
          // An initializer does not call the observers of its own class.
          case .didSet, .willSet: isAssigned && !(method.isInitializer && level == owner.level)
          case .initialValue:
            owner.method.isTypeMethod || (owner.method.modifiers.contains("lazy") && !isAssigned)
          case .function, .deinitializer, .statements: false
          }
        guard runs, budget > 0 else { continue }
        budget -= position - body.startIndex
        let isConditional = isConditional || !body.isUnconditional(at: position)
        pending.append(
          .code(level: owner.level, file: owner.file, method: owner.method, isConditional: isConditional))
        count += 1
      }
      if count >= 100 { return }
    }
  }
}

extension ArraySlice where Element == SourceToken {
  /// Whether the variable at `position` is assigned: `x = …`, `x += …`.
  fileprivate func isAssigned(at position: Int) -> Bool {
    let next = text(position + 1)
    if next == "=" { return text(position + 2) != "=" }
    return ["+", "-", "*", "/", "|", "&", "%", "^"].contains(next) && text(position + 2) == "="
  }
}

extension SourceMethod {
  /// A call of a method of the same object.
  struct SelfCall {
    var name: String
    var isSuper: Bool
    /// The position of the method's name in the body.
    var position: Int
  }

  /// The calls of methods of the same object, at most 200.
  var selfCalls: [SelfCall] {
    var calls: [SelfCall] = []
    for index in body.indices where body[index].kind == .word {
      if isSwift {
        guard body.text(index + 1) == "(", body.text(index - 1) != "func" else { continue }
        if body.has(["super", ".", "init"], at: index - 2) {
          // The name includes the labels of the superclass's initializer.
          calls.append(SelfCall(name: name, isSuper: true, position: index))
        } else if body.text(index - 1) != "." {
          calls.append(SelfCall(name: body[index].text, isSuper: false, position: index))
        } else if ["self", "super"].contains(body.text(index - 2)) {
          calls.append(SelfCall(name: body[index].text, isSuper: body.text(index - 2) == "super", position: index))
        }
      } else if body.has(["self", "."], at: index - 2), body.text(index - 3) != "." {
        // `self.card` calls the getter, and `self.card = …` the setter.
        let word = body[index].text
        let setter = "set" + word.prefix(1).uppercased() + word.dropFirst() + ":"
        calls.append(SelfCall(name: body.isAssigned(at: index) ? setter : word, isSuper: false, position: index))
      } else if body.text(index - 2) == "[", ["self", "super"].contains(body.text(index - 1)) {
        let name = body[index].text + (body.text(index + 1) == ":" ? ":" : "")
        calls.append(SelfCall(name: name, isSuper: body.text(index - 1) == "super", position: index))
      }
      if calls.count >= 200 { break }
    }
    return calls
  }

  /// The calls of functions and closures by their name alone, at most 200.
  var calls: [SelfCall] {
    guard !isSwift else { return selfCalls }
    var calls: [SelfCall] = []
    for index in body.indices where body[index].kind == .word && body.text(index + 1) == "(" {
      calls.append(SelfCall(name: body[index].text, isSuper: false, position: index))
      if calls.count >= 200 { break }
    }
    return calls
  }

  /// The functions inside the code, and the closures and blocks that it assigns to a constant, by name; at most 50.
  var localFunctions: [String: SourceMethod] {
    var found: [String: SourceMethod] = [:]
    var count = 0
    for index in body.indices where body[index].kind == .word && count < 50 {
      guard let open = body.bodyOfLocalFunction(at: index) else { continue }
      // Several may have the same name.
      count += 1
      let inner = body.group(at: open)
      found[body[index].text] = SourceMethod(
        name: name + "." + body[index].text, isSwift: isSwift, body: inner, line: body.line(index),
        lastLine: body.line(Swift.min(inner.endIndex, body.endIndex - 1)))
    }
    return found
  }

  /// Whether the method does more than call its superclass.
  var doesMoreThanCallSuper: Bool {
    body.contains { token in
      token.kind == .word && token.text != "super" && token.text != name && !name.hasPrefix(token.text)
    }
  }
}

extension ArraySlice where Element == SourceToken {
  /// Returns the position of the brace that begins the body of a local function, closure or block whose name is at
  /// `index`: `func name() {`, `let name = {`, `void (^name)(void) = ^{`.
  fileprivate func bodyOfLocalFunction(at index: Int) -> Int? {
    let limit = Swift.min(index + 60, endIndex)
    // So that an unclosed bracket is not searched up to the end.
    let window = self[index..<limit]
    switch text(index - 1) {
    case "func", "let", "var":
      let isFunction = text(index - 1) == "func"
      var position = index + 1
      var hasEquals = false
      while position < limit {
        switch text(position) {
        case "(", "[": position = window.group(at: position).endIndex
        case "{": return isFunction || (hasEquals && text(position - 1) == "=") ? position : nil
        case "=": hasEquals = true
        case "}", ";": return nil
        default: if !isFunction, self[position].line > self[index].line, !hasEquals { return nil }
        }
        position += 1
      }
      return nil
    case "^" where text(index - 2) == "(" && text(index + 1) == ")":
      var position = index + 2
      while position < limit, text(position) != ";" {
        if text(position) == "{" { return position }
        position += 1
      }
      return nil
    default: return nil
    }
  }

  /// The functions that call their closure before they return.
  private static var synchronousCalls: Set<String> {
    ["autoreleasepool", "performWithoutAnimation", "withExtendedLifetime", "assumeIsolated"]
  }

  /// Whether the closure that begins at `index` runs where it is written: it is called at once, or by a function that
  /// calls it before it returns.
  private func isCalledAtOnce(_ index: Int) -> Bool {
    if Self.synchronousCalls.contains(text(index - 1)) { return true }
    guard ["=", "return", "(", ",", ":", "^", "in"].contains(text(index - 1)) || index == startIndex else {
      return false
    }
    let window = self[index..<Swift.min(index + 2000, endIndex)]
    let end = window.group(at: index).endIndex
    guard end < window.endIndex else { return false }
    // A block of statements at the start of a body, but not a body that is only a closure.
    return text(end + 1) == "(" || (index == startIndex && end + 1 < endIndex)
  }

  /// The tokens of conditions that only test whether initialization succeeded, such as `self = [super init]`.
  private static var nilCheckTokens: Set<String> {
    [
      "self", "super", "initWithCoder", "initWithFrame", "coder", "aDecoder", "decoder", "frame", "init", "=", "!",
      "nil",
      "(", ")", "[", "]", ":", ".", "!=", "Nil",
    ]
  }

  /// Returns the condition in parentheses and the single statement after it, if no brace follows (C and Objective-C).
  private func singleStatement(at index: Int) -> (condition: Self, statement: Self)? {
    guard text(index) != "guard", text(index + 1) == "(" else { return nil }
    let condition = group(at: index + 1)
    let start = condition.endIndex + 1
    let next = text(start)
    // If an operator follows, this is a Swift condition that begins with a parenthesis.
    guard start < endIndex, next != "{",
      !["&", "|", "=", "!", "?", "<", ">", ",", "+", "-", ".", "*", "/"].contains(next)
    else { return nil }
    var level = 0
    var end = start
    while end < endIndex {
      if self[end].kind == .punctuation {
        if "([{".contains(self[end].text) { level += 1 }
        if ")]}".contains(self[end].text) { level -= 1 }
        if level < 0 || (level == 0 && self[end].text == ";") { break }
      }
      end += 1
    }
    return (condition, self[start..<end])
  }

  /// Whether the token at `target` is always reached: no `if`, `guard`, loop, `switch` or closure encloses it, and no
  /// early return precedes it. A test such as `if (self)` in Objective-C does not count as a condition.
  func isUnconditional(at target: Int) -> Bool {
    // For each open brace, whether its block is conditional.
    var blocks: [Bool] = []
    var conditionalCount = 0
    var index = startIndex
    while index < target, index < endIndex {
      let token = self[index]
      // `Bundle(for:)` has a label, not a loop.
      if token.kind == .word, Self.conditionWords.contains(token.text), text(index - 1) != ".", text(index + 1) != ":" {
        switch step(overConditionAt: index, to: target) {
        case .inCondition: return conditionalCount == 0
        case .conditional: return false
        case .continues(let next): index = next
        case .entersBlock(let isConditional, let next):
          blocks.append(isConditional)
          if isConditional { conditionalCount += 1 }
          index = next
        }
        continue
      }
      if token.kind == .punctuation, token.text == "{" {
        let before = text(index - 1)
        // Inside a conditional block, the kind of a block makes no difference.
        let isPlain =
          conditionalCount > 0 || ["do", "@try", "@autoreleasepool", "}", ";"].contains(before) || isCalledAtOnce(index)
        blocks.append(!isPlain)
        if !isPlain { conditionalCount += 1 }
      } else if token.kind == .punctuation, token.text == "}" {
        if blocks.popLast() == true { conditionalCount -= 1 }
      }
      index += 1
    }
    return conditionalCount == 0
  }

  private static var conditionWords: [String] { ["if", "while", "for", "switch", "guard"] }

  /// The effect of a condition on a target that comes after the keyword.
  private enum ConditionStep {
    /// The target is in the condition itself, which is evaluated.
    case inCondition
    /// Whether the target is reached depends on the condition.
    case conditional
    /// The target does not depend on the condition. Parsing continues at `next`.
    case continues(next: Int)
    /// A block begins. Parsing continues inside it, at `next`.
    case entersBlock(isConditional: Bool, next: Int)
  }

  private func step(overConditionAt index: Int, to target: Int) -> ConditionStep {
    if let single = singleStatement(at: index) {
      // `if (x) return;`, `if (self) [self setUp];`
      if target < single.condition.endIndex { return .inCondition }
      let isConditional = single.condition.contains { !Self.nilCheckTokens.contains($0.text) }
      if target < single.statement.endIndex {
        return isConditional ? .conditional : .continues(next: single.statement.startIndex)
      }
      if isConditional, single.statement.contains(where: { $0.text == "return" }) { return .conditional }
      return .continues(next: single.statement.endIndex)
    }
    let end = conditionEnd(at: index)
    if target < end { return .inCondition }
    let isConditional = self[(index + 1)..<end].contains { !Self.nilCheckTokens.contains($0.text) }
    // All code after a `guard` depends on its condition.
    if text(index) != "guard", text(end) == "{" {
      let block = group(at: end)
      if isConditional, target > block.endIndex, block.contains(where: { $0.text == "return" }) { return .conditional }
      return .entersBlock(isConditional: isConditional, next: end + 1)
    }
    return isConditional ? .conditional : .continues(next: end)
  }

  /// Returns the position where the condition of the keyword at `index` ends: the brace or semicolon, or `else` for
  /// `guard`.
  private func conditionEnd(at index: Int) -> Int {
    var end = index + 1
    var level = 0
    while end < endIndex {
      if self[end].kind == .punctuation {
        if self[end].text == "(" || self[end].text == "[" { level += 1 }
        if self[end].text == ")" || self[end].text == "]" { level -= 1 }
        if self[end].text == "{" || self[end].text == ";", level == 0 { break }
      }
      if text(index) == "guard", self[end].text == "else", level == 0 { break }
      end += 1
    }
    return end
  }
}
