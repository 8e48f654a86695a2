import Bytes

extension CrashReport {
  /// The view that Interface Builder could not draw, with its object ID and document, such as `CardView (BYZ-38-t0r) in
  /// Main.storyboard`; for a message of ibtool, the document. `nil` if the report names neither.
  package var viewSubject: String? {
    let named = previewMessages.first { $0.statesFailure && ($0.objectClass != nil || $0.objectID != nil) }
    let document = documentName
    guard let named else { return document }
    let view =
      switch (named.objectClass, named.objectID) {
      case (let name?, let id?): "\(name) (\(id))"
      case (let name?, nil): name
      case (nil, let id?): "view \(id)"
      case (nil, nil): "view"
      }
    return document.map { "\(view) in \($0)" } ?? view
  }

  /// The file name of the storyboard, xib or asset catalog that a log is about; `nil` if it names none.
  package var documentName: String? {
    let path =
      previewMessages.lazy.compactMap(\.document).first ?? documentMessages.lazy.compactMap(\.document).first
    return path.map { $0.lastPathComponent ?? $0 }
  }

  /// The class of the view that Interface Builder could not draw, or else its object ID.
  package var viewName: String? {
    let named = previewMessages.first { $0.statesFailure && ($0.objectClass != nil || $0.objectID != nil) }
    return named.flatMap { $0.objectClass ?? $0.objectID }
  }

  /// The sentence in which the canvas states why a preview failed: the message of the innermost error that has one. `nil`
  /// if no error states more than its type.
  package var canvasMessage: String? {
    let errors = canvasErrors
    let order = errors.indices.sorted { (errors[$0].depth, $0) > (errors[$1].depth, $1) }
    for index in order {
      if let message = errors[index].message { return message }
    }
    return nil
  }
}

extension CrashReport {
  /// The sentence above the first error, with which Xcode 11 to 14 summarize it; `nil` if there is none.
  package var canvasLead: String? {
    let errors = canvasErrors
    guard let first = errors.first, first.type == nil, errors.contains(where: { $0.type != nil }) else { return nil }
    return first.message
  }
}

extension CanvasError {
  /// The maximum length of a message in bytes.
  private static let maxLength = 200

  /// The first line that states more than a type; `nil` if there is none.
  package var message: String? {
    for line in text.utf8.split(separator: 0x0a) {
      var rest = String(Substring(line))
      if rest.hasPrefix("[Remote] ") { rest = String(rest.dropFirst(9)) }
      while let name = CanvasErrorType.name(of: rest) {
        rest = String(rest.dropFirst(name.count))
        if rest.hasPrefix("<"), let end = rest.lastIndex(of: ">") { rest = String(rest[rest.index(after: end)...]) }
        rest = String(rest.drop { $0 == ":" || $0 == " " })
      }
      guard rest.utf8.contains(where: { $0.isLetter || $0 >= 0x80 }), !Self.isBanner(rest) else { continue }
      guard rest.utf8.count > Self.maxLength else { return rest }
      return String(rest.prefix(bytes: Self.maxLength)) + "…"
    }
    return nil
  }

  /// Whether a line is only the title of the canvas, or the name of a bundle.
  static func isBanner(_ line: String) -> Bool {
    let lowered = line.lowercased()
    return ["cannot preview in this file", "failed to update preview", "update failed"].contains {
      lowered.hasPrefix($0) && lowered.utf8.count <= $0.utf8.count + 2
    } || line.hasPrefix("path: ") || line.hasPrefix("/")
      || line.hasPrefix("NS") && line.utf8.contains(UInt8(ascii: "="))
  }
}
