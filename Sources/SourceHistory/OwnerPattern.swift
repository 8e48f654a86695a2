internal import Vocabulary

/// A pattern of a file CODEOWNERS. Comparing it takes time proportional to the product of its length and that of the path.
struct OwnerPattern {
  /// What one component of a path is compared with.
  private enum Component {
    /// Any number of components.
    case any
    case glob([Element])
  }

  /// What one character of a name is compared with.
  private enum Element {
    case byte(UInt8)
    /// Any character.
    case one
    /// Any number of characters.
    case many
    /// One of a set of characters (GitLab).
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  private var components: [Component] = []
  /// Whether the pattern also matches everything below what it matches.
  private var matchesContents = false

  /// Parses a pattern; `nil` for one that the dialect does not have.
  init?(_ pattern: [UInt8], _ dialect: SourceOwners.Dialect) {
    let slash = UInt8(ascii: "/")
    var text = pattern
    guard !text.isEmpty else { return nil }
    let isFolder = text.last == slash
    let isAnchored = text.first == slash
    if isAnchored { text.removeFirst() }
    if isFolder, !text.isEmpty { text.removeLast() }
    // "/" alone.
    if text.isEmpty { return nil }
    let parts = text.split(separator: slash, omittingEmptySubsequences: true)
    switch dialect {
    case .github:
      // As in .gitignore, a slash at the beginning or in the middle makes a pattern relative to the root.
      if !isAnchored, parts.count == 1 { components.append(.any) }
      // A pattern that ends with `/*` matches the files of the folder, but not those of its folders.
      let endsWithStar = parts.last.map { $0.elementsEqual("*".utf8) } == true && (parts.count > 1 || isAnchored)
      matchesContents = isFolder || !endsWithStar
    case .gitlab:
      if !isAnchored { components.append(.any) }
      // Only `*` alone and a pattern that ends with a slash match what is in folders.
      matchesContents = isFolder
    }
    for (index, part) in parts.enumerated() {
      // GitLab compares with fnmatch(3) of Ruby, for which only `**/` stands for folders.
      if part.elementsEqual("**".utf8), dialect == .github || index < parts.count - 1 || isFolder {
        components.append(.any)
        continue
      }
      guard let elements = Self.elements(part, dialect) else { return nil }
      components.append(.glob(elements))
    }
    if isFolder {
      // What is named is a folder: something must be below it.
      components.append(.any)
      components.append(.glob([.one, .many]))
      matchesContents = false
    } else if case .any = components.last {
      components.append(.glob([.one, .many]))
    }
  }

  private static func elements(_ part: ArraySlice<UInt8>, _ dialect: SourceOwners.Dialect) -> [Element]? {
    var elements: [Element] = []
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      index += 1
      switch byte {
      case UInt8(ascii: "*"):
        if case .many? = elements.last { continue }
        elements.append(.many)
      case UInt8(ascii: "?"): elements.append(.one)
      case UInt8(ascii: "\\") where index < part.endIndex:
        elements.append(.byte(part[index]))
        index += 1
      case UInt8(ascii: "["):
        // GitHub has no sets of characters.
        guard dialect == .gitlab, let (set, next) = set(part, from: index) else { return nil }
        elements.append(set)
        index = next
      default: elements.append(.byte(byte))
      }
    }
    return elements
  }

  private static func set(_ part: ArraySlice<UInt8>, from start: Int) -> (Element, Int)? {
    var index = start
    var isNegated = false
    if index < part.endIndex, part[index] == UInt8(ascii: "^") || part[index] == UInt8(ascii: "!") {
      isNegated = true
      index += 1
    }
    guard let end = part[index...].firstIndex(of: UInt8(ascii: "]")), end > index else { return nil }
    var ranges: [ClosedRange<UInt8>] = []
    while index < end {
      if index + 2 < end, part[index + 1] == UInt8(ascii: "-"), part[index] <= part[index + 2] {
        ranges.append(part[index]...part[index + 2])
        index += 3
      } else {
        ranges.append(part[index]...part[index])
        index += 1
      }
    }
    return (.set(ranges, isNegated: isNegated), end + 1)
  }

  /// Returns whether the pattern applies to the file at a path relative to the root.
  func matches(_ path: String) -> Bool {
    let parts = Array(path.utf8).split(separator: UInt8(ascii: "/"))
    // `reached[n]` states whether the components so far match the first n components of the path.
    var reached = [Bool](repeating: false, count: parts.count + 1)
    reached[0] = true
    for component in components {
      var next = [Bool](repeating: false, count: parts.count + 1)
      switch component {
      case .any:
        var isReached = false
        for index in reached.indices {
          isReached = isReached || reached[index]
          next[index] = isReached
        }
      case .glob(let elements):
        for index in parts.indices where reached[index] {
          next[index + 1] = Self.matches(elements, parts[index])
        }
      }
      reached = next
    }
    if reached[parts.count] { return true }
    return matchesContents && reached.dropFirst().contains(true)
  }

  private static func matches(_ elements: [Element], _ name: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(name)
    var reached = [Bool](repeating: false, count: bytes.count + 1)
    reached[0] = true
    for element in elements {
      var next = [Bool](repeating: false, count: bytes.count + 1)
      if case .many = element {
        var isReached = false
        for index in reached.indices {
          isReached = isReached || reached[index]
          next[index] = isReached
        }
      } else {
        for index in bytes.indices where reached[index] && fits(element, bytes[index]) { next[index + 1] = true }
      }
      reached = next
    }
    return reached[bytes.count]
  }

  private static func fits(_ element: Element, _ byte: UInt8) -> Bool {
    switch element {
    case .byte(let wanted): byte == wanted
    case .one, .many: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(byte) } != isNegated
    }
  }
}
