import Diagnosis
import Knowledge
import SourceText

extension ProjectCheck {
  private static let supportedTypes = """
    Interface Builder's inspector shows numbers, Bool, String, CGPoint, CGSize, CGRect, UIColor and UIImage.
    """

  private static let unsupportedTypes = Set(KnowledgeText.interfaceBuilder.lists["types without inspector field"])

  /// An `@IBInspectable` property has a type that the inspector cannot show.
  static let ibInspectableUnsupportedType = ProjectCheck(
    "ib-inspectable-unsupported-type",
    title: "An @IBInspectable property has a type that the inspector does not support",
    explanation: """
      \(supportedTypes) Reported for @IBInspectable properties whose declared type is another Apple type, an array or \
      dictionary, or an enumeration of the project.
      """,
    examples: [
      .fault(
        "insets and an enumeration",
        [
          (
            "CardView.swift",
            """
            enum CardStyle: Int { case plain, round }
            @IBDesignable class CardView: UIView {
            →  @IBInspectable var insets: UIEdgeInsets = .zero
            →  @IBInspectable var style: CardStyle = .plain
            }
            """
          )
        ]),
      .noFault(
        "types that the inspector supports",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              @IBInspectable var title: String?
              @IBInspectable var radius: CGFloat = 0 { didSet { layer.cornerRadius = radius } }
              @IBInspectable var border: UIColor? = .black
              var insets: UIEdgeInsets = .zero
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.sortedClasses {
      for (file, property) in type.properties where property.isInspectable {
        guard let written = property.type else { continue }
        var name = written.filter { $0 != "?" && $0 != "!" && $0 != "*" }
        if name.hasPrefix("UIKit.") { name = String(name.dropFirst(6)) }
        let isList = written.hasPrefix("[")
        guard isList || unsupportedTypes.contains(name) || index.enumerations.contains(name) else { continue }
        let isEnumeration = index.enumerations.contains(name)
        hits.append(
          Hit(
            headline:
              "The inspector does not show \(type.name).\(property.name): unsupported type \(isList ? "[…]" : name)",
            locations: [
              index.location(file, property.line, "The inspector does not support the type \(isList ? written : name).")
            ],
            remedy: isEnumeration
              ? "Add an @IBInspectable computed Int property that sets \(property.name) from its raw value."
              : "Add @IBInspectable computed properties that set the parts of \(property.name).",
            subjects: [type.name], key: property.name))
      }
    }
    return hits
  }

  private static let inspectorProperties = [
    "backgroundColor", "tintColor", "textColor", "alpha", "font", "text", "placeholder", "textAlignment",
    "numberOfLines",
    "clipsToBounds",
  ]

  /// `init(coder:)` overwrites a value that the inspector sets.
  static let ibInitOverridesAttributes = ProjectCheck(
    "ib-init-overrides-attributes",
    title: "init(coder:) overwrites a property that the inspector sets",
    explanation: """
      In the app, init(coder:) decodes the inspector's values and then assigns its own. Interface Builder calls \
      init(frame:) first and then sets the inspector's values, so the preview and the app differ. Reported if a nib \
      sets the property on an instance of a designable class, and init(coder:) or a method it calls assigns the \
      property.
      """,
    examples: [
      .fault(
        "the code and the storyboard both set the background",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override init(frame: CGRect) { super.init(frame: frame); setUp() }
              required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
              private func setUp() {
            →    backgroundColor = .white
              }
            }
            """
          ),
          (
            "Main.storyboard",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0">
                <scenes><scene><objects>
                    <view id="d" customClass="CardView" customModule="Cards">
            →            <color key="backgroundColor" red="1" green="0" blue="0" alpha="1"/>
                    </view>
                </objects></scene></scenes>
            </document>
            """
          ),
        ]),
      .noFault(
        "the background of another view, and a property that no nib sets",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              let line = UIView()
              override init(frame: CGRect) { super.init(frame: frame); setUp() }
              required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
              private func setUp() {
                line.backgroundColor = .white
                clipsToBounds = true
              }
            }
            """
          ),
          (
            "Main.storyboard",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0">
                <scenes><scene><objects>
                    <view id="d" customClass="CardView" customModule="Cards">
                        <color key="backgroundColor" red="1" green="0" blue="0" alpha="1"/>
                    </view>
                </objects></scene></scenes>
            </document>
            """
          ),
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.designableClasses {
      let methods = index.reached(from: type.name, ["init(coder:)", "initWithCoder:"])
      for reached in methods where !reached.isConditional {
        for property in inspectorProperties {
          guard let position = reached.method.body.assignment(of: property), reached.method.body[position].inDesigner,
            reached.method.body.isUnconditional(at: position)
          else { continue }
          for document in index.documents {
            guard
              let object = document.objects.first(where: { $0.customClass == type.name && $0.keys[property] != nil }),
              let line = object.keys[property]
            else { continue }
            hits.append(
              Hit(
                headline: "\(type.name) overwrites \(property), which \(index.files[document.file].name) sets",
                locations: [
                  index.location(
                    reached.file, reached.method.body.line(position),
                    "\(reached.method.name) assigns \(property) after the inspector's values are decoded."),
                  index.location(document.file, line, "The inspector sets \(property) of this \(type.name)."),
                ],
                remedy: "Set the default of \(property) in the declaration or the nib, not in init(coder:).",
                subjects: [type.name, document.name], key: property))
            break
          }
        }
      }
    }
    return hits
  }

  /// A designable view does its setup only in `awakeFromNib`.
  static let ibAwakeFromNibNotCalled = ProjectCheck(
    "ib-awakefromnib-not-called",
    title: "A designable view does its setup only in awakeFromNib",
    explanation: """
      Interface Builder creates the view with init(frame:) and does not call awakeFromNib. Reported for designable \
      classes whose awakeFromNib does more than call super, and that have no prepareForInterfaceBuilder, no \
      initializer, and no method for drawing or layout.
      """,
    examples: [
      .fault(
        "awakeFromNib is the only method",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
            →  override func awakeFromNib() {
                super.awakeFromNib()
                layer.cornerRadius = 8
              }
            }
            """
          )
        ]),
      .noFault(
        "prepareForInterfaceBuilder does the same setup",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override func awakeFromNib() { super.awakeFromNib(); setUp() }
              override func prepareForInterfaceBuilder() { super.prepareForInterfaceBuilder(); setUp() }
              private func setUp() { clipsToBounds = true }
            }
            """
          )
        ]),
    ]
  ) { index in
    index.designableClasses.compactMap { type in
      guard let (file, method) = type.method("awakeFromNib"), method.doesMoreThanCallSuper else { return nil }
      let entries: Set<String> = [
        "prepareForInterfaceBuilder", "layoutSubviews", "draw", "drawRect:", "updateConstraints", "didMoveToWindow",
        "didMoveToSuperview", "willMove", "willMoveToSuperview:", "willMoveToWindow:", "tintColorDidChange",
      ]
      let others = index.chain(of: type.name).classes.flatMap(\.methods).contains {
        entries.contains($0.method.name) || $0.method.isInitializer
      }
      guard !others else { return nil }
      let indent = index.indentation(file, method.line)
      let lines =
        method.isSwift
        ? [
          indent + "override func prepareForInterfaceBuilder() {", indent + "  super.prepareForInterfaceBuilder()",
          indent + "  awakeFromNib()", indent + "}", "",
        ]
        : [
          "- (void)prepareForInterfaceBuilder {", "  [super prepareForInterfaceBuilder];", "  [self awakeFromNib];",
          "}", "",
        ]
      return Hit(
        headline: "\(type.name) does its setup in awakeFromNib, which Interface Builder does not call",
        locations: [
          index.location(file, method.line, "awakeFromNib is the only method of \(type.name) that does any setup.")
        ],
        remedy: "Do the same setup in prepareForInterfaceBuilder.",
        diff: index.diff(file, inserting: lines, before: method.line), subjects: [type.name])
    }
  }

  /// An initializer of a designable view sets layer content or images.
  static let ibLayerContentTooEarly = ProjectCheck(
    "ib-layer-content-too-early",
    title: "A designable view sets layer content or images in its initializer",
    explanation: """
      Interface Builder replaces the layer content and button images that the initializer sets. Reported for \
      designable classes where init(frame:), or a method it calls, assigns layer.contents or calls setImage(_:for:) or \
      setBackgroundImage(_:for:) on self, and no method for drawing, layout or prepareForInterfaceBuilder does it \
      again.
      """,
    examples: [
      .fault(
        "layer.contents in the initializer",
        [
          (
            "BadgeView.swift",
            """
            @IBDesignable class BadgeView: UIView {
              override init(frame: CGRect) {
                super.init(frame: frame)
            →    layer.contents = makeImage()
              }
              required init?(coder: NSCoder) { super.init(coder: coder) }
            }
            """
          )
        ]),
      .noFault(
        "layer.contents in layoutSubviews",
        [
          (
            "BadgeView.swift",
            """
            @IBDesignable class BadgeView: UIView {
              override init(frame: CGRect) { super.init(frame: frame) }
              required init?(coder: NSCoder) { super.init(coder: coder) }
              override func layoutSubviews() { super.layoutSubviews(); layer.contents = makeImage() }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.designableClasses {
      let entries = [
        "prepareForInterfaceBuilder", "layoutSubviews", "draw", "drawRect:", "updateConstraints", "tintColorDidChange",
        "layoutSublayers", "layoutSublayersOfLayer:", "display", "displayLayer:",
      ]
      guard index.reached(from: type.name, entries).allSatisfy({ contentAssignment(in: $0.method.body) == nil }) else {
        continue
      }
      for reached in index.reached(from: type.name, ["init(frame:)", "initWithFrame:"]) where !reached.isConditional {
        guard let position = contentAssignment(in: reached.method.body),
          reached.method.body.isUnconditional(at: position)
        else {
          continue
        }
        hits.append(
          Hit(
            headline:
              "\(type.name) sets layer content or images in its initializer, and Interface Builder replaces them",
            locations: [
              index.location(
                reached.file, reached.method.body.line(position),
                "\(reached.method.name) runs before Interface Builder draws the view.")
            ],
            remedy:
              "Set it in layoutSubviews or a property's setter, and call that from prepareForInterfaceBuilder.",
            subjects: [type.name]))
      }
    }
    return hits
  }

  /// Returns the position of code that sets layer content or a button image, or `nil`.
  private static func contentAssignment(in body: SourceTokens) -> Int? {
    body.indices.first { position in
      guard body[position].inDesigner else { return false }
      let isOwn = body.text(position - 1) != "." || body.text(position - 2) == "self"
      if body.has(["layer", ".", "contents", "="], at: position), isOwn { return true }
      if ["setImage", "setBackgroundImage"].contains(body.text(position)) {
        return body.text(position + 1) == "(" && isOwn || body.has(["[", "self"], at: position - 2)
      }
      return false
    }
  }
}

extension ArraySlice where Element == SourceToken {
  /// Returns the position where the property of `self` is assigned: `x = …`, `self.x = …`, `[self setX:…]`.
  func assignment(of property: String) -> Int? {
    let setter = "set" + property.prefix(1).uppercased() + property.dropFirst()
    return indices.first { position in
      guard self[position].kind == .word else { return false }
      if self[position].text == setter { return has(["[", "self"], at: position - 2) && text(position + 1) == ":" }
      guard self[position].text == property, text(position + 1) == "=", text(position + 2) != "=" else { return false }
      if text(position - 1) == "." { return text(position - 2) == "self" && text(position - 3) != "." }
      return !["let", "var", "*"].contains(text(position - 1)) && !isWord(position - 1)
        || line(position - 1) < line(position)
    }
  }
}
