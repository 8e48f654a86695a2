/// A xib or storyboard in the XML format of Interface Builder.
struct InterfaceDocument: Sendable {
  enum Kind: Sendable { case xib, storyboard }

  /// An element with an identifier: a view, a view controller, a placeholder, a gesture recognizer, …
  struct Object: Sendable {
    var id: String
    /// The element's name: `view`, `tableViewCell`, `viewController`, …
    var tag: String
    var customClass: String?
    var customModule: String?
    /// `target` if the module is that of the target.
    var moduleProvider: String?
    var line: Int
    /// The index of the enclosing object.
    var parent: Int?
    /// Whether it is directly below `objects` and is not a placeholder.
    var isRoot = false
    var isFilesOwner = false
    var outlets: [Outlet] = []
    var attributes: [RuntimeAttribute] = []
    /// The properties that the inspector sets, such as `backgroundColor`, with their lines.
    var keys: [String: Int] = [:]
    var hasSubviews = false
    /// The index of its scene in the storyboard.
    var scene: Int?
  }

  struct Outlet: Sendable {
    var property: String
    var destination: String
    var line: Int
  }

  /// A user defined runtime attribute.
  struct RuntimeAttribute: Sendable {
    var type: String
    var keyPath: String
    var value: String?
    var line: Int
  }

  var kind: Kind
  /// The index of the file in the project.
  var file: Int
  /// The file name without suffix: the name by which code loads the document.
  var name: String
  var objects: [Object] = []
  var sceneCount = 0

  var filesOwner: Object? { objects.first(where: \.isFilesOwner) }
  var roots: [Object] { objects.filter(\.isRoot) }

  private static let placeholders: Set<String> = ["placeholder", "viewControllerPlaceholder", "customObject"]
  /// Elements that have an identifier but are not objects with a class.
  private static let nonObjectElements: Set<String> = [
    "outlet", "outletCollection", "action", "segue", "constraint", "constraints", "connections", "designable", "image",
    "color", "systemColor", "namedColor", "dependencies", "deployment", "plugIn", "capability", "scene", "modifier",
  ]
  /// Attributes of an element that the inspector sets, and the properties they set.
  private static let inspectorAttributes: [String: String] = [
    "text": "text", "alpha": "alpha", "placeholder": "placeholder", "textAlignment": "textAlignment",
    "numberOfLines": "numberOfLines", "clipsSubviews": "clipsToBounds", "hidden": "isHidden",
  ]

  /// Returns the document, or `nil` if the file is not an Interface Builder document. If the XML is damaged, the
  /// document contains the objects before the damage, and `damagedLine` is the line of the damage.
  static func read(
    _ file: ProjectFile, index: Int, kind: Kind
  ) -> (document: InterfaceDocument, damagedLine: Int?)? {
    var document = InterfaceDocument(kind: kind, file: index, name: ProjectFile.stem(of: file.path))
    var reader = XMLReader(file.bytes)
    /// The open elements: the name of each, and the index of its object, if it has one.
    var open: [(name: String, object: Int?)] = []
    var isDocument = false
    do {
      while let event = try reader.next() {
        switch event {
        case .start(let name, let list, let line):
          if open.isEmpty { isDocument = name == "document" }
          guard isDocument else { return nil }
          var attributes: [String: String] = [:]
          for attribute in list { attributes[attribute.name] = attribute.value }
          let parent = open.last { $0.object != nil }?.object
          open.append((name, document.addElement(name, attributes, line, open: open.map(\.name), parent)))
        case .end: if !open.isEmpty { open.removeLast() }
        case .text(let text, let line):
          // `<string key="text">…</string>`: the value of an attribute.
          if let parent = open.last(where: { $0.object != nil })?.object, open.last?.name == "string",
            document.objects[parent].attributes.last?.value == nil, !text.isEmpty,
            document.objects[parent].attributes.last?.line == line
          {
            let last = document.objects[parent].attributes.count - 1
            document.objects[parent].attributes[last].value = text
          }
        }
      }
    } catch {
      let line =
        switch error {
        case .malformed(let line), .tooDeep(let line): line
        }
      return isDocument ? (document, line) : nil
    }
    return isDocument ? (document, nil) : nil
  }

  /// Adds what the element declares. Returns the index of its object, or `nil` if it is not an object.
  private mutating func addElement(
    _ name: String, _ attributes: [String: String], _ line: Int, open: [String], _ parent: Int?
  ) -> Int? {
    let enclosingElement = open.last ?? ""
    switch name {
    case "scene": sceneCount += 1
    case "subviews": if let parent { objects[parent].hasSubviews = true }
    case "outlet", "outletCollection":
      if let parent, let property = attributes["property"] {
        objects[parent].outlets.append(
          Outlet(property: property, destination: attributes["destination"] ?? "", line: line))
      }
    case "userDefinedRuntimeAttribute":
      if let parent, let keyPath = attributes["keyPath"] {
        objects[parent].attributes.append(
          RuntimeAttribute(
            type: attributes["type"] ?? "", keyPath: keyPath, value: attributes["value"], line: line))
      }
    default: break
    }
    if let id = attributes["id"], !Self.nonObjectElements.contains(name), enclosingElement != "connections",
      objects.count < 100_000
    {
      var object = Object(id: id, tag: name, line: line, parent: parent)
      object.customClass = attributes["customClass"]
      object.customModule = attributes["customModule"]
      object.moduleProvider = attributes["customModuleProvider"]
      // In a nib for macOS, it is a custom object with a fixed identifier.
      object.isFilesOwner =
        attributes["placeholderIdentifier"] == "IBFilesOwner" || (name == "customObject" && id == "-2")
      object.isRoot = enclosingElement == "objects" && !Self.placeholders.contains(name)
      object.scene = kind == .storyboard && sceneCount > 0 ? sceneCount - 1 : nil
      for (attribute, key) in Self.inspectorAttributes where attributes[attribute] != nil { object.keys[key] = line }
      objects.append(object)
      return objects.count - 1
    }
    if let key = attributes["key"], let parent,
      ["color", "fontDescription", "string", "attributedString"].contains(name),
      objects[parent].tag == enclosingElement
    {
      objects[parent].keys[key == "fontDescription" ? "font" : key] = line
    }
    return nil
  }
}
