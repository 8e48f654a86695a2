import Diagnosis
import Knowledge

extension ProjectCheck {
  /// A nib connects an outlet that the class of its object does not have.
  static let nibKVCUndefinedKey = ProjectCheck(
    "nib-kvc-undefined-key",
    title: "A nib connects an outlet that the class does not declare",
    explanation: """
      Reported if a nib or storyboard connects an outlet of an object whose class is in the project, but neither the \
      class, nor a superclass in the project, nor an extension declares a property, instance variable or setter with \
      that name, and it is not an outlet of an Apple class. Not reported if a superclass is neither in the project nor \
      Apple's.
      """,
    examples: [
      .fault(
        "the outlet was renamed",
        [
          (
            "CardView.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
                    <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="CardView">
                        <connections>
            →                <outlet property="titleLable" destination="lbl" id="a7c-Qd-2Fe"/>
                        </connections>
                    </placeholder>
                    <view id="iN0-l3-epB"><subviews><label id="lbl"/></subviews></view>
                </objects>
            </document>
            """
          ),
          (
            "CardView.swift",
            """
            class CardView: UIView {
              @IBOutlet private weak var titleLabel: UILabel!
            }
            """
          ),
        ]),
      .noFault(
        "outlets of the class, its superclass, and UIKit",
        [
          (
            "Card.storyboard",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0">
                <scenes><scene><objects>
                    <viewController id="b" customClass="CardController" customModule="Cards">
                        <connections>
                            <outlet property="view" destination="v" id="1"/>
                            <outlet property="titleLabel" destination="l" id="2"/>
                            <outletCollection property="buttons" destination="l" id="3"/>
                        </connections>
                    </viewController>
                </objects></scene></scenes>
            </document>
            """
          ),
          (
            "CardController.swift",
            """
            class BaseController: UIViewController { @IBOutlet weak var titleLabel: UILabel! }
            class CardController: BaseController { @IBOutlet var buttons: [UIButton]! }
            """
          ),
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for document in index.documents {
      for object in document.objects where !object.outlets.isEmpty {
        guard let name = object.customClass, index.hasCompleteHierarchy(of: name) else { continue }
        for outlet in object.outlets where !index.hasKey(outlet.property, name, SystemKeys.outlets) {
          let file = index.files[document.file].name
          var locations = [
            index.location(
              document.file, outlet.line, "The outlet \(outlet.property) is set on an object of class \(name).")
          ]
          if let location = index.classes[name]?.location {
            locations.append(
              index.location(location.file, location.line, "\(name) does not declare \(outlet.property)."))
          }
          hits.append(
            Hit(
              headline: "\(file) connects outlet \(outlet.property), which \(name) does not declare",
              locations: locations,
              remedy: "Reconnect the outlet in \(file), or delete it.",
              diff: index.isCompleteElement(document.file, outlet.line)
                ? index.diff(document.file, deleting: outlet.line..<(outlet.line + 1)) : nil,
              subjects: [name, document.name], key: outlet.property))
        }
      }
    }
    return hits
  }

  /// A user defined runtime attribute sets a key that the class does not have.
  static let ibRuntimeAttributeIgnored = ProjectCheck(
    "ib-runtime-attribute-ignored",
    title: "A user defined runtime attribute sets a key that the class does not have",
    explanation: """
      Interface Builder ignores such an attribute with a warning; the app crashes. Reported if neither the class, nor \
      its superclasses in the project, nor any extension declares the key, and the Apple superclass does not have it. \
      Not reported if code outside the folder could declare it.
      """,
    examples: [
      .fault(
        "the property was removed",
        [
          (
            "Main.storyboard",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0">
                <scenes><scene><objects>
                    <view id="v" customClass="BadgeView" customModule="Cards">
                        <userDefinedRuntimeAttributes>
            →                <userDefinedRuntimeAttribute type="number" keyPath="borderSize" value="2"/>
                        </userDefinedRuntimeAttributes>
                    </view>
                </objects></scene></scenes>
            </document>
            """
          ),
          (
            "BadgeView.swift",
            """
            class BadgeView: UIView { @IBInspectable var borderWidth: CGFloat = 0 }
            """
          ),
        ]),
      .noFault(
        "a property of an extension, and a key path of the layer",
        [
          (
            "Main.storyboard",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0">
                <scenes><scene><objects>
                    <view id="v" customClass="BadgeView" customModule="Cards">
                        <userDefinedRuntimeAttributes>
                            <userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius" value="2"/>
                            <userDefinedRuntimeAttribute type="number" keyPath="borderSize" value="2"/>
                        </userDefinedRuntimeAttributes>
                    </view>
                </objects></scene></scenes>
            </document>
            """
          ),
          (
            "BadgeView.swift",
            """
            class BadgeView: UIView {}
            extension UIView { @IBInspectable var borderSize: CGFloat { get { 0 } set {} } }
            """
          ),
        ]),
    ]
  ) { index in
    guard !index.hasExternalCode else { return [] }
    var hits: [Hit] = []
    for document in index.documents {
      for object in document.objects {
        guard let name = object.customClass, index.hasCompleteHierarchy(of: name) else { continue }
        for attribute in object.attributes {
          let key = String(attribute.keyPath.prefix { $0 != "." })
          guard !key.isEmpty, !index.hasKey(key, name, SystemKeys.attributes) else { continue }
          let file = index.files[document.file].name
          var locations = [
            index.location(document.file, attribute.line, "The attribute \(key) is set on an object of class \(name).")
          ]
          if let location = index.classes[name]?.location {
            locations.append(index.location(location.file, location.line, "\(name) does not declare \(key)."))
          }
          hits.append(
            Hit(
              headline: "\(file) sets runtime attribute \(attribute.keyPath), which \(name) does not declare",
              locations: locations,
              remedy: "Delete the attribute in \(file), or declare the property.",
              diff: index.isCompleteElement(document.file, attribute.line)
                ? index.diff(document.file, deleting: attribute.line..<(attribute.line + 1)) : nil,
              subjects: [name, document.name], key: key))
        }
      }
    }
    return hits
  }
}

/// Keys of UIKit and AppKit classes that nibs set.
enum SystemKeys {
  private static let lists = KnowledgeText.interfaceBuilder.lists
  static let outlets = Set(lists["outlets"])

  static let attributes = outlets.union(lists["attributes"])
}

extension ProjectIndex {
  /// Whether every class from this one up to the first Apple class is in the project.
  fileprivate func hasCompleteHierarchy(of name: String) -> Bool {
    let (types, root) = chain(of: name)
    guard !types.isEmpty, let root else { return false }
    return isSystemClass(root)
  }

  /// Whether key-value coding finds the key: in `system`, in the class or its superclasses, or in an extension.
  fileprivate func hasKey(_ key: String, _ name: String, _ system: Set<String>) -> Bool {
    if system.contains(key) || key.hasPrefix("accessibility") || key.hasPrefix("_") { return true }
    return chain(of: name).classes.contains { $0.hasKey(key) } || extensionsHaveKey(key)
  }

  /// Whether the line is a single complete element, so that the line can be deleted.
  func isCompleteElement(_ file: Int, _ line: Int) -> Bool {
    let text = files[file].quotation(line)
    return text.hasPrefix("<") && text.hasSuffix("/>") && text.filter { $0 == "<" }.count == 1
  }
}
