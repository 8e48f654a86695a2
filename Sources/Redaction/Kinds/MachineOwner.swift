import Bytes

/// The owner in the default name of a machine: `Zoe's iPhone`, `iPhone von Zoe`.
extension RedactionScanner {
  /// Matches the owner in `MacBook-Air-von-Zoe`.
  func ownerInName(_ at: Int) -> Match? {
    let words: [StaticString] = ["-von-", "-de-", "-di-", "-van-", "-da-", "-av-", "-af-", "-of-"]
    let products: [StaticString] = ["MacBook", "Air", "Pro", "mini", "Mac", "Studio", "iPhone", "iPad", "Watch"]
    guard let word = words.first(where: { has($0, at) }), products.contains(where: { hasBefore($0, at) }) else {
      return nil
    }
    let start = at + word.utf8CodeUnitCount
    let stop = end(from: start, atMost: 40) { !($0.isIdentifier || $0 == 0x2D) }
    return stop - start >= 2 ? Match(range: start..<stop, kind: .user) : nil
  }

  /// Matches the owner before a particle of Chinese, Japanese or Korean and the name of a product.
  func ownerBeforeParticle(_ at: Int) -> Match? {
    guard has("\u{7684}", at) || has("\u{306E}", at) || has("\u{C758}", at),
      hasProduct(isByte(" ", at + 3) ? at + 4 : at + 3)
    else { return nil }
    let start = start(before: at, atMost: 60) { $0.isIdentifier || $0 == 0x2D }
    return at - start >= 2 && !isPlaceholder(start..<at) ? Match(range: start..<at, kind: .user) : nil
  }

  private static let verbs: Set<String> = [
    "supports", "requires", "uses", "needs", "targets", "users", "runs", "includes", "apples", "designs", "various",
  ]

  /// Matches the owner in `"Zoes iPhone"`, as German and other languages write it, at the beginning of a value.
  func possessiveOwner(_ at: Int) -> Match? {
    guard bytes[at] & 0x20 == 0, let before = byte(at - 1), [0x22, 0x27, 0x9C, 0x9E].contains(before) else {
      return nil
    }
    let stop = end(from: at, atMost: 40) { !($0.isIdentifier || $0 == 0x2D) }
    guard stop - at >= 4, bytes[stop - 1] == UInt8(ascii: "s"), isByte(" ", stop), hasProduct(stop + 1) else {
      return nil
    }
    let word = string(at..<stop).lowercased()
    guard !RedactionVocabulary.isOfReports(word), !Self.verbs.contains(word), !isPlaceholder(at..<stop - 1) else {
      return nil
    }
    return Match(range: at..<stop - 1, kind: .user)
  }

  private static let products: [StaticString] = [
    "iPhone", "iPad", "MacBook", "Mac", "iMac", "Apple Watch", "Apple TV", "HomePod", "AirPods",
  ]

  private func hasProduct(_ at: Int) -> Bool {
    Self.products.contains { has($0, at) && !(byte(at + $0.utf8CodeUnitCount)?.isLetter ?? false) }
      || has("MacBook", at)
  }

  /// Matches the owner in `Zoe's iPhone`.
  func ownerOfMachine(_ at: Int) -> Match? {
    let mark = has("\u{2019}", at) ? 3 : 1
    guard at > 0, bytes[at] == UInt8(ascii: "'") || mark == 3, has("s ", at + mark), hasProduct(at + mark + 2) else {
      return nil
    }
    let start = start(before: at, atMost: 64) { $0.isIdentifier || $0 == 0x2D }
    guard start < at, !isPlaceholder(start..<at),
      !["it", "that", "what", "here", "today", "user", "app", "apple", "there", "let"]
        .contains(string(start..<at).lowercased())
    else { return nil }
    return Match(range: start..<at, kind: .user)
  }

  private static let prepositions: [StaticString] = [
    " von ", " de ", " di ", " van ", " da ", " av ", " af ", " d\u{2019}", " d'",
  ]

  /// Matches the owner in `iPhone von Zoe`, `MacBook Pro de Zoe`.
  func ownerAfterProduct(_ at: Int) -> Match? {
    guard let next = byte(at + 1), next == UInt8(ascii: "v") || next == UInt8(ascii: "d") || next == UInt8(ascii: "a"),
      let word = Self.prepositions.first(where: { has($0, at) })
    else { return nil }
    var end = at
    for suffix: StaticString in [" Pro", " Air", " mini", " Max"] where hasBefore(suffix, end) {
      end -= suffix.utf8CodeUnitCount
    }
    guard Self.products.contains(where: { hasBefore($0, end) }) || hasBefore("MacBook", end) else { return nil }
    let start = at + word.utf8CodeUnitCount
    let stop = self.end(from: start, atMost: 64) { !($0.isIdentifier || $0 == 0x2D) }
    guard stop - start >= 2, bytes[start] >= 0x80 || bytes[start].isLetter && bytes[start] & 0x20 == 0 else {
      return nil
    }
    // A first name, and the words after it that begin like names.
    return fullName(start) ?? Match(range: start..<stop, kind: .user)
  }
}
