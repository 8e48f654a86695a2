import CrashReports
import SourceText

extension Evidence {
  /// Evidence from pasted source code; never matches another kind of report.
  ///
  /// - Parameter explanations: Every template that a witness may use.
  static func source(
    _ description: String, explanations: [String],
    _ check: @escaping @Sendable (SourceExcerpt, AnalysisContext) -> EvidenceMatch?
  ) -> Evidence {
    .custom(
      CustomEvidence(
        "pasted source: " + description, reason: "It examines source code.",
        needs: EvidenceNeeds(facts: [EvidenceNeeds.fact(.source)]), explanations: explanations
      ) { context in
        context.source.flatMap { check($0, context) }
      })
  }

  /// Evidence from one class of pasted source code; the first class that matches is used.
  static func sourceClass(
    _ description: String, designable: Bool = false, explanations: [String],
    _ check: @escaping @Sendable (SourceExcerpt.Class, AnalysisContext) -> EvidenceMatch?
  ) -> Evidence {
    .source(description, explanations: explanations) { excerpt, context in
      for type in excerpt.classes where !designable || type.isDesignable {
        if let match = check(type, context) { return match }
      }
      return nil
    }
  }
}

extension AnalysisContext {
  /// Returns a witness for a line of pasted source code.
  func sourceWitness(
    line: Int, statement: String, captures: [String: String] = [:], kind: Witness.Kind = .stated
  ) -> Witness {
    witness(line: line, member: "line \(line) of the source", statement: statement, captures: captures, kind: kind)
  }

  /// Returns a match that captures the names of a class and method of pasted source code, and blames the method.
  func sourceMatch(
    _ type: SourceExcerpt.Class, _ method: SourceExcerpt.Method?, captures: [String: String] = [:],
    _ witnesses: [Witness]
  ) -> EvidenceMatch {
    var match = EvidenceMatch(witnesses: witnesses, captures: captures)
    if let name = type.name { match.captures["class"] = name }
    if let method {
      match.captures["method"] = method.name
      match.blame = Blame(function: method.fullName(in: type))
    }
    return match
  }
}

extension SourceExcerpt.Method {
  /// Returns `-[CardView setUp]` or `CardView.setUp()`; the name alone if that of the class is unknown.
  func fullName(in type: SourceExcerpt.Class) -> String {
    // Pasted methods often lack the declaration of their class.
    guard let owner = type.name else { return isSwift && !isInitializer ? name + "()" : name }
    guard isSwift else { return (isTypeMethod ? "+[" : "-[") + owner + " " + name + "]" }
    return owner + "." + name + (isInitializer ? "" : "()")
  }

  /// Returns the first line of the body with one of `words` as a word; `nil` if none occurs.
  func line(mentioning words: Set<String>) -> Int? {
    body.first { $0.kind == .word && words.contains($0.text) }?.line
  }

  /// Returns the line on which `property` is assigned: `self.x =`, `_x =`, `x =` or `[self setX:`; `nil` if none does.
  func line(assigning property: String) -> Int? {
    let setter = String(SourceExcerpt.setter(of: property).dropLast())
    for (index, token) in body.enumerated() where token.kind == .word {
      func next(_ offset: Int) -> String {
        body.indices.contains(index + offset) ? body[index + offset].text : ""
      }
      if token.text == property || token.text == "_" + property {
        // `view.x =` assigns to another object, `==` is a comparison, `let x =` declares a local variable.
        guard next(1) == "=", next(2) != "=" else { continue }
        if ["let", "var"].contains(next(-1)) { continue }
        if !isSwift, token.text == property, next(-1) != "." { continue }
        if next(-1) == ".", next(-2) != "self" { continue }
        return token.line
      }
      if token.text == setter, next(1) == ":", next(-1) == "self" { return token.line }
    }
    return nil
  }

  /// Returns the first line on which `property` is used in any way; `nil` if none does.
  func line(using property: String) -> Int? { line(mentioning: [property, "_" + property]) }

  /// The names of methods of the same object that the body calls: `[self x]`, `self.x(…)`, `x(…)`.
  var callees: Set<String> {
    var names: Set<String> = []
    for (index, token) in body.enumerated() where token.kind == .word {
      let before = index > 0 ? body[index - 1].text : ""
      let beforeThat = index > 1 ? body[index - 2].text : ""
      let after = index + 1 < body.count ? body[index + 1].text : ""
      if isSwift {
        guard after == "(", before != "." || beforeThat == "self" else { continue }
        names.insert(token.text)
      } else if before == "self", beforeThat == "[" {
        names.insert(after == ":" ? token.text + ":" : token.text)
      }
    }
    return names
  }

  /// True if the body does more than call the superclass.
  var hasOwnWork: Bool {
    body.contains { token in
      token.kind == .word && token.text != "super" && token.text != name && !name.hasPrefix(token.text)
    }
  }
}

extension SourceExcerpt.Class {
  /// The initializers, and the methods of the class that they call: the code that runs when an instance is created.
  var initialCode: [SourceExcerpt.Method] {
    let initializers = methods.filter(\.isInitializer)
    let called = initializers.reduce(into: Set<String>()) { $0.formUnion($1.callees) }
    return initializers + methods.filter { !$0.isInitializer && called.contains($0.name) }
  }

  /// Methods that run again when Interface Builder changes a property or lays out the view, and the methods they call.
  var renderingCode: [SourceExcerpt.Method] {
    let entries: Set<String> = [
      "prepareForInterfaceBuilder", "layoutSubviews", "drawRect:", "draw", "updateConstraints", "tintColorDidChange",
      "layoutSublayersOfLayer:", "layoutSublayers", "updateLayer", "layout",
    ]
    let direct = methods.filter { entries.contains($0.name) }
    let called = direct.reduce(into: Set<String>()) { $0.formUnion($1.callees) }
    return direct + methods.filter { !entries.contains($0.name) && called.contains($0.name) }
  }

  func method(named names: Set<String>) -> SourceExcerpt.Method? { methods.first { names.contains($0.name) } }
}
