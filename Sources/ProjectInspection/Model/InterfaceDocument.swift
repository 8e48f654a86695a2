/// A xib or storyboard as Interface Builder writes it.
struct InterfaceDocument: Sendable {
  enum Kind: Sendable { case xib, storyboard }

  /// An element with an identifier: a view, a view controller, a placeholder, a gesture recogniser, …
  struct Object: Sendable {
    var id: String
    /// `view`, `tableViewCell`, `viewController`, …
    var tag: String
    var customClass: String?
    var customModule: String?
    /// `target` when the module is that of the target.
    var moduleProvider: String?
    var line: Int
    var parent: Int?
    /// Stands directly below `objects` and is no placeholder.
    var isRoot = false
    var isFilesOwner = false
    var outlets: [Outlet] = []
    var attributes: [RuntimeAttribute] = []
    /// Keys that the inspector set, as `backgroundColor`, with the line.
    var keys: [String: Int] = [:]
    var hasSubviews = false
    /// Position of the scene in a storyboard.
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
  var file: Int
  /// File name without suffix: the name by which code asks for it.
  var name: String
  var objects: [Object] = []
  var scenes = 0

  var filesOwner: Object? { objects.first(where: \.isFilesOwner) }
  var roots: [Object] { objects.filter(\.isRoot) }

  private static let placeholders: Set<String> = ["placeholder", "viewControllerPlaceholder", "customObject"]
  /// Elements whose identifier is not that of an object which gets a class.
  private static let notObjects: Set<String> = [
    "outlet", "outletCollection", "action", "segue", "constraint", "constraints", "connections", "designable", "image",
    "color", "systemColor", "namedColor", "dependencies", "deployment", "plugIn", "capability", "scene", "modifier",
  ]
  /// What the inspector sets as an attribute of the element, by the name of the property.
  private static let inspected: [String: String] = [
    "text": "text", "alpha": "alpha", "placeholder": "placeholder", "textAlignment": "textAlignment",
    "numberOfLines": "numberOfLines", "clipsSubviews": "clipsToBounds", "hidden": "isHidden",
  ]

  /// - Returns: The document, with what could be read before a fault; `nil` if it is no document of Interface Builder.
  static func read(_ file: ProjectFile, index: Int, kind: Kind) -> (document: InterfaceDocument, fault: Int?)? {
    var document = InterfaceDocument(kind: kind, file: index, name: ProjectFile.stem(of: file.path))
    var reader = XMLReader(file.bytes)
    /// Elements that are open: their name, and the object they are, if they are one.
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
          open.append((name, document.take(name, attributes, line, open: open.map(\.name), parent)))
        case .end: if !open.isEmpty { open.removeLast() }
        case .text(let text, let line):
          // `<string key="text">…</string>` and the value of an attribute.
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

  /// - Returns: Position of the object that the element is.
  private mutating func take(
    _ name: String, _ attributes: [String: String], _ line: Int, open: [String], _ parent: Int?
  ) -> Int? {
    let above = open.last ?? ""
    switch name {
    case "scene": scenes += 1
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
    if let id = attributes["id"], !Self.notObjects.contains(name), above != "connections", objects.count < 100_000 {
      var object = Object(id: id, tag: name, line: line, parent: parent)
      object.customClass = attributes["customClass"]
      object.customModule = attributes["customModule"]
      object.moduleProvider = attributes["customModuleProvider"]
      object.isFilesOwner = attributes["placeholderIdentifier"] == "IBFilesOwner"
      object.isRoot = above == "objects" && !Self.placeholders.contains(name)
      object.scene = kind == .storyboard && scenes > 0 ? scenes - 1 : nil
      for (attribute, key) in Self.inspected where attributes[attribute] != nil { object.keys[key] = line }
      objects.append(object)
      return objects.count - 1
    }
    if let key = attributes["key"], let parent,
      ["color", "fontDescription", "string", "attributedString"].contains(name),
      objects[parent].tag == above
    {
      objects[parent].keys[key == "fontDescription" ? "font" : key] = line
    }
    return nil
  }
}
