import Bytes
import CrashReports
import Foundation
import TestSupport
import Testing

@testable import Signatures

/// All rows of the vectors. If one changes, the keys of stored issues change.
@Suite struct VectorTests {
  @Test(arguments: Vectors.all.names)
  func name(_ vector: Vectors.Name) {
    let image = ImageName.normalized(vector.image, file: nil)
    switch FunctionName.normalized(vector.written, image: image) {
    case .function(let name): #expect(name[...].text == vector.normalized)
    case .dropped: #expect(vector.normalized == nil)
    case .unsymbolicated: Issue.record("unsymbolicated: \(vector.written)")
    }
  }

  @Test func unsymbolicatedFrames() {
    for vector in Vectors.all.unsymbolicated {
      let offset = vector.imageOffset.flatMap { UInt64($0.dropFirst(2), radix: 16) }
      let frame = SignatureFrame(
        image: vector.image, function: vector.written, imageOffset: offset, uuid: vector.uuid)
      let filler = SignatureFrame(image: "MyApp", function: "filler")
      let input = SignatureInput(
        facts: SignatureFacts(), frames: Array(repeating: filler, count: vector.position) + [frame])
      let token = Grouping(input, rules: .builtIn).token(vector.position)
      #expect((token.function == nil ? nil : token.text) == vector.token, "\(vector.written)")
    }
  }

  @Test func imageNames() {
    for vector in Vectors.all.images {
      let frame = SignatureFrame(image: vector.written, path: vector.path, function: "f")
      #expect(ImageName.normalized(frame.image, file: frame.file) == vector.name, "\(vector.written)")
    }
  }

  @Test func roles() {
    for vector in Vectors.all.roles {
      let frame = SignatureFrame(image: vector.image, path: vector.path, function: vector.function)
      let input = SignatureInput(facts: SignatureFacts(), frames: [frame])
      let role = Grouping(input, rules: .builtIn).token(0).role
      #expect(role.rawValue == vector.role, "\(vector.image) \(vector.function)")
    }
  }

  @Test func kinds() {
    for vector in Vectors.all.kinds {
      #expect(KindStep.kind(of: SignatureFacts(vector.facts)).name == vector.kind, "\(vector.facts)")
    }
  }

  @Test func subjects() {
    for vector in Vectors.all.subjects {
      var facts = SignatureFacts(kind: vector.kind, overflow: false)
      let stated = SignatureFacts(vector.facts)
      facts.library = stated.library
      facts.usageKey = stated.usageKey
      facts.process = stated.process
      facts.jetsamReason = stated.jetsamReason
      facts.objectClass = stated.objectClass
      facts.reason = stated.reason
      let signature = Signature(SignatureInput(facts: facts, frames: []))
      #expect(signature.kind == vector.kind)
      #expect(signature.subjects == vector.lines)
      for level in Signature.Level.allCases { #expect(signature.key(level) == vector.keys[level.rawValue]) }
    }
  }

  @Test(arguments: Vectors.all.stacks)
  func stack(_ vector: Vectors.Stack) {
    let signature = Signature(SignatureInput(vector))
    let expected = vector.expected
    #expect(signature.kind == expected.kind)
    #expect(signature.lead == expected.lead)
    #expect(signature.title == expected.title)
    #expect(signature.confidence.rawValue == expected.confidence)
    #expect(signature.isProvisional == expected.provisional)
    #expect(signature.tokens.first == expected.blame)
    for level in Signature.Level.allCases {
      #expect(signature.lines(level) == expected.texts[level.rawValue])
      #expect(signature.key(level) == expected.keys[level.rawValue])
    }
  }

  /// The fixtures equal their originals, if those are next to the checkout.
  @Test(.enabled(if: Repository.sharedData != nil))
  func fixturesAreTheDesigns() throws {
    let design = try #require(Repository.sharedData?.appendingPathComponent("design"))
    for (name, file) in [("vectors", "signature-vectors.json"), ("lists", "signature-lists.json")] {
      let theirs = try Data(contentsOf: design.appendingPathComponent(file))
      let ours = try Repository.bytes(of: "Tests/Fixtures/signatures/\(name).json")
      #expect([UInt8](theirs) == ours, "\(file)")
    }
  }
}

/// The lists in Swift equal the lists in the fixtures.
@Suite struct ListTests {
  private struct Lists: Decodable {
    struct Family: Decodable {
      var family: String
      var functions: [String]
    }
    var algorithm: Int
    var hostImages, loaderImages, systemPaths, systemBundleIDs, systemImages: [String]
    var machinery, machineryAnywhere, glue, unwrap, unwrapSpecialization, drop, modules: [String]
    var prefixFamilies: [Family]

    private enum CodingKeys: String, CodingKey {
      case algorithm, hostImages, loaderImages, systemPaths, systemBundleIDs, systemImages
      case machinery, machineryAnywhere, glue, unwrap, drop, modules, prefixFamilies
      case unwrapSpecialization = "unwrapSpecialisation"
    }
  }

  @Test func listsAreTheData() throws {
    let lists = try JSONDecoder().decode(
      Lists.self, from: Data(Repository.bytes(of: "Tests/Fixtures/signatures/lists.json")))
    #expect(lists.algorithm == 1, "version 2 changes no list")
    #expect(lists.hostImages == FrameRoleLists.hostImages)
    #expect(lists.loaderImages == FrameRoleLists.loaderImages)
    #expect(lists.systemPaths == FrameRoleLists.systemPaths)
    #expect(lists.systemBundleIDs == FrameRoleLists.systemBundleIDs)
    #expect(lists.systemImages == FrameRoleLists.systemImages)
    #expect(lists.machinery == FrameRoleLists.machinery)
    #expect(lists.machineryAnywhere == FrameRoleLists.machineryAnywhere)
    #expect(lists.glue == FrameRoleLists.glue)
    #expect(lists.unwrap == SignatureLists.unwrap)
    #expect(lists.unwrapSpecialization == SignatureLists.unwrapSpecialization)
    #expect(lists.drop == SignatureLists.drop)
    #expect(lists.modules == SignatureLists.modules)
    #expect(lists.prefixFamilies.map(\.family) == SignatureLists.prefixFamilies.map(\.family))
    #expect(lists.prefixFamilies.map(\.functions) == SignatureLists.prefixFamilies.map(\.functions))
  }
}
