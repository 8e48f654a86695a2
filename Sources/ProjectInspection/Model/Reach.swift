/// A method that runs when one of a class's entry methods is called, such as an initializer.
struct ReachedMethod: Sendable {
  var owner: String
  var file: Int
  var method: SourceMethod
  /// Whether it runs only if a condition holds, or later.
  var isConditional: Bool
}

extension ProjectIndex {
  /// Returns the methods that run when one of `entries` is called on an instance of the class. Calls on `self` are
  /// followed, and methods are looked up in the superclasses that the project defines.
  func reached(from type: String, _ entries: [String]) -> [ReachedMethod] {
    let chain = chain(of: type).classes
    var found: [ReachedMethod] = []
    var seen: Set<String> = []
    var pending: [(name: String, level: Int, isConditional: Bool)] = entries.map { ($0, 0, false) }
    while let next = pending.popLast(), found.count < 60 {
      for (level, owner) in chain.enumerated() where level >= next.level {
        let matches = owner.methods.filter { Self.matches($0.method, next.name) }
        guard !matches.isEmpty else { continue }
        for (file, method) in matches where seen.insert("\(level) \(method.name) \(method.line)").inserted {
          found.append(
            ReachedMethod(owner: owner.name, file: file, method: method, isConditional: next.isConditional))
          for call in method.selfCalls {
            let isConditional = next.isConditional || !method.body.isUnconditional(at: call.position)
            pending.append((call.name, call.isSuper ? level + 1 : 0, isConditional))
          }
        }
        break
      }
    }
    return found
  }

  /// Whether a call with this name reaches the method. `setUp` reaches `setUp`; in Objective-C, `loadNib:` reaches
  /// every selector that begins with `loadNib:`.
  private static func matches(_ method: SourceMethod, _ name: String) -> Bool {
    if method.name == name { return true }
    return !method.isSwift && name.hasSuffix(":") && method.name.hasPrefix(name)
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
        guard body.text(index + 1) == "(" else { continue }
        if body.has(["super", ".", "init"], at: index - 2) {
          // The name includes the labels of the superclass's initializer.
          calls.append(SelfCall(name: name, isSuper: true, position: index))
        } else if body.text(index - 1) != "." {
          calls.append(SelfCall(name: body[index].text, isSuper: false, position: index))
        } else if ["self", "super"].contains(body.text(index - 2)) {
          calls.append(SelfCall(name: body[index].text, isSuper: body.text(index - 2) == "super", position: index))
        }
      } else if body.text(index - 2) == "[", ["self", "super"].contains(body.text(index - 1)) {
        let name = body[index].text + (body.text(index + 1) == ":" ? ":" : "")
        calls.append(SelfCall(name: name, isSuper: body.text(index - 1) == "super", position: index))
      }
      if calls.count >= 200 { break }
    }
    return calls
  }

  /// Whether the method does more than call its superclass.
  var doesMoreThanCallSuper: Bool {
    body.contains { token in
      token.kind == .word && token.text != "super" && token.text != name && !name.hasPrefix(token.text)
    }
  }
}

extension ArraySlice where Element == SourceToken {
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
    var index = startIndex
    while index < target, index < endIndex {
      let token = self[index]
      if token.kind == .word, Self.conditionWords.contains(token.text), text(index - 1) != "." {
        switch step(overConditionAt: index, to: target) {
        case .inCondition: return blocks.allSatisfy { !$0 }
        case .conditional: return false
        case .continues(let next): index = next
        case .entersBlock(let isConditional, let next):
          blocks.append(isConditional)
          index = next
        }
        continue
      }
      if token.kind == .punctuation, token.text == "{" {
        let before = text(index - 1)
        let isPlain = ["do", "@try", "@autoreleasepool", "}", ";", ""].contains(before) || index == startIndex
        blocks.append(!isPlain)
      } else if token.kind == .punctuation, token.text == "}" {
        if !blocks.isEmpty { blocks.removeLast() }
      }
      index += 1
    }
    return blocks.allSatisfy { !$0 }
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
