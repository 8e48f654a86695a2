import Bytes
import Knowledge
import Vocabulary

/// The names that only one third-party library uses, from Knowledge/frames/linked-libraries.txt.
package enum LibraryNames {
  private static let lists = KnowledgeText.linkedLibraries.lists

  static let prefixes = byName(lists["class prefixes"])
  static let classes = byName(lists["class names"])
  static let selectors = byName(lists["selector prefixes"])
  /// Libraries by the names of their Swift modules, which are also those of their frameworks.
  package static let modules = byName(lists["modules"])
  static let namespaces = byName(lists["namespaces"])
  static let folders = byName(lists["folders"])
  private static let programs = byName(lists["programs"])

  /// Returns the program of a vendor that has this bundle identifier, or whose helper has it; `nil` for other identifiers.
  package static func program(bundleID: String) -> String? {
    var identifier = bundleID[...]
    while true {
      if let program = programs[String(identifier)] { return program }
      guard let dot = identifier.lastIndex(of: ".") else { return nil }
      identifier = identifier[..<dot]
    }
  }

  private static let functionNames = pairs(lists["functions"])
  private static let functions = GlobSet(tagged: functionNames.enumerated().map { ($0.element.name, $0.offset) })

  /// The lengths of the prefixes, longest first: the longest one decides.
  static let prefixLengths = Set(prefixes.keys.map(\.utf8.count)).sorted(by: >)

  /// Returns the library with a function of this name, without arguments.
  static func library(ofFunction name: ArraySlice<UInt8>) -> String? {
    var first: Int?
    functions.forEachMatch(name) { tag in first = min(first ?? tag, tag) }
    return first.map { functionNames[$0].library }
  }

  /// Returns the library of a source file, and the part of its path that shows it: the folder of the library's name in a folder of a
  /// package manager, and the file. `nil` for other files.
  package static func source(_ path: String) -> (library: String, path: String)? {
    let parts = path.utf8.prefix(4096).split(separator: UInt8(ascii: "/"))
    guard parts.count >= 3, let file = parts.last else { return nil }
    for (index, part) in parts.dropLast(2).enumerated() {
      let checkout = String(Substring(part))
      guard DependencyFolders.checkouts.contains(checkout) else { continue }
      let folder = String(Substring(parts[index + 1]))
      if let library = folders[folder] ?? modules[folder] {
        return (library, "/" + [checkout, folder, String(Substring(file))].joined(separator: "/"))
      }
    }
    return nil
  }

  /// Returns the names of elements `Library: name name`.
  private static func pairs(_ elements: [String]) -> [(name: String, library: String)] {
    elements.flatMap { element -> [(name: String, library: String)] in
      guard let colon = element.firstIndex(of: ":") else { return [] }
      let library = String(element[..<colon])
      return element[element.index(after: colon)...].split(separator: " ").map { (String($0), library) }
    }
  }

  private static func byName(_ elements: [String]) -> [String: String] {
    Dictionary(pairs(elements).map { ($0.name, $0.library) }) { first, _ in first }
  }
}
