import Diagnosis
import SourceText

extension ProjectCheck {
  /// Private instance variables of UIKit, and what to use instead.
  private static let privateVariables: [String: String] = [
    "_placeholderLabel": "attributedPlaceholder", "_searchField": "searchTextField",
    "_cancelButton": "showsCancelButton",
    "_cancelButtonText": "a title set through UIAppearance", "_clearButton": "rightView",
  ]

  private static func privateVariable(in keyPath: String) -> (key: String, instead: String)? {
    let key = String(keyPath.prefix { $0 != "." })
    return privateVariables[key].map { (key, $0) }
  }

  /// Key-value coding accesses a private instance variable of UIKit.
  static let uikitPrivateIvarKVC = ProjectCheck(
    "uikit-private-ivar-kvc",
    title: "Key-value coding accesses a private instance variable of UIKit",
    explanation: """
      Since iOS 13, this raises an exception. Reported if value(forKey:) or setValue(_:forKeyPath:) is called with a \
      constant such as "_placeholderLabel.textColor", or a user defined runtime attribute has such a key path.
      """,
    examples: [
      .fault(
        "the color of a placeholder",
        [
          (
            "Field.m",
            """
            @implementation Field
            - (void)setUp {
            →  [self setValue:[UIColor redColor] forKeyPath:@"_placeholderLabel.textColor"];
            }
            @end
            """
          )
        ]),
      .noFault(
        "a comment, and the public API",
        [
          (
            "Field.swift",
            """
            class Field: UITextField {
              func setUp() {  // not setValue(.red, forKeyPath: "_placeholderLabel.textColor")
                attributedPlaceholder = NSAttributedString(string: "Name", attributes: [.foregroundColor: UIColor.red])
              }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for code in index.functionBodies {
      for position in code.body.indices where code.body[position].kind == .string {
        guard let (key, instead) = privateVariable(in: code.body[position].text), code.body.text(position - 1) == ":",
          ["forKey", "forKeyPath", "valueForKey", "valueForKeyPath"].contains(code.body.text(position - 2))
        else { continue }
        hits.append(
          Hit(
            headline: "\(code.name) accesses \(key), a private instance variable of UIKit",
            locations: [
              index.location(code.file, code.body.line(position), "\(key) is private; UIKit raises an exception.")
            ],
            remedy: "Use \(instead).", subjects: Set([code.name, code.type, key].compactMap { $0 })))
      }
    }
    for document in index.documents {
      for object in document.objects {
        for attribute in object.attributes {
          guard let (key, instead) = privateVariable(in: attribute.keyPath) else { continue }
          let file = index.files[document.file].name
          hits.append(
            Hit(
              headline: "\(file) accesses \(key), a private instance variable of UIKit",
              locations: [
                index.location(document.file, attribute.line, "\(key) is private; UIKit raises an exception.")
              ],
              remedy: "Delete the attribute and use \(instead).",
              diff: index.isCompleteElement(document.file, attribute.line)
                ? index.diff(document.file, deleting: attribute.line..<(attribute.line + 1)) : nil,
              subjects: [key, document.name]))
        }
      }
    }
    return hits
  }

  /// The beginnings of the private selectors of the layout engine.
  private static let layoutEnginePrefixes = [
    "nsli_", "_nsli_", "nsis_", "_nsis_", "_needsDoubleUpdateConstraintsPass",
    "_prepareForFirstIntrinsicContentSizeCalculation", "_prepareForSecondIntrinsicContentSizeCalculation",
    "_layoutEngine_",
  ]

  private static func isLayoutEngineSelector(_ token: SourceToken) -> Bool {
    guard token.kind == .word || token.kind == .string, token.text.hasPrefix("_") || token.text.hasPrefix("ns") else {
      return false
    }
    return layoutEnginePrefixes.contains { token.text.hasPrefix($0) }
      && token.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == ":" }
  }

  /// Code uses private selectors of the Auto Layout engine.
  static let autolayoutPrivateAPI = ProjectCheck(
    "autolayout-private-api",
    title: "Code uses private selectors of the Auto Layout engine",
    explanation: """
      Private selectors change without notice. Looking up a selector that does not exist returns a forwarding \
      function, which is then called with the wrong type. Reported if code names a private selector, as an identifier \
      or in a string, and for methods that override one.
      """,
    examples: [
      .fault(
        "a selector created from a string",
        [
          (
            "Sizing.swift",
            """
            class SizingView: UIView {
              func engine() -> Any? {
            →    perform(Selector("_nsli_layoutEngine"))
              }
            }
            """
          )
        ]),
      .noFault(
        "public API",
        [
          (
            "Sizing.swift",
            """
            class SizingView: UIView {
              override func systemLayoutSizeFitting(_ size: CGSize) -> CGSize { super.systemLayoutSizeFitting(size) }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for code in index.functionBodies {
      for position in code.body.indices where isLayoutEngineSelector(code.body[position]) {
        hits.append(hit(code.body[position].text, "uses", code, code.body.line(position), index))
      }
    }
    for code in index.functionBodies {
      guard let method = code.name.split(whereSeparator: { ". ]".contains($0) }).last,
        layoutEnginePrefixes.contains(where: { method.hasPrefix($0) })
      else { continue }
      hits.append(hit(String(method), "overrides", code, code.line, index))
    }
    return hits
  }

  private static func hit(
    _ selector: String, _ verb: String, _ code: FunctionBody, _ line: Int, _ index: ProjectIndex
  ) -> Hit {
    let actor = verb == "overrides" ? code.type ?? code.name : code.name
    return Hit(
      headline: "\(actor) \(verb) the private selector \(selector)",
      locations: [index.location(code.file, line, "\(selector) is private to the Auto Layout engine.")],
      remedy: "Use preferredMaxLayoutWidth or systemLayoutSizeFitting, or check responds(to:) first.",
      subjects: Set([code.name, code.type, selector].compactMap { $0 }),
      captures: ["selector": selector, "function": actor])
  }
}
