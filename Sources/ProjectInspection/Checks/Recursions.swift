import Diagnosis
import SourceText

extension ProjectCheck {
  /// A setter assigns its own property.
  static let objcSetterRecursion = ProjectCheck(
    "objc-setter-recursion",
    title: "A setter calls itself: infinite recursion",
    explanation: """
      In setTitle:, self.title = … calls setTitle: again, until the stack overflows. Reported for Objective-C setters \
      that assign self.x or send setX: to self, and for Swift set accessors that assign the property itself.
      """,
    examples: [
      .fault(
        "self.title in setTitle:",
        [
          (
            "CardView.m",
            """
            @implementation CardView
            - (void)setTitle:(NSString *)title {
            →  self.title = title;
            }
            @end
            """
          )
        ]),
      .fault(
        "a computed property in Swift",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              var title: String {
                get { "" }
                set {
            →      title = newValue
                }
              }
            }
            """
          )
        ]),
      .noFault(
        "the instance variable, another object's property, and didSet",
        [
          (
            "CardView.m",
            """
            @implementation CardView
            - (void)setTitle:(NSString *)title {
              _title = [title copy];
              self.label.title = title;
              if (self.title == title) { return; }
            }
            @end
            """
          ),
          (
            "Other.swift",
            """
            class OtherView: UIView {
              var title: String = "" { didSet { title = title.uppercased() } }
              override var alpha: CGFloat { get { super.alpha } set { super.alpha = newValue } }
            }
            """
          ),
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.sortedClasses {
      for (file, method) in type.methods where method.role == .function || method.role == .setter {
        guard let property = method.assignedProperty else { continue }
        let setter = "set" + property.prefix(1).uppercased() + property.dropFirst()
        let shown =
          method.isSwift ? "The setter of \(type.name).\(property)" : ProjectClass.name(of: method, in: type.name)
        for reached in index.reached(from: type.name, [method.name]) where !reached.isConditional {
          let body = reached.method.body
          let position =
            method.isSwift
            ? body.selfAssignment(of: property) : body.recursiveAssignment(property: property, setter: setter)
          guard let position, body.isUnconditional(at: position) else { continue }
          let line = body.line(position)
          hits.append(
            Hit(
              headline: "\(shown) calls itself: infinite recursion",
              locations: [
                index.location(reached.file, line, "This calls the setter of \(property) again."),
                index.location(file, method.line, "The setter of \(property) begins here."),
              ],
              remedy: method.isSwift
                ? "Store the value in a separate property, or use a stored property with didSet."
                : "Assign the instance variable _\(property).",
              diff: method.isSwift
                ? nil
                : index.diff(reached.file, line: line, replacing: [("self.\(property) =", "_\(property) =")]),
              subjects: [type.name], key: method.isSwift ? property : method.name,
              captures: ["property": property]))
          break
        }
      }
    }
    return hits
  }

  /// `layoutSubviews` requests another layout pass each time.
  static let autolayoutFeedbackLoop = ProjectCheck(
    "autolayout-feedback-loop",
    title: "layoutSubviews requests another layout pass each time (layout feedback loop)",
    explanation: """
      invalidateIntrinsicContentSize and setNeedsLayout cause another call of layoutSubviews. Reported if \
      layoutSubviews, or code that it runs, calls one of them on the view itself unconditionally.
      """,
    examples: [
      .fault(
        "every layout pass invalidates the size",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              override func layoutSubviews() {
                super.layoutSubviews()
            →    invalidateIntrinsicContentSize()
              }
            }
            """
          )
        ]),
      .noFault(
        "the call is made only if the width changed",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              private var lastWidth: CGFloat = 0
              override func layoutSubviews() {
                super.layoutSubviews()
                guard lastWidth != bounds.width else { return }
                lastWidth = bounds.width
                invalidateIntrinsicContentSize()
              }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.sortedClasses {
      for reached in index.reached(from: type.name, ["layoutSubviews"]) where !reached.isConditional {
        let (file, method, body) = (reached.file, reached.method, reached.method.body)
        for position in body.indices where body.requestsLayout(at: position, isSwift: method.isSwift) {
          guard body.isUnconditional(at: position) else { continue }
          let indent = index.indentation(file, body.line(position))
          let call = index.files[file].quotation(body.line(position))
          let guarded =
            method.isSwift
            ? [
              indent + "if lastWidth != bounds.width {", indent + "  lastWidth = bounds.width", indent + "  " + call,
              indent + "}",
            ]
            : [
              indent + "if (_lastWidth != self.bounds.size.width) {", indent + "  _lastWidth = self.bounds.size.width;",
              indent + "  " + call, indent + "}",
            ]
          // Other code on the same line must not become conditional.
          let isAlone = call.hasPrefix(body[position].text) || call.hasPrefix("self") || call.hasPrefix("[self")
          hits.append(
            Hit(
              headline:
                "layoutSubviews of \(type.name) calls \(body[position].text) in every pass: layout feedback loop",
              locations: [
                index.location(
                  file, body.line(position), "\(body[position].text) causes another call of layoutSubviews.")
              ],
              remedy: "Store the last width in a property, and call \(body[position].text) only if it changed.",
              diff: isAlone
                ? UnifiedDiff.text(
                  index.files[file], replacing: body.line(position)..<(body.line(position) + 1), with: guarded) : nil,
              subjects: [type.name]))
        }
      }
    }
    return hits
  }

  /// `awakeAfterUsingCoder:` loads a nib whose root view is another placeholder.
  static let nibAwakeAfterRecursion = ProjectCheck(
    "nib-awakeafter-recursion",
    title: "awakeAfterUsingCoder: loads a nib whose root view has the same class: infinite recursion",
    explanation: """
      awakeAfterUsingCoder: is also called on the root view of the nib, which loads the nib again. Reported if the \
      method unconditionally loads a xib of the project whose root view has the same class, or if its only condition \
      is a test for subviews and the root view of the xib has none.
      """,
    examples: [
      .fault(
        "a test for subviews, and a xib without subviews",
        [
          (
            "CardView.m",
            """
            @implementation CardView
            - (id)awakeAfterUsingCoder:(NSCoder *)coder {
              if (self.subviews.count == 0) {
            →    return [[[NSBundle bundleForClass:self.class] loadNibNamed:@"CardView" owner:nil options:nil] firstObject];
              }
              return self;
            }
            @end
            """
          ),
          (
            "CardView.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
            →        <view id="iN0-l3-epB" customClass="CardView"/>
                </objects>
            </document>
            """
          ),
        ]),
      .noFault(
        "the xib has subviews",
        [
          (
            "CardView.m",
            """
            @implementation CardView
            - (id)awakeAfterUsingCoder:(NSCoder *)coder {
              if (self.subviews.count == 0) {
                return [[[NSBundle bundleForClass:self.class] loadNibNamed:@"CardView" owner:nil options:nil] firstObject];
              }
              return self;
            }
            @end
            """
          ),
          (
            "CardView.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
                    <view id="iN0-l3-epB" customClass="CardView"><subviews><label id="l"/></subviews></view>
                </objects>
            </document>
            """
          ),
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.sortedClasses {
      for reached in index.reached(from: type.name, ["awakeAfterUsingCoder:", "awakeAfter"])
      where !reached.isConditional {
        for use in NibUse.find(in: reached.method.body, scope: index.tokens(of: reached.owner, file: reached.file))
        where use.kind == .nib {
          if let hit = recursion(type, reached, use, in: index) { hits.append(hit) }
        }
      }
    }
    return hits
  }

  /// Returns a hit if the nib that `awakeAfterUsingCoder:` loads has a root view that loads it again.
  private static func recursion(
    _ type: ProjectClass, _ reached: ReachedMethod, _ use: NibUse, in index: ProjectIndex
  ) -> Hit? {
    let (method, body) = (reached.method, reached.method.body)
    let isUnconditional = body.isUnconditional(at: use.position)
    let name = index.nibName(use, for: type.name)
    let remedy = "Set a flag while the nib is loaded, and use it to distinguish the placeholder from the real view."
    guard let name, let documentIndex = index.documentsByName[name]?.first,
      let root = index.documents[documentIndex].roots.first(where: { $0.customClass == type.name })
    else {
      guard index.isExcerpt, isUnconditional else { return nil }
      let shown = name.map { $0 + ".xib" } ?? "a nib"
      return Hit(
        headline: "\(method.name) of \(type.name) loads \(shown) each time: infinite recursion",
        locations: [
          index.location(
            reached.file, use.line, "\(method.name) is also called for the root view of \(shown), and loads it again.")
        ], remedy: remedy, proves: false, subjects: Set([type.name, name].compactMap { $0 }), nib: name,
        captures: name.map { ["nib": $0] } ?? [:])
    }
    let words = body[body.startIndex..<use.position]
    let conditions = words.indices.filter {
      ["if", "guard", "while", "switch", "for"].contains(words.text($0)) && words.text($0 + 1) != ":"
    }.count
    let testsSubviews = conditions == 1 && words.contains { $0.text == "subviews" } && !root.hasSubviews
    guard isUnconditional || testsSubviews else { return nil }
    let document = index.documents[documentIndex]
    return Hit(
      headline:
        "\(method.name) of \(type.name) loads \(name).xib, whose root view is a \(type.name): infinite recursion",
      locations: [
        index.location(reached.file, use.line, "\(method.name) loads \(name).xib."),
        index.location(
          document.file, root.line,
          isUnconditional
            ? "The root view is a \(type.name), which loads the nib again."
            : "The root view is a \(type.name) without subviews, so the test does not stop the recursion."
        ),
      ], remedy: remedy, subjects: [type.name, name])
  }

  /// A method replaces `self` after it loads a nib with `self` as the owner.
  static let nibOwnerReplaced = ProjectCheck(
    "nib-owner-replaced",
    title: "A method loads a nib with owner:self and then replaces self",
    explanation: """
      The nib's connections refer to the owner, which is no longer retained after self is replaced. Reported if an \
      Objective-C method loads a nib with owner:self and assigns the result to self.
      """,
    examples: [
      .fault(
        "self = … firstObject with owner:self",
        [
          (
            "CardView.m",
            """
            @implementation CardView
            - (instancetype)init {
            →  self = [[[NSBundle bundleForClass:self.class] loadNibNamed:@"CardView" owner:self options:nil] firstObject];
              return self;
            }
            @end
            """
          )
        ]),
      .noFault(
        "the root view becomes a subview, and self is not replaced",
        [
          (
            "CardView.m",
            """
            @implementation CardView
            - (instancetype)init {
              self = [super init];
              UIView *root = [[[NSBundle bundleForClass:self.class] loadNibNamed:@"CardView" owner:self options:nil] firstObject];
              [self addSubview:root];
              return self;
            }
            @end
            """
          ), ("CardView.xib", ProjectCheck.emptyNib),
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.sortedClasses {
      for (file, method) in type.methods where !method.isSwift {
        let body = method.body
        for use in NibUse.find(in: body, scope: body) where use.ownerIsSelf && use.kind == .nib {
          guard let position = body.replacementOfSelf(around: use.position) else { continue }
          var locations = [index.location(file, use.line, "The nib is loaded with self as its owner.")]
          locations.append(index.location(file, body.line(position), "Then self is replaced with another object."))
          hits.append(
            Hit(
              headline: "\(method.name) of \(type.name) replaces self, the owner of the nib it loads",
              locations: locations,
              remedy: "Load the nib with owner:nil, preferably in a class method.",
              diff: index.diff(
                file, line: use.line, replacing: [("owner:self", "owner:nil"), ("WithOwner:self", "WithOwner:nil")]),
              subjects: Set([type.name, index.nibName(use, for: type.name)].compactMap { $0 })))
        }
      }
    }
    return hits
  }
}

extension SourceMethod {
  /// The property that the method sets if it is a setter: `setTitle:`, or `set` of a Swift property.
  fileprivate var assignedProperty: String? {
    if isSwift { return role == .setter ? property : nil }
    guard !isTypeMethod, name.hasPrefix("set"), name.count > 4, name.filter({ $0 == ":" }).count == 1 else {
      return nil
    }
    let upper = name.dropFirst(3).dropLast()
    guard upper.first?.isUppercase == true else { return nil }
    return upper.prefix(1).lowercased() + upper.dropFirst()
  }
}

extension ArraySlice where Element == SourceToken {
  /// Whether the view requests another layout pass of itself here.
  fileprivate func requestsLayout(at position: Int, isSwift: Bool) -> Bool {
    guard ["invalidateIntrinsicContentSize", "setNeedsLayout"].contains(text(position)) else { return false }
    return isSwift
      ? text(position + 1) == "(" && (text(position - 1) != "." || text(position - 2) == "self")
      : has(["[", "self"], at: position - 2)
  }

  /// Returns the position of `self.title = …`, `[self setTitle:…]` or `[self setValue:… forKey:@"title"]`.
  fileprivate func recursiveAssignment(property: String, setter: String) -> Int? {
    indices.first { position in
      if has(["[", "self", "setValue", ":"], at: position), isKey(property, position + 4) { return true }
      if has(["self", ".", property, "="], at: position), text(position + 4) != "=", text(position - 1) != "." {
        return true
      }
      return has(["[", "self", setter, ":"], at: position) && hasOneArgument(at: position + 4)
    }
  }

  /// Whether the message whose first argument begins at `position` has no further label.
  private func hasOneArgument(at position: Int) -> Bool {
    var level = 0
    for index in position..<Swift.min(position + 200, endIndex) where self[index].kind != .string {
      switch text(index) {
      case "(", "[", "{": level += 1
      case ")", "]", "}":
        level -= 1
        if level < 0 { return true }
      case ":" where level == 0 && text(index - 2) != "?": return false
      default: break
      }
    }
    return true
  }

  /// Whether `forKey:` with this key follows in the same statement.
  private func isKey(_ property: String, _ position: Int) -> Bool {
    for index in position..<Swift.min(position + 40, endIndex) {
      if text(index) == ";" || text(index) == "}" { return false }
      if text(index) == "forKey", text(index + 1) == ":", isString(index + 2) { return text(index + 2) == property }
    }
    return false
  }

  /// Returns the position of `title = …`, `self.title = …` or `setValue(…, forKey: "title")` in Swift.
  fileprivate func selfAssignment(of property: String) -> Int? {
    indices.first { position in
      if has(["setValue", "("], at: position), text(position - 1) != "." || text(position - 2) == "self",
        isKey(property, position + 2)
      {
        return true
      }
      guard self[position].text == property, self[position].kind == .word, text(position + 1) == "=",
        text(position + 2) != "="
      else {
        return false
      }
      if text(position - 1) == "." { return text(position - 2) == "self" }
      return text(position - 1) != "let" && text(position - 1) != "var"
    }
  }

  /// Returns the position of `self = [[…` in the statement around `position`, or of `self = name[0]` if that statement
  /// declares `name`.
  fileprivate func replacementOfSelf(around position: Int) -> Int? {
    var start = position
    while start > startIndex, !["; ", ";", "{", "}"].contains(text(start - 1)) { start -= 1 }
    if has(["self", "="], at: start), text(start + 2) == "[" { return start }
    // NSArray *nib = [… loadNibNamed: …]; self = nib[0];
    guard let equals = self[start..<position].firstIndex(where: { $0.text == "=" }), isWord(equals - 1) else {
      return nil
    }
    let name = text(equals - 1)
    return self[position...].indices.first { index in
      has(["self", "=", name], at: index) || has(["self", "=", "[", name], at: index)
    }
  }
}
