internal import Vocabulary

/// An error for a property that does not hold, with its description.
package struct BrokenProperty: Error, CustomStringConvertible {
  package var description: String
}

/// Throws `BrokenProperty` if `condition` is false.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw BrokenProperty(description: what()) }
}

/// Throws if a displayed text contains a character that could control a terminal or hide text.
///
/// - Parameter breaks: control characters that the output itself uses and that are therefore allowed.
func requireVisible(_ text: String, _ what: @autoclosure () -> String, except breaks: [Unicode.Scalar] = ["\n"]) throws
{
  for scalar in text.unicodeScalars where scalar.value < 0x20 || scalar.value > 0x7E {
    if breaks.contains(scalar) || !VisibleText.mustEscape(scalar) { continue }
    throw BrokenProperty(description: "\(what()) contains U+\(String(scalar.value, radix: 16))")
  }
}

/// Small numbers from an input, for targets that derive their operations from the bytes.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Returns a number below `bound`, or `nil` at the end of the input.
  mutating func next(below bound: Int) -> Int? { rest.popFirst().map { Int($0) % max(1, bound) } }
}

/// Magic numbers of file formats. They are restored after a mutation, because otherwise the first check would fail.
package enum KnownBeginning {
  case machO, elf

  private var beginnings: [[UInt8]] {
    if case .elf = self {
      return [
        [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1], [0x7F, 0x45, 0x4C, 0x46, 1, 1, 1],
        Array("MODULE Linux x86_64 4C5A2A69C0DE0BADF00D0123456789AB0 a\n".utf8),
      ]
    }
    return [
      [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF], [0xCA, 0xFE, 0xBA, 0xBE],
      [0xCA, 0xFE, 0xBA, 0xBF], Array("!<arch>\n".utf8),
    ]
  }

  /// Writes a magic number over the first bytes: in most cases the most common one, and sometimes none, so that wrong
  /// magic numbers are also tested.
  package func restore(in bytes: UnsafeMutableBufferPointer<UInt8>, seed: UInt32) {
    guard seed % 16 != 0 else { return }
    let all = beginnings
    if seed % 4 != 1, all.contains(where: { $0.count <= bytes.count && bytes.prefix($0.count).elementsEqual($0) }) {
      return
    }
    let one = seed % 4 == 1 ? all[Int(seed / 16) % all.count] : all[0]
    guard one.count <= bytes.count else { return }
    for (index, byte) in one.enumerated() { bytes[index] = byte }
  }
}
