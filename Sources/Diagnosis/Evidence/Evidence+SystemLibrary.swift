import Bytes
import CrashReports
import Knowledge

extension Evidence {
  /// The library that the loader did not find is part of the system, so that the app cannot bring it along: captures
  /// `systemLibrary`, and `since`, the first versions of the systems that have it.
  static let systemLibrary = Evidence.custom(
    CustomEvidence(
      "the library that the loader did not find is part of the system",
      reason: "The first versions are data of another catalog.",
      needs: .texts(SystemLibraries.templates), explanations: [SystemLibraries.statement]
    ) { context in
      // The first library that was not found ended the process; what a later line or another process missed does not explain it.
      for text in context.texts where !text.message.isMention && SystemLibraries.notLoaded.match(text.matchable) != nil
      {
        for template in SystemLibraries.templates {
          guard let name = template.match(text.matchable)?["name"], SystemLibraries.isName(name) else { continue }
          var captures = ["systemLibrary": name]
          captures["since"] = SystemLibraries.firstVersions(of: name)
          return context.match(
            line: text.message.line, member: text.message.text, statement: SystemLibraries.statement, captures: captures
          )
        }
        return nil
      }
      return nil
    })
}

extension Evidence {
  /// The missing symbol belongs to a type of Swift's standard library whose first version is known. Captures `since`.
  static let systemSymbol = Evidence.custom(
    CustomEvidence(
      "a type of Swift's standard library in the missing symbol",
      reason: "The first versions are data of another catalog.",
      needs: .texts(SystemSymbols.templates), explanations: [SystemSymbols.statement]
    ) { context in
      for text in context.texts {
        guard let symbol = SystemSymbols.templates.lazy.compactMap({ $0.match(text.matchable)?["name"] }).first,
          let (type, versions) = SystemSymbols.type(in: symbol)
        else { continue }
        return context.match(
          line: text.message.line, member: text.message.text, statement: SystemSymbols.statement,
          captures: ["symbolType": type, "since": versions])
      }
      return nil
    })
}

/// Since when the systems have types of Swift's standard library.
private enum SystemSymbols {
  static let templates: [TextTemplate] = ["Symbol not found: {name} ", "Symbol not found: {name}"]
  static let statement = "{symbolType} is part of Swift's standard library since {since}."

  /// The first type of the catalog that a mangled name of the module Swift (`s`) contains: `s8DurationV`.
  static func type(in symbol: String) -> (name: String, versions: String)? {
    let bytes = symbol.utf8.prefix(2048)
    for (name, versions) in types {
      let mark = "s\(name.utf8.count)\(name)"
      guard let range = bytes.firstRange(of: mark.utf8), range.upperBound < bytes.endIndex else { continue }
      // A type is followed by its kind: a structure, protocol, class or enumeration.
      guard "VPCO".utf8.contains(bytes[range.upperBound]) else { continue }
      return (name, versions)
    }
    return nil
  }

  private static let types: [(name: String, versions: String)] =
    KnowledgeText.systemLibraries.lists["swift types"].compactMap { element in
      element.firstRange(of: ": ").map {
        (String(element[..<$0.lowerBound]), String(element[$0.upperBound...]))
      }
    }
}

/// Which versions of the systems have a framework or library.
enum SystemLibraries {
  /// What the loader prints, with the folders of which only the system can provide the libraries.
  static let templates: [TextTemplate] = [
    "Library not loaded: /System/Library/Frameworks/{name}.framework/",
    "Library not loaded: /System/Library/PrivateFrameworks/{name}.framework/",
    "Library not loaded: /System/iOSSupport/System/Library/Frameworks/{name}.framework/",
    "Library not loaded: /System/Library/SubFrameworks/{name}.framework/",
    "Library not loaded: /usr/lib/swift/{name}.dylib",
  ]
  /// What the loader prints for any library.
  static let notLoaded: TextTemplate = "Library not loaded: "
  static let statement = "{systemLibrary} is part of the system: the app cannot contain it."

  /// The maximum length of a name, in bytes.
  private static let maxName = 64

  /// Returns whether a capture is one component of a path.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maxName && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x5f }
  }

  /// Returns the first versions that have it, in words; `nil` if they are not known.
  static func firstVersions(of name: String) -> String? { versions[name] }

  private static let versions: [String: String] = {
    let lists = KnowledgeText.systemLibraries.lists
    var versions: [String: String] = [:]
    for element in lists["frameworks"] + lists["swift libraries"] {
      guard let colon = element.firstRange(of: ": ") else { continue }
      versions[String(element[..<colon.lowerBound])] = String(element[colon.upperBound...])
    }
    return versions
  }()
}
