import Diagnosis
import SourceText

extension ProjectCheck {
  /// A view that Interface Builder draws looks up images, files or paths in the main bundle.
  static let ibOverlaysMainBundleResource = ProjectCheck(
    "ib-overlays-mainbundle-resource",
    title: "A designable view looks up a resource in the main bundle",
    explanation: """
      In Interface Builder's agent, the main bundle is a folder inside Xcode, so the image, file or path is nil. \
      Reported for designable classes that look up a resource in Bundle.main or mainBundle, or a UIImage or UIColor by \
      name without a bundle.
      """,
    examples: [
      .fault(
        "a file in the main bundle",
        [
          (
            "ChartView.swift",
            """
            @IBDesignable class ChartView: UIView {
              func load() {
            →    guard let url = Bundle.main.url(forResource: "sample", withExtension: "json") else { return }
                print(url)
              }
            }
            """
          )
        ]),
      .fault(
        "an image by name, without a bundle",
        [
          (
            "BadgeView.m",
            """
            IB_DESIGNABLE
            @interface BadgeView : UIView
            @end
            @implementation BadgeView
            - (void)setUp {
            →  self.layer.contents = (id)[UIImage imageNamed:@"badge"].CGImage;
            }
            @end
            """
          )
        ]),
      .noFault(
        "the bundle of the class, and the identifier of the main bundle",
        [
          (
            "ChartView.swift",
            """
            @IBDesignable class ChartView: UIView {
              func load() {
                let image = UIImage(named: "badge", in: Bundle(for: ChartView.self), compatibleWith: traitCollection)
                print(image as Any, Bundle.main.bundleIdentifier as Any)
              }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.designableClasses {
      guard let designable = index.designable(type.name) else { continue }
      // Another check reports fonts.
      for (file, method) in type.methods where !(method.name == "load" && registersFont(method.body)) {
        for position in method.body.indices
        where method.body[position].kind == .word && method.body[position].inDesigner {
          guard let what = mainBundleLookup(method.body, position) else { continue }
          let line = method.body.line(position)
          var pairs = index.bundleReplacements(type)
          if let name = assetName(method.body, position) {
            let right = index.bundleOfClass(type)
            pairs.append(
              ("UIImage(named: \"\(name)\")", "UIImage(named: \"\(name)\", in: \(right), compatibleWith: nil)"))
            pairs.append(
              (
                "imageNamed:@\"\(name)\"]",
                "imageNamed:@\"\(name)\" inBundle:\(right) compatibleWithTraitCollection:nil]"
              ))
          }
          hits.append(
            Hit(
              headline: "\(type.name) looks up \(what) in the main bundle",
              locations: [
                index.location(file, line, "\(method.name) looks up \(what) in the main bundle."),
                index.location(
                  designable.file, designable.line, "Interface Builder draws \(type.name) in its agent process."),
              ],
              remedy: "Use the bundle of the class: \(index.bundleOfClass(type)).",
              diff: index.diff(file, line: line, replacing: pairs), subjects: [type.name]))
        }
      }
    }
    return hits
  }

  private static let lookupMethods: Set<String> = [
    "path", "url", "paths", "urls", "pathForResource", "URLForResource", "pathsForResourcesOfType",
    "URLsForResourcesWithExtension", "resourcePath", "resourceURL", "bundlePath", "bundleURL",
  ]

  /// Returns what the call at `position` looks up in the main bundle, or `nil` if it is not such a call.
  private static func mainBundleLookup(_ body: SourceTokens, _ position: Int) -> String? {
    switch body.text(position) {
    case "Bundle":
      guard body.has(["Bundle", ".", "main", "."], at: position), lookupMethods.contains(body.text(position + 4)) else {
        return nil
      }
      return "a resource"
    case "NSBundle":
      if body.has(["[", "NSBundle", "mainBundle", "]"], at: position - 1) {
        let next = body.text(position + 3) == "." ? position + 4 : position + 3
        return lookupMethods.contains(body.text(next)) ? "a resource" : nil
      }
      guard body.has(["NSBundle", ".", "mainBundle"], at: position) else { return nil }
      let next = body.text(position + 3) == "." ? position + 4 : position + 3
      return lookupMethods.contains(body.text(next)) ? "a resource" : nil
    case "UIImage", "UIColor":
      return assetName(body, position).map { (body.text(position) == "UIImage" ? "image " : "color ") + $0 }
    default: return nil
    }
  }

  /// Returns the name in `UIImage(named: "x")` or `[UIImage imageNamed:@"x"]` without a bundle.
  private static func assetName(_ body: SourceTokens, _ position: Int) -> String? {
    if body.has(["(", "named", ":"], at: position + 1), body.isString(position + 4), body.text(position + 5) == ")" {
      return body.text(position + 4)
    }
    if body.text(position - 1) == "[", ["imageNamed", "colorNamed"].contains(body.text(position + 1)),
      body.text(position + 2) == ":",
      body.isString(position + 3), body.text(position + 4) == "]"
    {
      return body.text(position + 3)
    }
    return nil
  }
}
