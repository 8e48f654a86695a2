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
      for text in context.texts where !text.message.isMention {
        guard let symbol = SystemSymbols.templates.lazy.compactMap({ $0.match(text.matchable)?["name"] }).first else {
          continue
        }
        // What another process missed does not explain the first symbol.
        guard let (type, versions) = SystemSymbols.type(in: symbol) else { return nil }
        return context.match(
          line: text.message.line, member: text.message.text, statement: SystemSymbols.statement,
          captures: ["symbolType": type, "since": versions])
      }
      return nil
    })
}

extension Evidence {
  /// The folder of the first library that the loader did not find. Captures `inApp` for a run path; `absolute` for a folder outside of the
  /// app and of the system; and with it `manager`, the package manager that uses the folder, and `package`, its package.
  static let libraryFolder = Evidence.custom(
    CustomEvidence(
      "the folder of the library that the loader did not find",
      reason: "Only the first message counts: another process may have missed another library.",
      needs: .texts([LibraryFolders.anywhere]), explanations: [LibraryFolders.managed, LibraryFolders.absolute]
    ) { context in
      let first = context.texts.first { text in
        !text.message.isMention && SystemLibraries.notLoaded.match(text.matchable) != nil
          && LibraryFolders.opened.match(text.matchable) == nil
      }
      guard let first else { return nil }
      if LibraryFolders.runPath.match(first.matchable) != nil { return EvidenceMatch(captures: ["inApp": "run path"]) }
      guard let captures = LibraryFolders.captures(of: first.matchable) else { return nil }
      return context.match(
        line: first.message.line, member: first.message.text,
        statement: captures["manager"] == nil ? LibraryFolders.absolute : LibraryFolders.managed, captures: captures)
    })
}

extension Evidence {
  /// The library that lacks a symbol is neither part of the app nor of the system. Captures `elsewhere`; `jailbreak`, or `manager` and
  /// `package` as `libraryFolder`.
  static let expectedElsewhere = Evidence.custom(
    CustomEvidence(
      "the library that lacks the symbol is outside of the app and of the system",
      reason: "The folders are lists of another catalog.",
      needs: .texts(LibraryFolders.expectations), explanations: [LibraryFolders.elsewhere]
    ) { context in
      for text in context.texts where !text.message.isMention && LibraryFolders.opened.match(text.matchable) == nil {
        guard
          let written = LibraryFolders.expectations.lazy.compactMap({ $0.match(text.matchable)?["library"] }).first
        else { continue }
        guard let captures = LibraryFolders.captures(ofExpected: String(LibraryPath(in: written).text)) else {
          return nil
        }
        return context.match(
          line: text.message.line, member: text.message.text, statement: LibraryFolders.elsewhere, captures: captures)
      }
      return nil
    })
}

/// The folders from which libraries of package managers and of the machine that built an app are loaded.
private enum LibraryFolders {
  static let managed = "The path is one of {manager}."
  static let absolute = "The path is an absolute one, outside of the app and of the system."
  static let anywhere: TextTemplate = "Library not loaded: {library}"
  static let runPath: TextTemplate = "Library not loaded: @"
  /// A library that a running process opened has another remedy.
  static let opened: TextTemplate = "dlopen("

  static let expectations: [TextTemplate] = ["Expected in: <{uuid}> {library}", "Expected in: {library}"]
  static let elsewhere = "This library is neither part of the app nor of the system."

  private static let lists = KnowledgeText.systemLibraries.lists
  private static let ofSystem = [
    "/System/", "/usr/lib/", "/private/preboot/Cryptexes/", "/Library/Apple/", "/AppleInternal/",
  ]

  /// The captures of the path of a library that the loader found; `nil` for a library of the app or of the system, and for a run path.
  static func captures(ofExpected path: String) -> [String: String]? {
    guard path.hasPrefix("/") else { return nil }
    var captures = ["elsewhere": "path"]
    if lists["jailbreak folders"].contains(where: { path.firstRange(of: $0) != nil }) {
      captures["jailbreak"] = "jailbreak"
      return captures
    }
    guard !ofSystem.contains(where: path.hasPrefix),
      !lists["own folders"].contains(where: { path.firstRange(of: $0) != nil })
    else { return nil }
    if let found = self.captures(of: MatchableText("Library not loaded: " + path)) {
      captures.merge(found) { own, _ in own }
      captures["absolute"] = nil
    }
    return captures
  }

  private static let managers: [(name: String, template: TextTemplate)] =
    KnowledgeText.systemLibraries.lists["package managers"].compactMap { element in
      element.firstRange(of: ": ").map {
        (String(element[..<$0.lowerBound]), TextTemplate("Library not loaded: " + element[$0.upperBound...]))
      }
    }
  private static let folders = KnowledgeText.systemLibraries.lists["absolute folders"].map {
    TextTemplate("Library not loaded: " + $0)
  }

  static func captures(of text: MatchableText) -> [String: String]? {
    var captures = ["absolute": "path"]
    for (name, template) in managers {
      guard let found = template.match(text) else { continue }
      captures["manager"] = name
      // It is shown as part of a command.
      if let package = found["package"], isPackage(package) { captures["package"] = package }
      return captures
    }
    return folders.contains { $0.match(text) != nil } ? captures : nil
  }

  private static func isPackage(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "@._+-".utf8.contains($0) } && !text.hasPrefix("-")
  }
}

/// Since when the systems have types of Swift's standard library.
private enum SystemSymbols {
  static let templates: [TextTemplate] = ["Symbol not found: {name} ", "Symbol not found: {name}"]
  static let statement = "{symbolType} is part of Swift's standard library since {since}."

  /// The first type of the catalog that a mangled name of the module Swift (`s`) contains: `s8DurationV`, but not `7Orchards8DurationV`,
  /// where the letter is the last one of another module.
  static func type(in symbol: String) -> (name: String, versions: String)? {
    let bytes = Array(symbol.utf8.prefix(2048))
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "s"), let (identifier, end) = identifier(in: bytes, at: at + 1), end < bytes.count,
        // A type is followed by its kind: a structure, protocol, class or enumeration.
        "VPCO".utf8.contains(bytes[end]), let found = types.first(where: { $0.name.utf8.elementsEqual(identifier) })
      {
        return found
      }
      at = identifier(in: bytes, at: at)?.end ?? at + 1
    }
    return nil
  }

  /// An identifier with its length in front of it: `8Duration`.
  private static func identifier(in bytes: [UInt8], at start: Int) -> (text: ArraySlice<UInt8>, end: Int)? {
    let digits = bytes[min(start, bytes.count)...].prefix(while: \.isDigit)
    // A zero begins words that are repeated.
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 4 else { return nil }
    let length = digits.reduce(0) { 10 * $0 + Int($1 &- 0x30) }
    guard length <= bytes.count - digits.endIndex else { return nil }
    return (bytes[digits.endIndex..<(digits.endIndex + length)], digits.endIndex + length)
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
