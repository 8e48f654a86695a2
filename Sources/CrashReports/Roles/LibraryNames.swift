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
  package static let modules = byName(lists["modules"] + lists["flutter plug-ins"])
  /// Libraries by the names of images that no app uses for its own: without folder, ending and version.
  static let images = byName(lists["images"])
  /// Libraries by the names of pods that an app may use for a framework of its own.
  static let pods = byName(lists["pods"])
  /// Libraries by the names of crates of Rust, and of Swift types without their module.
  static let crates = byName(lists["rust crates"])
  static let types = byName(lists["swift types"])
  private static let files = byName(lists["source files"])
  static let namespaces = byName(lists["namespaces"])
  static let folders = byName(lists["folders"])
  /// Parts of the paths of images that a jailbroken device loads into all apps.
  static let injectedFolders = lists["injected folders"]
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

  /// The functions with which libraries report a failed check, as globs.
  package static let checks: [(glob: String, library: String)] = pairs(lists["check functions"]).map {
    ($0.name, $0.library)
  }
  private static let checkGlobs = GlobSet(tagged: checks.enumerated().map { ($0.element.glob, $0.offset) })

  /// Returns the library with whose function of this name it reports a failed check; `nil` for other functions.
  package static func library(ofCheck function: String) -> String? {
    var function = function
    return function.withUTF8 { name in
      var first: Int?
      checkGlobs.forEachMatch(name) { tag in first = min(first ?? tag, tag) }
      return first.map { checks[$0].library }
    }
  }

  /// The lengths of the prefixes, longest first: the longest one decides.
  static let prefixLengths = Set(prefixes.keys.map(\.utf8.count)).sorted(by: >)

  /// Returns the library with a function of this name, without arguments.
  static func library(ofFunction name: ArraySlice<UInt8>) -> String? {
    var first: Int?
    functions.forEachMatch(name) { tag in first = min(first ?? tag, tag) }
    return first.map { functionNames[$0].library }
  }

  /// Returns the library of an image, by its name without ending and version.
  ///
  /// - Parameter bundleID: The bundle identifier of the image. CocoaPods gives a framework that of the pod, with hyphens for underscores.
  static func library(ofImage image: String, bundleID: String?) -> String? {
    let name = shortImageName(image)
    if let library = modules[name] ?? images[name] ?? images[stem(of: name)] { return library }
    guard let bundleID, bundleID.hasPrefix(podPrefix), let library = pods[name] else { return nil }
    let pod = bundleID.dropFirst(podPrefix.count)
    return pod.utf8.elementsEqual(name.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }) ? library : nil
  }
  private static let podPrefix = "org.cocoapods."

  /// Returns the name of a dynamic library without its ending and version: `libcurl` for `libcurl.4.dylib`, `libglib` for
  /// `libglib-2.0.0.dylib`. The names of frameworks are unchanged.
  static func stem(of image: String) -> String {
    let bytes = Array(image.utf8)
    guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")), dot > 0,
      image.hasSuffix(".dylib") || image.hasSuffix(".so")
    else { return image }
    var end = dot
    while end > 0, bytes[end - 1].isDigit { end -= 1 }
    return end > 1 && end < dot && bytes[end - 1] == UInt8(ascii: "-") ? bytes[..<(end - 1)].text : bytes[..<dot].text
  }

  /// Returns the library of a source file, and the part of its path that shows it: the folder of the library's name in a folder of a
  /// package manager, and the file. `nil` for other files.
  package static func source(_ path: String) -> (library: String, path: String)? {
    let parts = path.utf8.prefix(4096).split(separator: UInt8(ascii: "/"))
    if let file = parts.last, let library = files[String(Substring(file))] { return (library, String(Substring(file))) }
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

  /// Returns the names of elements `Library: name name`. Bytes are searched, because this runs at most starts.
  private static func pairs(_ elements: [String]) -> [(name: String, library: String)] {
    var pairs: [(name: String, library: String)] = []
    for element in elements {
      let bytes = element.utf8
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let library = String(element[..<colon])
      for name in bytes[bytes.index(after: colon)...].split(separator: UInt8(ascii: " ")) {
        pairs.append((String(Substring(name)), library))
      }
    }
    return pairs
  }

  private static func byName(_ elements: [String]) -> [String: String] {
    Dictionary(pairs(elements).map { ($0.name, $0.library) }) { first, _ in first }
  }
}
