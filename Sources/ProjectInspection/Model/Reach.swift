/// A method that runs when an instance is made in a certain way.
struct ReachedMethod: Sendable {
  var owner: String
  var file: Int
  var method: SourceMethod
  /// True if it is called only under a condition, or later.
  var isConditional: Bool
}

extension ProjectIndex {
  /// Methods that run when one of `entries` is called on an instance of the class: along its superclasses in the
  /// project, and through calls on `self`.
  func reached(from type: String, _ entries: [String]) -> [ReachedMethod] {
    let chain = chain(of: type).classes
    var found: [ReachedMethod] = []
    var seen: Set<String> = []
    var open: [(name: String, from: Int, isConditional: Bool)] = entries.map { ($0, 0, false) }
    while let next = open.popLast(), found.count < 60 {
      for (position, owner) in chain.enumerated() where position >= next.from {
        let matches = owner.methods.filter { Self.matches($0.method, next.name) }
        guard !matches.isEmpty else { continue }
        for (file, method) in matches where seen.insert("\(position) \(method.name) \(method.line)").inserted {
          found.append(
            ReachedMethod(owner: owner.name, file: file, method: method, isConditional: next.isConditional))
          for call in method.ownCalls {
            let isConditional = next.isConditional || !method.body.isUnconditional(at: call.at)
            open.append((call.name, call.isSuper ? position + 1 : 0, isConditional))
          }
        }
        break
      }
    }
    return found
  }

  /// `setUp` calls `setUp`; `loadNib:` of Objective-C every selector that begins so.
  private static func matches(_ method: SourceMethod, _ name: String) -> Bool {
    if method.name == name { return true }
    return !method.isSwift && name.hasSuffix(":") && method.name.hasPrefix(name)
  }
}

extension SourceMethod {
  struct OwnCall {
    var name: String
    var isSuper: Bool
    var at: Int
  }

  /// Calls of methods of the same object.
  var ownCalls: [OwnCall] {
    var calls: [OwnCall] = []
    for index in body.indices where body[index].kind == .word {
      if isSwift {
        guard body.text(index + 1) == "(" else { continue }
        if body.has(["super", ".", "init"], at: index - 2) {
          // The labels are those of the superclass's initialiser.
          calls.append(OwnCall(name: name, isSuper: true, at: index))
        } else if body.text(index - 1) != "." {
          calls.append(OwnCall(name: body[index].text, isSuper: false, at: index))
        } else if ["self", "super"].contains(body.text(index - 2)) {
          calls.append(OwnCall(name: body[index].text, isSuper: body.text(index - 2) == "super", at: index))
        }
      } else if body.text(index - 2) == "[", ["self", "super"].contains(body.text(index - 1)) {
        let name = body[index].text + (body.text(index + 1) == ":" ? ":" : "")
        calls.append(OwnCall(name: name, isSuper: body.text(index - 1) == "super", at: index))
      }
      if calls.count >= 200 { break }
    }
    return calls
  }

  /// Whether it does more than call its superclass.
  var hasOwnWork: Bool {
    body.contains { token in
      token.kind == .word && token.text != "super" && token.text != name && !name.hasPrefix(token.text)
    }
  }
}

extension ArraySlice where Element == SourceToken {
  private static var harmless: Set<String> {
    [
      "self", "super", "initWithCoder", "initWithFrame", "coder", "aDecoder", "decoder", "frame", "init", "=", "!",
      "nil",
      "(", ")", "[", "]", ":", ".", "!=", "Nil",
    ]
  }

  /// The condition in parentheses and the one statement behind it, where no brace follows: C and Objective-C.
  private func singleStatement(at index: Int) -> (condition: Self, statement: Self)? {
    guard text(index) != "guard", text(index + 1) == "(" else { return nil }
    let condition = group(at: index + 1)
    let from = condition.endIndex + 1
    let next = text(from)
    // An operator goes on with a condition of Swift that begins with a parenthesis.
    guard from < endIndex, next != "{",
      !["&", "|", "=", "!", "?", "<", ">", ",", "+", "-", ".", "*", "/"].contains(next)
    else { return nil }
    var level = 0
    var end = from
    while end < endIndex {
      if self[end].kind == .mark {
        if "([{".contains(self[end].text) { level += 1 }
        if ")]}".contains(self[end].text) { level -= 1 }
        if level < 0 || (level == 0 && self[end].text == ";") { break }
      }
      end += 1
    }
    return (condition, self[from..<end])
  }

  /// True if nothing decides whether what stands at `target` is reached: no `if`, `guard`, loop, `switch` or closure
  /// around it, and no early return before it. `if (self)` of Objective-C decides nothing.
  func isUnconditional(at target: Int) -> Bool {
    // For each open brace whether it decides.
    var blocks: [Bool] = []
    var index = startIndex
    while index < target, index < endIndex {
      let token = self[index]
      if token.kind == .word, Self.conditionWords.contains(token.text), text(index - 1) != "." {
        switch step(overConditionAt: index, to: target) {
        case .arrives: return blocks.allSatisfy { !$0 }
        case .decides: return false
        case .passes(let next): index = next
        case .enters(let decides, let next):
          blocks.append(decides)
          index = next
        }
        continue
      }
      if token.kind == .mark, token.text == "{" {
        let before = text(index - 1)
        let isPlain = ["do", "@try", "@autoreleasepool", "}", ";", ""].contains(before) || index == startIndex
        blocks.append(!isPlain)
      } else if token.kind == .mark, token.text == "}" {
        if !blocks.isEmpty { blocks.removeLast() }
      }
      index += 1
    }
    return blocks.allSatisfy { !$0 }
  }

  private static var conditionWords: [String] { ["if", "while", "for", "switch", "guard"] }

  /// What a condition means for a target behind it.
  private enum ConditionStep {
    /// The target stands in the condition itself, which runs.
    case arrives
    /// Whether the target is reached depends on the condition.
    case decides
    /// It does not depend on it; reading goes on at `next`.
    case passes(next: Int)
    /// A block begins, and reading goes on in it.
    case enters(decides: Bool, next: Int)
  }

  private func step(overConditionAt index: Int, to target: Int) -> ConditionStep {
    if let single = singleStatement(at: index) {
      // `if (x) return;`, `if (self) [self setUp];`
      if target < single.condition.endIndex { return .arrives }
      let decides = single.condition.contains { !Self.harmless.contains($0.text) }
      if target < single.statement.endIndex { return decides ? .decides : .passes(next: single.statement.startIndex) }
      if decides, single.statement.contains(where: { $0.text == "return" }) { return .decides }
      return .passes(next: single.statement.endIndex)
    }
    let end = conditionEnd(at: index)
    if target < end { return .arrives }
    let decides = self[(index + 1)..<end].contains { !Self.harmless.contains($0.text) }
    // Whatever follows a `guard` depends on it.
    if text(index) != "guard", text(end) == "{" {
      let block = group(at: end)
      if decides, target > block.endIndex, block.contains(where: { $0.text == "return" }) { return .decides }
      return .enters(decides: decides, next: end + 1)
    }
    return decides ? .decides : .passes(next: end)
  }

  /// Where the condition of the word at `index` ends: at the brace or semicolon, for `guard` at `else`.
  private func conditionEnd(at index: Int) -> Int {
    var end = index + 1
    var level = 0
    while end < endIndex {
      if self[end].kind == .mark {
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
