import Knowledge
import TestSupport
import Testing

@testable import CrashReports
@testable import Diagnosis

/// The folder Knowledge: each line of each file, and that the program contains them.
@Suite struct KnowledgeTests {
  @Test(arguments: KnowledgeFile.all) func linesAreValid(_ file: KnowledgeFile) {
    #expect(file.faults.isEmpty, "\(file.faults.joined(separator: "\n"))")
  }

  @Test func filesAreFound() { #expect(KnowledgeFile.all.count >= 60) }

  /// A file that knowledge.c does not list, or a build with an earlier state of one.
  @Test func everyFileIsCompiled() throws {
    var compiled: Set<String> = []
    for text in KnowledgeText.catalog {
      let bytes = Array(text.bytes)
      let files = try Self.files(of: text)
      for file in files { compiled.insert(file) }
      let expected = try files.flatMap { try Repository.bytes(of: $0) + [UInt8(ascii: "\n")] }
      #expect(bytes == expected, "build again; the files of \(text.name) are \(files)")
    }
    #expect(Set(KnowledgeFile.all.map(\.path)).subtracting(compiled) == [], "not in Sources/CKnowledge/knowledge.c")
  }

  /// The files of a text, in the order of knowledge.c.
  private static func files(of text: KnowledgeText) throws -> [String] {
    let single = "Knowledge/\(text.name).txt"
    let all = KnowledgeFile.all.map(\.path)
    if all.contains(single) { return [single] }
    if text.name == "words/languages" {
      return ["english", "german", "russian", "chinese", "japanese", "korean", "french", "spanish"].map {
        "Knowledge/words/\($0).txt"
      }
    }
    return all.filter { $0.hasPrefix("Knowledge/\(text.name)/") }
  }

  @Test func faultsHaveLocations() {
    func faults(_ path: String, _ text: String) -> [String] { KnowledgeFile("Knowledge/" + path, text).faults }
    let valid = """
      # A comment.
      api: -[Sample run]
      id: sample-run
      image: Sample
      raises: exception NSRangeException
      requires: The sample is not empty.
      cause: It is empty.
      fix: Fill it.
      source: https://example.com/1

      """
    #expect(faults("apis/Sample.txt", valid) == [])
    func with(_ old: String, _ new: String) -> [String] {
      faults("apis/Sample.txt", valid.replacing(old, with: new))
    }
    let path = "Knowledge/apis/Sample.txt"
    #expect(with("image: Sample\n", "") == ["\(path):2: no image"])
    #expect(with("image: ", "img: ") == ["\(path):4: no field is named img", "\(path):2: no image"])
    #expect(with("image: Sample", "image Sample") == ["\(path):4: not `field: value`", "\(path):2: no image"])
    #expect(with("fix: Fill it.", "fix: Fill it") == ["\(path):8: not a sentence"])
    #expect(with("id: sample-run", "id: Sample run") == ["\(path):3: not an identifier"])
    #expect(with("raises:", "id: a\nraises:") == ["\(path):5: a second id"])
    #expect(with("https:", "ftp:") == ["\(path):9: not an address"])
    #expect(with("Sample\n", "Sample \n") == ["\(path):4: a tab, or a blank at an end of the line"])
    #expect(with("api: -[Sample run]\nid: sample-run", "id: sample-run\napi: -[Sample run]").count == 1)
    #expect(
      faults("frames/a.txt", "a\n[b]\nc\nc\n").map { $0.prefix(24) } == [
        "Knowledge/frames/a.txt:1", "Knowledge/frames/a.txt:4",
      ])
    #expect(
      faults("codes/a.txt", "[b]\n1: closed\n2\n1: renamed\n\n[c]\n1: made\n") == [
        "Knowledge/codes/a.txt:3: not `key: value`", "Knowledge/codes/a.txt:4: a second 1",
      ])
    #expect(
      faults("codes/cpp-exceptions.txt", "type: bad_cast\ncause: A cast failed\n") == [
        "Knowledge/codes/cpp-exceptions.txt:2: not a sentence", "Knowledge/codes/cpp-exceptions.txt:1: no advice",
      ])
    #expect(faults("words/a.txt", "crash: a, b\nCrash: a\ncrash: a,, b\n").count == 2)
    #expect(faults("other.txt", "\n").count == 1)
  }

  // MARK: - References

  @Test func patternsOfTopicsExist() {
    for text in KnowledgeText.catalog where text.name.hasPrefix("topics/") || text.name == "bug-types" {
      for entry in text.entries {
        for id in entry.list("patterns", separator: ",") {
          #expect(Pattern.with(id: id) != nil, "\(text.name): \(entry.fields[0].value): no pattern \(id)")
        }
      }
    }
    for id in KnowledgeText.descriptions.fields.map(\.name) {
      #expect(Pattern.with(id: id) != nil, "words/descriptions: no pattern \(id)")
    }
  }

  @Test func bugTypesAreUnique() {
    #expect(Set(BugType.catalog.map(\.id)).count == BugType.catalog.count)
    for entry in KnowledgeText.bugTypes.entries {
      let (type, read) = (entry["type"] ?? "", entry["read"] ?? "")
      #expect(BugType.Family(rawValue: read) != nil, "bug type \(type): no reader \(read)")
    }
  }

  @Test func numbersOfTopicsAreRead() {
    #expect(Topic.terminationCodes.allSatisfy { $0.number != nil || $0.id.contains(" ") })
    #expect(Topic.signals.allSatisfy { $0.number != nil })
    #expect(Topic.exceptionTypes.map(\.number) == (1...13).map { UInt64($0) })
  }

  /// Each list that the program reads is in the text, and no other.
  @Test func listsAreRead() throws {
    let sources = try [
      "Roles/BlameLists.swift", "Roles/FrameRoleLists.swift", "Context/ProseWords.swift", "Roles/AppleImages.swift",
      "Text/SignalMessage.swift", "Roles/LibraryNames.swift", "Context/ListWords.swift",
    ].map {
      try Repository.text(of: "Sources/CrashReports/" + $0)
    }
    let words =
      try Repository.text(of: "Sources/Diagnosis/Knowledge/QuestionWords.swift")
      + Repository.text(of: "Sources/Diagnosis/Evidence/AnalysisContext.swift")
      + Repository.text(of: "Sources/Diagnosis/RaisingAPIs/SingleArgument.swift")
      + Repository.text(of: "Sources/Diagnosis/Pattern+Cases.swift")
    let profile = try Repository.text(of: "Sources/Diagnosis/ProfileSummary.swift")
    let system = try Repository.text(of: "Sources/Diagnosis/Evidence/Evidence+SystemLibrary.swift")
    for (text, source) in [
      (KnowledgeText.blame, sources[0]), (KnowledgeText.roles, sources[1]), (KnowledgeText.words, words),
      (KnowledgeText.profile, profile),
      (KnowledgeText.prose, sources[2]), (KnowledgeText.appleImages, sources[3]),
      (KnowledgeText.signalMessages, sources[4]), (KnowledgeText.linkedLibraries, sources[5]),
      (KnowledgeText.listings, sources[6]),
      (KnowledgeText.systemLibraries, system),
    ] {
      let read = source.matches(of: /(?:lists\[|words\()"([^"]+)"/).map { String($0.output.1) }
      #expect(Set(read) == Set(text.lists.all.keys), "\(text.name)")
      #expect(text.lists.all.values.allSatisfy { !$0.isEmpty }, "\(text.name)")
    }
  }

  /// The same for lists that several files, or types of another module, read.
  @Test func listsOfCodesAndThreadsAreRead() throws {
    for (text, paths) in [
      (
        KnowledgeText.threads,
        [
          "Diagnosis/Evidence/Evidence+Waiting.swift", "Diagnosis/Evidence/Evidence+OffMainThread.swift",
          "CrashReports/Formats/Sampled/SampleReader.swift", "Diagnosis/Evidence/Evidence+Exit.swift",
          "Diagnosis/Evidence/Evidence+ServiceWatchdog.swift",
        ]
      ), (KnowledgeText.guards, ["Diagnosis/Patterns/ExcGuard.swift"]),
      (KnowledgeText.sanitizers, ["Diagnosis/Evidence/Evidence+Sanitizers.swift"]),
      (KnowledgeText.frameWords, ["Presentation/Text/FrameWords.swift"]),
      (
        KnowledgeText.interfaceBuilder,
        ["Checks/NibKeys", "Checks/InspectorValues", "Checks/Initializers", "Model/SwiftUIModifiers"].map {
          "ProjectInspection/\($0).swift"
        }
      ),
    ] {
      let sources = try paths.map { try Repository.text(of: "Sources/" + $0) }.joined()
      let read = sources.matches(of: /lists(?:\[|\.pairs\(|\.dictionary\()"([^"]+)"/).map { String($0.output.1) }
      #expect(Set(read) == Set(text.lists.all.keys), "\(text.name)")
      #expect(text.lists.all.values.allSatisfy { !$0.isEmpty }, "\(text.name)")
    }
  }

  /// Each list of a runtime is that of a name in the sources, and each runtime has functions or images.
  @Test func listsOfRuntimesAreRead() throws {
    let sources = try ["Engines", "Native", "Libraries"].map {
      try Repository.text(of: "Sources/Diagnosis/Runtimes/LanguageRuntime+\($0).swift")
    }.joined()
    let names = sources.matches(of: /static let (\w+) = LanguageRuntime\(\s+name: "(\w+)"/).map { $0.output }
    #expect(names.count >= 16 && names.allSatisfy { $0.1 == $0.2 })
    #expect(names.count == sources.matches(of: /= LanguageRuntime\(/).count)
    var expected: Set = ["managed namespaces"]
    let lists = KnowledgeText.runtimes.lists
    for name in names.map(\.1) {
      let own = ["\(name) functions", "\(name) images"].filter { lists.all[$0] != nil }
      #expect(!own.isEmpty, "\(name)")
      expected.formUnion(own)
    }
    #expect(Set(lists.all.keys) == expected)
    #expect(lists.all.values.allSatisfy { !$0.isEmpty })
  }

  /// Each element of a list of pairs is read as its two parts.
  @Test func pairsAreRead() {
    for text in [KnowledgeText.guards, .sanitizers, .frameWords] {
      // The words of debuggers have no code.
      for (name, elements) in text.lists.all where !name.hasPrefix("debugger ") {
        let pairs = text.lists.pairs(name)
        #expect(pairs.map { "\($0.key): \($0.value)" } == elements, "\(text.name): \(name)")
        #expect(text.lists.dictionary(name).count == elements.count, "\(text.name): \(name)")
      }
    }
    #expect(KnowledgeText.guards.lists.dictionary("violations")["4.2"] == "renamed")
    #expect(KnowledgeText.frameWords.lists.pairs("functions").first?.key == "ImageLoader::recursiveInit")
  }

  /// A name belongs to one library, and initials alone are not the name of one.
  @Test func namesOfLibrariesAreUnambiguous() {
    for (list, elements) in KnowledgeText.linkedLibraries.lists.all where list != "injected folders" {
      var owners: [String: String] = [:]
      for element in elements {
        let parts = element.split(separator: ":", maxSplits: 1).map(String.init)
        #expect(parts.count == 2 && parts[1].first == " ", "\(list): not `Library: names`: \(element)")
        for name in parts.last?.split(separator: " ").map(String.init) ?? [] {
          #expect(owners[name] == nil, "\(list): \(name) is a name of \(owners[name] ?? "") and of \(parts[0])")
          owners[name] = parts[0]
          #expect(list != "class prefixes" || name.count >= 3, "\(name): two letters are also the prefix of apps")
          #expect(list != "functions" || name.first != "*", "\(name): a name begins with what only this library uses")
        }
      }
    }
  }

  // MARK: - Reading

  @Test func blanksOfElementsAreRead() {
    #expect(BlameLists.entryPointPrefixes.contains("merged "))
    #expect(BlameLists.helpers.contains("_precondition*"))
  }

  @Test func entriesAtOffsetsAreThoseOfTheList() {
    let text = KnowledgeText.apis
    var offsets: [Int] = []
    text.forEachLine { _, entry in if offsets.last != entry { offsets.append(entry) } }
    let entries = text.entries
    #expect(offsets.count == entries.count)
    for (offset, entry) in zip(offsets, entries) {
      let other = text.entry(at: offset)
      #expect(other.fields.map(\.value) == entry.fields.map(\.value) && other["id"] == entry["id"])
    }
  }
}
