internal import Vocabulary

/// A property that does not hold, in words.
package struct BrokenProperty: Error, CustomStringConvertible {
  package var description: String
}

/// Throws where `condition` does not hold.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw BrokenProperty(description: what()) }
}

/// Throws where a text that people look at holds a character that could steer a terminal or hide something.
///
/// - Parameter breaks: characters that are allowed all the same, because we write them ourselves.
func requireVisible(_ text: String, _ what: @autoclosure () -> String, except breaks: [Unicode.Scalar] = ["\n"]) throws
{
  for scalar in text.unicodeScalars where scalar.value < 0x20 || scalar.value > 0x7E {
    if breaks.contains(scalar) || !VisibleText.mustEscape(scalar) { continue }
    throw BrokenProperty(description: "\(what()) holds U+\(String(scalar.value, radix: 16))")
  }
}

/// Takes small numbers from an input, for what is decided by bytes and not read from them.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// A number below `bound`; `nil` when the input is used up.
  mutating func next(below bound: Int) -> Int? { rest.popFirst().map { Int($0) % max(1, bound) } }
}

/// Beginnings by which a file is known, so that a mutation does not end at the first test.
package enum KnownBeginning {
  case machO

  private var beginnings: [[UInt8]] {
    [
      [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF], [0xCA, 0xFE, 0xBA, 0xBE],
      [0xCA, 0xFE, 0xBA, 0xBF], Array("!<arch>\n".utf8),
    ]
  }

  /// Writes a beginning over the first bytes: mostly the commonest, and now and then none, so that wrong ones are
  /// tried, too.
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
