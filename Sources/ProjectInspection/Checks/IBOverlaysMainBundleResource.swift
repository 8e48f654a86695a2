import Diagnosis

extension ProjectCheck {
  /// A view that Interface Builder draws looks images, files or paths up in the main bundle.
  static let ibOverlaysMainBundleResource = ProjectCheck(
    "ib-overlays-mainbundle-resource",
    title: "A designable view looks a resource up in the main bundle",
    explanation: """
      In Interface Builder's agent the main bundle is a folder of Xcode: the image, file or path is nil there. Reported \
      for designable classes that ask Bundle.main or mainBundle for a resource, or UIImage and UIColor for a name without \
      saying in which bundle.
      """,
    examples: [
      .fault(
        "a file of the main bundle",
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
        "an image by its name alone",
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
      // Fonts have a check of their own.
      for (file, method) in type.methods where !(method.name == "load" && registersFont(method.body)) {
        for position in method.body.indices
        where method.body[position].kind == .word && method.body[position].inDesigner {
          guard let what = mainBundleLookUp(method.body, position) else { continue }
          let line = method.body.line(position)
          var pairs = index.bundleReplacements(type)
          if let name = imageByName(method.body, position) {
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
                index.location(designable.file, designable.line, "Interface Builder draws \(type.name) in its agent."),
              ],
              remedy: "Name the bundle of the class: \(index.bundleOfClass(type)).",
              diff: index.diff(file, line: line, replacing: pairs), subjects: [type.name]))
        }
      }
    }
    return hits
  }

  private static let lookUps: Set<String> = [
    "path", "url", "paths", "urls", "pathForResource", "URLForResource", "pathsForResourcesOfType",
    "URLsForResourcesWithExtension", "resourcePath", "resourceURL", "bundlePath", "bundleURL",
  ]

  /// What is looked up by the call that begins here.
  private static func mainBundleLookUp(_ body: SourceTokens, _ at: Int) -> String? {
    switch body.text(at) {
    case "Bundle":
      guard body.has(["Bundle", ".", "main", "."], at: at), lookUps.contains(body.text(at + 4)) else { return nil }
      return "a resource"
    case "NSBundle":
      if body.has(["[", "NSBundle", "mainBundle", "]"], at: at - 1) {
        let next = body.text(at + 3) == "." ? at + 4 : at + 3
        return lookUps.contains(body.text(next)) ? "a resource" : nil
      }
      guard body.has(["NSBundle", ".", "mainBundle"], at: at) else { return nil }
      let next = body.text(at + 3) == "." ? at + 4 : at + 3
      return lookUps.contains(body.text(next)) ? "a resource" : nil
    case "UIImage", "UIColor":
      return imageByName(body, at).map { (body.text(at) == "UIImage" ? "image " : "colour ") + $0 }
    default: return nil
    }
  }

  /// The name in `UIImage(named: "x")` or `[UIImage imageNamed:@"x"]` without a bundle.
  private static func imageByName(_ body: SourceTokens, _ at: Int) -> String? {
    if body.has(["(", "named", ":"], at: at + 1), body.isString(at + 4), body.text(at + 5) == ")" {
      return body.text(at + 4)
    }
    if body.text(at - 1) == "[", ["imageNamed", "colorNamed"].contains(body.text(at + 1)), body.text(at + 2) == ":",
      body.isString(at + 3), body.text(at + 4) == "]"
    {
      return body.text(at + 3)
    }
    return nil
  }
}
