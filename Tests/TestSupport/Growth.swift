import Foundation
import Testing

/// How the time of an operation grows with the size of its input.
package struct Growth: CustomStringConvertible {
  /// The sizes: 1, 2, 4 and 8 times the first.
  package let sizes: [Int]
  /// The least processor time of three measurements for each size, in seconds.
  package let times: [Double]

  /// Measures `operation` for `size` and for 2, 4 and 8 times that size.
  ///
  /// - Parameters:
  ///   - size: The first size.
  ///   - make: Returns the input of a size; its time is not measured.
  ///   - operation: The operation. It runs on this thread, whose processor time is measured, because other tests run at
  ///     the same time.
  package init<Input>(
    from size: Int, of make: (Int) throws -> Input, _ operation: (Input) throws -> Void
  ) rethrows {
    sizes = [1, 2, 4, 8].map { size * $0 }
    times = try sizes.map { size in
      let input = try make(size)
      return try (0..<3).map { _ in try ProcessorTime.seconds { try operation(input) } }.min() ?? 0
    }
  }

  /// Creates a growth from times that were measured otherwise.
  package init(sizes: [Int], times: [Double]) {
    self.sizes = sizes
    self.times = times
  }

  /// The time for the largest size, as a multiple of the time for the smallest one. Times below a millisecond count as
  /// a millisecond, because they consist of the cost of measuring. Linear time gives about 8, and quadratic time 64.
  package var ratio: Double { (times.last ?? 0) / max(times.first ?? 0, 0.001) }

  package var description: String {
    zip(sizes, times).map { "\($0): \(($1 * 100_000).rounded() / 100) ms" }.joined(separator: ", ")
  }

}

/// Text whose normalization, or whose division into characters from the end, takes more than linear time.
package struct MarkClass: Sendable, CustomTestStringConvertible {
  package let name: String
  /// The marks, which are repeated after one letter.
  package let marks: String

  package init(name: String, marks: String) {
    self.name = name
    self.marks = marks
  }

  package var testDescription: String { name }

  /// Returns a letter with about `bytes` bytes of marks.
  package func text(_ bytes: Int, letter: String = "a") -> String {
    letter + String(repeating: marks, count: max(1, bytes / marks.utf8.count))
  }

  /// Marks of different combining classes in an order that normalization changes.
  package static let catalog: [MarkClass] = [
    MarkClass(name: "Latin, above and below", marks: "\u{301}\u{316}"),
    MarkClass(name: "Latin, three classes", marks: "\u{301}\u{316}\u{31B}"),
    MarkClass(name: "Latin, overlays and double marks", marks: "\u{360}\u{334}\u{327}"),
    MarkClass(name: "a mark that decomposes into two", marks: "\u{344}\u{316}"),
    MarkClass(name: "Greek iota subscript", marks: "\u{345}\u{342}\u{313}"),
    MarkClass(name: "Cyrillic", marks: "\u{487}\u{301}\u{323}"),
    MarkClass(name: "Hebrew points", marks: "\u{5BD}\u{5B0}"),
    MarkClass(name: "Hebrew accents", marks: "\u{5AE}\u{591}\u{5B9}"),
    MarkClass(name: "Arabic", marks: "\u{651}\u{64B}\u{655}"),
    MarkClass(name: "Syriac", marks: "\u{730}\u{711}\u{731}"),
    MarkClass(name: "nukta and virama", marks: "\u{94D}\u{93C}"),
    MarkClass(name: "Thai", marks: "\u{E48}\u{E38}"),
    MarkClass(name: "Lao", marks: "\u{EC8}\u{EB8}"),
    MarkClass(name: "Tibetan vowels", marks: "\u{F74}\u{F72}\u{F71}"),
    MarkClass(name: "Tibetan vowels that decompose", marks: "\u{F73}\u{F81}\u{F75}"),
    MarkClass(name: "Myanmar", marks: "\u{1039}\u{1037}"),
    MarkClass(name: "Kana voicing", marks: "\u{3099}\u{301}\u{3099}\u{316}"),
    MarkClass(name: "Hangul tone marks", marks: "\u{302E}\u{302F}\u{302B}\u{302A}"),
    MarkClass(name: "symbols", marks: "\u{20D0}\u{20E8}\u{20D8}"),
    MarkClass(name: "half marks", marks: "\u{FE20}\u{FE27}"),
    MarkClass(name: "musical symbols outside the first plane", marks: "\u{1D165}\u{1D16D}\u{1D17B}"),
    MarkClass(name: "Grantha, outside the first plane", marks: "\u{1134D}\u{1133C}\u{11366}"),
    MarkClass(name: "Adlam, outside the first plane", marks: "\u{1E944}\u{1E94A}"),
    MarkClass(name: "flags", marks: "\u{1F1E9}\u{1F1EA}"),
  ]

  /// Returns one text for all classes: their runs of about `bytes` bytes, one after the other.
  package static func all(_ bytes: Int) -> String { catalog.map { $0.text(bytes) }.joined(separator: " ") }

  /// Returns the length of the longest run of marks in a text.
  package static func longestRun(_ text: String) -> Int {
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest
  }
}
