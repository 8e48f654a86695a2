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
