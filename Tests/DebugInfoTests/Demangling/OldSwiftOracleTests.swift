import DebugInfo
import Foundation
import Testing

/// Random names of the grammar, compared with `swift-demangle` if available.
@Suite struct OldSwiftOracleTests {
  @Test(.enabled(if: SwiftDemangle.tool != nil, "swift-demangle is not on PATH"))
  func readsRandomNamesAsTheToolDoes() throws {
    var grammar = OldSwiftGrammar(seed: 20_140_602)
    let names = (0..<5000).map { _ in grammar.name() }
    let readable = try SwiftDemangle.compact(names)
    try #require(readable.count == names.count)

    var different: [String] = []
    var known = 0
    for (name, expected) in zip(names, readable) where (demangled(name) ?? name) != expected {
      // The rest of a C name begins with a letter, see `leavesNamesOfC`.
      let isLikeC = demangled(name) == nil && expected.contains(/with unmangled suffix "[A-Za-z]/)
      // See `readsTheModuleOfSwift1`.
      let isSwift1 = expected == name && name.contains("Ss")
      if isLikeC || isSwift1 { known += 1 } else { different.append(name) }
    }
    #expect(different == [])
    #expect(known < 20)
    #expect(zip(names, readable).count { $0 != $1 } > 4000, "most names are well-formed")
  }
}

private enum SwiftDemangle {
  static let tool: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swift-demangle") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  /// The demangled `names`, in their order. None of them contains a line break.
  static func compact(_ names: [String]) throws -> [String] {
    var readable: [String] = []
    // As many as fit into the arguments of a process.
    for start in stride(from: 0, to: names.count, by: 500) {
      let process = Process()
      process.executableURL = tool
      process.arguments = ["-compact", "--"] + names[start..<min(start + 500, names.count)]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      readable += text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    return readable
  }
}
