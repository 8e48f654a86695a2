import Testing
import Vocabulary

/// Numbers that readers with 53-bit integers would change are not written as integers.
@Suite struct LargeNumberTests {
  private func written(_ value: Double?) -> String {
    var writer = JSONWriter(layout: .compact)
    writer.object { $0.member("n", decimal: value) }
    return String(decoding: writer.bytes, as: UTF8.self).filter { !$0.isWhitespace }
  }

  @Test func wholeNumbersHaveALimit() {
    #expect(written(3) == #"{"n":3}"# && written(-3) == #"{"n":-3}"# && written(0.5) == #"{"n":0.5}"#)
    #expect(written(9_007_199_254_740_991) == #"{"n":9007199254740991}"#)
    for value in [9_007_199_254_740_992, 1e16, 1e18, -1e17] {
      #expect(written(value) == "{\"n\":\(value)}", "\(value)")
    }
    #expect(written(nil) == #"{"n":null}"# && written(.infinity) == #"{"n":null}"# && written(.nan) == #"{"n":null}"#)
  }
}

/// A file of a dependency or of the system is not the file of the user with the same name.
@Suite struct ForeignSourceTests {
  private func path(_ file: String, _ files: [String] = ["Sources/View.swift", "App/Pods/Kit/Card.swift"]) -> String? {
    SourceTree(root: "/checkout", workingDirectory: "/checkout") { SourceFileList(files) }.path(of: file)
  }

  @Test(arguments: [
    "/build/Pods/Kit/View.swift", "/build/SourcePackages/checkouts/kit/View.swift", "/b/.build/checkouts/View.swift",
    "/b/Carthage/View.swift", "/b/node_modules/x/View.swift", "/b/iPhoneOS17.sdk/View.swift",
    "/Applications/Xcode.app/View.swift", "/Applications/Xcode-16.app/View.swift", "/b/swift.xctoolchain/View.swift",
  ]) func filesOfOthersAreNotTheUsers(_ file: String) { #expect(path(file) == nil, "\(file)") }

  @Test func otherFilesAre() {
    #expect(path("/build/View.swift") == "Sources/View.swift")
    #expect(path("/build/MyPods/View.swift") == "Sources/View.swift")
    // The checkout contains the folder.
    #expect(path("/build/Pods/Kit/Card.swift") == "App/Pods/Kit/Card.swift")
    #expect(path("/build/Pods/Other/Card.swift") == nil)
  }
}
