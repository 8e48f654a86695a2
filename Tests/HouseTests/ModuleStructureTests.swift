import TestSupport
import Testing

/// The order inside of modules, and names between them (docs/architecture.md, "Inside a module").
@Suite struct ModuleStructureTests {
  /// The uses between folders of a module that form circles with others: "A → B" means that files of A use types of B. `.`
  /// is the module's own folder. The list may only become shorter.
  private static let knownCircles: [String: Set<String>] = [
    "Archives": [". → Deflate", ". → Tar", ". → Zip", ". → Zstandard", "Bytes → ."],
    "ClickHouse": ["Errors → .", "Results → .", "Transport → ."],
    "CrashReports": [
      ". → Normalization", "Bytes → Model", "Bytes → Normalization", "Formats → .", "JSON → Formats", "Model → Text",
      "Text → Context",
      "Text → Formats",
    ],
    "DebugInfo": ["Index → ."],
    "Diagnosis": [". → Evidence", ". → Knowledge", ". → RaisingAPIs", "Evidence → RaisingAPIs", "Evidence → Runtimes"],
    "Documents": [". → Members"],
    "History": [
      ". → Queries", ". → Sharing", ". → Summaries", "Queries → Facets", "Records → .", "Records → Queries",
      "Records → Writing", "Summaries → Queries", "TrendSections → Queries", "Writing → .", "Writing → Queries",
      "Writing → Sharing", "Writing → Summaries",
    ],
    "Pages": ["Markup → Models"],
    "Presentation": [". → Pages", ". → Problems", "Text → Outputs"],
    "ProjectInspection": ["Reading → Model"],
    "Redaction": [". → Scanner"],
    "Signatures": [". → Input", ". → Steps", "Input → Steps", "Names → Steps"],
  ]

  /// The names of types that two modules declare. The list may only become shorter. The library has names of its own for
  /// its users.
  private static let knownNames: Set<String> = ["Wording"]

  /// The folders with the name of a module. The list may only become shorter.
  private static let knownFolders: Set<String> = [
    "Archives/Bytes", "CrashReports/Bytes", "CrashReports/Rewriting", "DebugInfo/Bytes", "Diagnosis/Knowledge",
    "Presentation/Pages",
  ]

  private static let modules: [SourceModule] = {
    let files = Dictionary(
      grouping: Repository.files(below: "Sources").filter { $0.hasSuffix(".swift") }
    ) { String($0.split(separator: "/")[1]) }
    return files.sorted { $0.key < $1.key }.map { SourceModule(name: $0.key, files: $0.value) }
  }()

  @Test func foldersUseEachOtherInOneDirection() throws {
    #expect(Self.modules.count > 25)
    for module in Self.modules {
      var uses = module.uses
      for known in Self.knownCircles[module.name] ?? [] {
        #expect(uses.remove(known) != nil, "\(module.name): \(known) is listed and not needed")
      }
      let circle = Self.circle(in: uses)
      #expect(circle.isEmpty, "\(module.name): folders use each other in a circle: \(circle.sorted())")
    }
    #expect(Set(Self.knownCircles.keys).isSubset(of: Self.modules.map(\.name)))
  }

  @Test func aTypeHasOneName() {
    var modules: [String: Set<String>] = [:]
    for module in Self.modules where module.name != "DiagnoseKit" {
      for name in module.folders.keys { modules[name, default: []].insert(module.name) }
    }
    let names = modules.filter { $0.value.count > 1 }
    for (name, modules) in names where !Self.knownNames.contains(name) {
      Issue.record("\(name) is a type of \(modules.sorted().joined(separator: " and ")): rename one of them")
    }
    #expect(Self.knownNames.isSubset(of: names.keys), "names are listed that are unique")
  }

  @Test func foldersHaveNamesOfTheirOwn() {
    let names = Set(Self.modules.map(\.name))
    let folders = Self.modules.flatMap(\.files).flatMap { file in
      let parts = file.split(separator: "/").dropFirst().dropLast()
      return parts.indices.dropFirst().filter { names.contains(String(parts[$0])) }.map {
        parts[...$0].joined(separator: "/")
      }
    }
    #expect(Set(folders) == Self.knownFolders)
  }

  @Test func circlesAreFound() {
    #expect(Self.circle(in: ["A → B", "B → C", "C → D", "D → B", "E → A"]) == ["B → C", "C → D", "D → B"])
    #expect(Self.circle(in: ["A → B", "B → C", "A → C"]).isEmpty)
  }

  @Test func usesAreFound() {
    let module = SourceModule(
      texts: [
        "A/One.swift": "struct One {\n  var two: Two // Three\n  let text = \"Four\"\n}\nprivate struct Hidden {}\n",
        "B/Two.swift": "package final class Two {}\nfunc f() -> Hidden { Three() }\n",
        "C.swift": "/// One\nenum Three { case a }\nlet text = \"\"\"\n  One \"Two\"\n  \"\"\"\n",
        "A/Four.swift": "@Suite package struct Four {}\n",
      ])
    #expect(module.uses == ["A → B", "B → ."])
    #expect(module.folders.keys.sorted() == ["Four", "One", "Three", "Two"])
  }

  /// Returns the uses that remain after folders that use none of the others, and those that none of the others uses, are
  /// removed one after another.
  private static func circle(in uses: Set<String>) -> Set<String> {
    var rest = uses
    while true {
      let arrows = rest.map { $0.split(separator: " → ").map(String.init) }
      let (users, used) = (Set(arrows.map { $0[0] }), Set(arrows.map { $0[1] }))
      let next = rest.filter { arrow in
        let ends = arrow.split(separator: " → ").map(String.init)
        return used.contains(ends[0]) && users.contains(ends[1])
      }
      if next.count == rest.count { return rest }
      rest = next
    }
  }
}

/// The types of a module, and which of them its folders use.
private struct SourceModule {
  var name = ""
  var files: [String] = []
  /// The folders of each type that other files can use, by its name. `.` is the folder of the module.
  private(set) var folders: [String: Set<String>] = [:]
  /// The uses between folders, "A → B".
  private(set) var uses: Set<String> = []

  init(name: String, files: [String]) {
    let start = "Sources/\(name)/".count
    self.init(
      texts: Dictionary(
        uniqueKeysWithValues: files.map { (String($0.dropFirst(start)), (try? Repository.text(of: $0)) ?? "") }))
    self.name = name
    self.files = files
  }

  /// - Parameter texts: The sources by their paths in the module.
  init(texts: [String: String]) {
    let sources = texts.map { (folder: Self.folder($0.key), source: SwiftWords($0.value)) }
    for (folder, source) in sources {
      for name in source.declared { folders[name, default: []].insert(folder) }
    }
    for (folder, source) in sources {
      for name in source.used {
        guard let others = folders[name], !others.contains(folder) else { continue }
        for other in others { uses.insert("\(folder) → \(other)") }
      }
    }
  }

  private static func folder(_ path: String) -> String {
    path.firstIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

/// The capitalized words of a Swift source outside of comments and strings.
private struct SwiftWords {
  /// The types that are declared outside of others, except private ones.
  private(set) var declared: Set<String> = []
  private(set) var used: Set<String> = []

  private static let keywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

  init(_ text: String) {
    for line in Self.code(text).split(separator: UInt8(ascii: "\n")) {
      let words = line.split { !Self.isOfWord($0) }
      used.formUnion(words.filter { $0.first.map { (0x41...0x5A).contains($0) } == true }.map(Self.text))
      guard line.first != UInt8(ascii: " ") else { continue }
      let names = words.map(Self.text)
      guard let keyword = names.firstIndex(where: Self.keywords.contains), keyword + 1 < names.count,
        !names[..<keyword].contains(where: { ["private", "fileprivate", "func", "let", "var"].contains($0) })
      else { continue }
      declared.insert(names[keyword + 1])
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the text without comments and strings.
  private static func code(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let quote = UInt8(ascii: "\"")
    var code: [UInt8] = []
    code.reserveCapacity(bytes.count)
    var index = 0
    func isQuoted(at index: Int) -> Bool { bytes[index...].prefix(3).elementsEqual([quote, quote, quote]) }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      } else if bytes[index] == quote {
        let isLong = isQuoted(at: index)
        index += isLong ? 3 : 1
        while index < bytes.count, isLong ? !isQuoted(at: index) : bytes[index] != quote && bytes[index] != 0x0A {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += isLong ? 3 : 1
      } else {
        code.append(bytes[index])
        index += 1
      }
    }
    return code
  }
}
