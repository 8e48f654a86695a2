import SourceText

/// A preview of the project: a `#Preview` macro or a `PreviewProvider`.
struct ProjectPreview: Sendable {
  /// `#Preview` or the name of the provider.
  var name: String
  var file: Int
  var line: Int
  var body: SourceTokens
  /// The arguments of the macro: its name and traits.
  var arguments: SourceTokens = []
  /// The provider; `nil` for a macro.
  var provider: SourceType?
}

/// A SwiftUI view of the project with all its extensions.
struct SwiftUIView: Sendable {
  var name: String
  var file: Int
  var line: Int
  /// The declarations, each with its file.
  var declarations: [(file: Int, type: SourceType)]

  /// An object that the view takes from its environment.
  struct Need: Sendable {
    var property: String
    var type: String
    var isObservable: Bool
    var line: Int
  }

  /// The objects that the view reads from its environment and that must be there.
  var needs: [Need] {
    declarations.flatMap(\.type.properties).compactMap { property in
      guard property.type?.hasSuffix("?") != true, property.type?.hasPrefix("Optional<") != true else { return nil }
      for attribute in property.attributes {
        if attribute.name == "@EnvironmentObject", let type = property.type.flatMap(Self.className) {
          return Need(property: property.name, type: type, isObservable: false, line: property.line)
        }
        if attribute.name == "@Environment", attribute.arguments.joined.hasSuffix(".self"),
          let type = Self.className(String(attribute.arguments.joined.dropLast(5)))
        {
          return Need(property: property.name, type: type, isObservable: true, line: property.line)
        }
      }
      return nil
    }
  }

  /// Returns the class of `AppModel` or `Core.AppModel`; `nil` for other types.
  private static func className(_ type: String) -> String? {
    let name = type.split(separator: ".").last.map(String.init) ?? type
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : nil
  }

  func methods(named name: String) -> [(file: Int, method: SourceMethod)] {
    declarations.flatMap { file, type in type.methods.filter { $0.name == name }.map { (file, $0) } }
  }
}

extension ProjectIndex {
  /// The previews in the user's own code.
  var previews: [ProjectPreview] {
    var found: [ProjectPreview] = []
    for file in sources.keys.sorted() where !isVendor(file) {
      guard let source = sources[file] else { continue }
      found += source.previews.map {
        ProjectPreview(name: "#Preview", file: file, line: $0.line, body: $0.body, arguments: $0.arguments)
      }
      for type in source.types where type.inherits.contains("PreviewProvider") {
        for method in type.methods where method.name == "previews.getter" {
          found.append(
            ProjectPreview(name: type.name, file: file, line: method.line, body: method.body, provider: type))
        }
      }
    }
    return found
  }
}

/// What the code of SwiftUI views shows at once when it is drawn, and what it puts into the environment.
struct SwiftUIProject {
  private let index: ProjectIndex
  /// The views that are declared exactly once.
  let views: [String: SwiftUIView]
  /// The methods that extensions of the project add to views, and the initializers of its modifiers.
  private let modifiers: [String: [SourceTokens]]

  private static let maxDepth = 8
  private static let maxStepCount = 200

  init(_ index: ProjectIndex) {
    self.index = index
    var views: [String: SwiftUIView] = [:]
    var doubles: Set<String> = []
    var modifiers: [String: [SourceTokens]] = [:]
    for file in index.sources.keys.sorted() {
      for type in index.sources[file]?.types ?? [] where type.isSwift {
        if type.kind == .other, type.inherits.contains("View"),
          type.methods.contains(where: { $0.name == "body.getter" })
        {
          if views[type.name] != nil { doubles.insert(type.name) }
          views[type.name] = SwiftUIView(
            name: type.name, file: file, line: type.line, declarations: [(file, type)])
        } else if type.kind == .extensionOrCategory || type.kind == .other {
          // An extension of a protocol or view may add modifiers.
          for method in type.methods where method.role == .function {
            modifiers[method.name, default: []].append(method.body)
          }
        }
      }
    }
    for file in index.sources.keys.sorted() {
      for type in index.sources[file]?.types ?? [] where type.kind == .extensionOrCategory && type.isSwift {
        views[type.name]?.declarations.append((file, type))
      }
    }
    for name in doubles { views[name] = nil }
    self.views = views
    self.modifiers = modifiers
  }

  // MARK: What is drawn

  /// A section of code that runs when a preview is drawn, without any condition.
  struct Step {
    /// The view whose code it is; `nil` for the preview itself.
    var view: SwiftUIView?
    var file: Int
    var body: SourceTokens
    /// The positions that are evaluated.
    var positions: [Int]
    /// What the views around it put into the environment.
    var environment: Environment
    /// The line of the preview that creates the outermost view.
    var rootLine: Int
    /// The position in the preview's body of the name of the outermost view.
    var root: String?
  }

  /// The objects in the environment.
  struct Environment {
    var types: Set<String> = []
    /// Whether code that is not known may add objects.
    var isUncertain = false
  }

  /// Returns the code that runs when a preview is drawn: its own, and that of the views it shows at once. Views that are
  /// shown only under a condition, later, or inside a container that is not known are left out.
  func steps(of preview: ProjectPreview) -> [Step] {
    var environment = environment(of: preview.body, in: preview)
    if !Self.areKnownTraits(preview.arguments) { environment.isUncertain = true }
    var steps: [Step] = []
    var seen: Set<String> = []
    let positions = preview.body.drawnPositions
    steps.append(
      Step(
        view: nil, file: preview.file, body: preview.body, positions: positions, environment: environment,
        rootLine: preview.line))
    var pending: [(view: SwiftUIView, environment: Environment, depth: Int, line: Int, root: String)] = []
    for (view, position) in children(of: preview.body, positions) {
      pending.append((view, environment, 0, preview.body.line(position), view.name))
    }
    while let next = pending.popLast(), steps.count < Self.maxStepCount {
      guard seen.insert(next.view.name).inserted else { continue }
      var inner = next.environment
      let all = next.view.declarations.flatMap(\.type.methods).map(\.body)
      for body in all {
        let own = self.environment(of: body, in: nil)
        inner.types.formUnion(own.types)
        inner.isUncertain = inner.isUncertain || own.isUncertain
      }
      for (file, body) in drawnCode(of: next.view) {
        let positions = body.drawnPositions
        steps.append(
          Step(
            view: next.view, file: file, body: body, positions: positions, environment: next.environment,
            rootLine: next.line, root: next.root))
        guard next.depth < Self.maxDepth else { continue }
        for (view, _) in children(of: body, positions) {
          pending.append((view, inner, next.depth + 1, next.line, next.root))
        }
      }
    }
    return steps
  }

  /// Returns `body` of a view, and the members of the view that it uses without a condition.
  private func drawnCode(of view: SwiftUIView) -> [(file: Int, body: SourceTokens)] {
    var found: [(file: Int, body: SourceTokens)] = []
    var seen: Set<String> = []
    var pending = ["body.getter"]
    while let name = pending.popLast(), found.count < 30 {
      guard seen.insert(name).inserted else { continue }
      for (file, method) in view.methods(named: name) {
        found.append((file, method.body))
        for position in method.body.drawnPositions where method.body.isMemberOfSelf(at: position) {
          let word = method.body.text(position)
          pending.append(method.body.text(position + 1) == "(" ? word : word + ".getter")
        }
      }
    }
    return found
  }

  /// Returns the views of the project that the code creates at these positions.
  private func children(of body: SourceTokens, _ positions: [Int]) -> [(view: SwiftUIView, position: Int)] {
    positions.compactMap { position in
      guard let view = views[body.text(position)], body[position].kind == .word, body.text(position - 1) != ".",
        ["(", "{"].contains(body.text(position + 1)), body.isOutsideParentheses(position)
      else { return nil }
      return (view, position)
    }
  }

  // MARK: The environment

  /// Returns what the modifiers in the code put into the environment.
  private func environment(of body: SourceTokens, in preview: ProjectPreview?) -> Environment {
    var result = Environment()
    for position in body.indices where body[position].kind == .word && body.text(position - 1) == "." {
      let name = body[position].text
      guard ["(", "{"].contains(body.text(position + 1)) else { continue }
      switch name {
      case "environmentObject", "environment":
        guard body.text(position + 1) == "(" else { continue }
        let argument = body.argument(at: position + 2)
        // `.environment(\.locale, …)`
        if argument.first?.text == "\\" { continue }
        if let type = typeName(of: argument, in: body, preview) {
          result.types.insert(type)
        } else {
          result.isUncertain = true
        }
      case "modifier", "transformEnvironment": result.isUncertain = true
      default:
        guard name.first?.isLowercase == true, !SwiftUIModifiers.names.contains(name) else { continue }
        // A method of a value is not a modifier, but the two cannot be told apart.
        if let bodies = modifiers[name] {
          if bodies.contains(where: { $0.mayChangeEnvironment }) { result.isUncertain = true }
        } else if body.isModifier(at: position) {
          result.isUncertain = true
        }
      }
    }
    return result
  }

  /// Returns the type of an object: of `AppModel()`, `AppModel.shared`, `AppModel.self`, or of a constant.
  private func typeName(of expression: SourceTokens, in body: SourceTokens, _ preview: ProjectPreview?, depth: Int = 0)
    -> String?
  {
    guard let first = expression.first, first.kind == .word else { return nil }
    if first.text.first?.isUppercase == true { return first.text }
    guard expression.count == 1 || expression.joined == "self." + expression.text(expression.endIndex - 1), depth == 0
    else { return nil }
    let name = expression.text(expression.endIndex - 1)
    for index in body.indices where body[index].text == name && ["let", "var"].contains(body.text(index - 1)) {
      if body.text(index + 1) == ":", body.isWord(index + 2) { return body.text(index + 2) }
      if body.text(index + 1) == "=" {
        return typeName(of: body.argument(at: index + 2).prefix(8), in: body, preview, depth: 1)
      }
      return nil
    }
    let property = preview?.provider?.properties.first { $0.name == name }
    if let type = property?.type { return type }
    return property?.value.flatMap { typeName(of: $0.prefix(8), in: body, preview, depth: 1) }
  }

  private static let knownTraits: Set<String> = [
    "sizeThatFitsLayout", "fixedLayout", "landscapeLeft", "landscapeRight", "portrait", "portraitUpsideDown",
    "defaultLayout", "assistiveAccess", "immersionStyle", "layout",
  ]

  /// Whether the traits of a macro do not change the environment.
  private static func areKnownTraits(_ arguments: SourceTokens) -> Bool {
    arguments.indices.allSatisfy { index in
      guard arguments.text(index) == ".", arguments.isWord(index + 1), arguments[index].kind == .punctuation else {
        return true
      }
      return knownTraits.contains(arguments.text(index + 1))
        || arguments.text(index + 2) == ","
          && knownTraits.contains(arguments.text(index + 1))
    }
  }
}

extension ArraySlice where Element == SourceToken {
  /// Whether a modifier with this body may put objects into the environment.
  fileprivate var mayChangeEnvironment: Bool {
    contains {
      $0.kind == .word
        && ["environment", "environmentObject", "modifier", "transformEnvironment"].contains($0.text)
    }
  }

  /// Whether the name at `position` may be a member of `self`, and not of another value.
  func isMemberOfSelf(at position: Int) -> Bool {
    guard isWord(position), text(position + 1) != ":" else { return false }
    return text(position - 1) == "."
      ? text(position - 2) == "self" : !["let", "var", "func"].contains(text(position - 1))
  }

  /// Whether the call at `position` is applied to a view: it begins a line, or follows a closing bracket.
  fileprivate func isModifier(at position: Int) -> Bool {
    line(position - 2) < line(position - 1) || [")", "}"].contains(text(position - 2))
  }

  /// Whether the token is outside all parentheses of its block.
  fileprivate func isOutsideParentheses(_ position: Int) -> Bool {
    var level = 0
    var index = position - 1
    let end = Swift.max(startIndex, position - 400)
    while index >= end {
      if self[index].kind == .punctuation {
        switch text(index) {
        case ")", "]", "}": level += 1
        case "(", "[":
          if level == 0 { return false }
          level -= 1
        case "{":
          if level == 0 { return true }
          level -= 1
        default: break
        }
      }
      index -= 1
    }
    return end == startIndex
  }

  /// The positions that are evaluated each time a view builder runs: outside of branches, and outside of closures except
  /// for those of containers that show their content at once.
  var drawnPositions: [Int] {
    var found: [Int] = []
    // For each open brace, whether its block is evaluated.
    var blocks: [Bool] = []
    var isDrawn = true
    // The line on which an operator begins an operand that may not be evaluated.
    var optionalLine = 0
    var keyword = ""
    for index in indices {
      let token = self[index]
      if token.kind == .punctuation {
        switch token.text {
        case "{":
          let isEvaluated = isDrawn && showsContent(at: index, keyword: keyword)
          keyword = ""
          blocks.append(isDrawn)
          isDrawn = isEvaluated
          continue
        case "}":
          isDrawn = blocks.popLast() ?? true
          continue
        case "?", "|", "&": optionalLine = line(index)
        default: break
        }
      } else if token.kind == .word, token.text == "return", !isDrawn, !blocks.isEmpty {
        // What follows an early return is not always evaluated.
        return found
      } else if token.kind == .word, text(index + 1) != ":",
        ["if", "switch", "for", "while", "guard", "else"].contains(token.text)
      {
        keyword = token.text
      }
      if isDrawn, token.kind == .word, line(index) != optionalLine { found.append(index) }
    }
    return found
  }

  private static var containers: Set<String> {
    [
      "VStack", "HStack", "ZStack", "LazyVStack", "LazyHStack", "Group", "NavigationStack", "NavigationView", "List",
      "Form", "Section", "ScrollView", "Grid", "GridRow", "GeometryReader", "GroupBox", "ControlGroup", "overlay",
      "background", "safeAreaInset", "onAppear", "task", "do",
    ]
  }

  /// Whether the block that begins at `index` is evaluated when the code around it is.
  private func showsContent(at index: Int, keyword: String) -> Bool {
    if !keyword.isEmpty { return false }
    var position = index - 1
    if text(position) == ")" {
      var level = 0
      let end = Swift.max(startIndex, index - 400)
      while position >= end {
        if self[position].kind == .punctuation {
          if text(position) == ")" { level += 1 }
          if text(position) == "(" {
            level -= 1
            if level == 0 { break }
          }
        }
        position -= 1
      }
      position -= 1
    }
    return position >= startIndex && isWord(position) && Self.containers.contains(text(position))
  }
}
