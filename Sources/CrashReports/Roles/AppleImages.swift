import Knowledge

/// The names of images of the system, for images whose path a report does not state.
package enum AppleImages {
  /// What a name tells about the owner of an image.
  package enum Kind: Sendable {
    /// Only the system has images of this name, as far as is known.
    case system
    /// Apps and packages use the name, too.
    case shared
    /// A runtime of Apple that is copied into the bundles of apps.
    case embedded
  }

  private static let lists = KnowledgeText.appleImages.lists

  /// Built on first use: most reports state the paths of their images.
  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [:]
    let named: [(names: [String], kind: Kind)] = [
      (lists["system names"], .system), (lists["shared names"], .shared), (lists["embedded images"], .embedded),
    ]
    kinds.reserveCapacity(named.reduce(0) { $0 + $1.names.count })
    for (names, kind) in named { for name in names { kinds[name] = kind } }
    return kinds
  }()

  private static let embedded = Set(lists["embedded images"])

  /// The prefixes of Objective-C classes by image, for images whose names are shared.
  private static let prefixes: [String: [String]] = {
    var prefixes: [String: [String]] = [:]
    for element in lists["class prefixes"] {
      let parts = element.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      prefixes[String(parts[0])] = parts[1].split(separator: " ").map(String.init)
    }
    return prefixes
  }()

  /// Returns what a short image name tells; `nil` for a name that no known image of the system has.
  package static func kind(of name: String) -> Kind? { kinds[name] }

  /// Returns whether the name alone shows that an image is the system's: a runtime that is copied into apps, or, without a
  /// path, a name that only images of the system have.
  package static func isOwnedByName(_ name: String, hasPath: Bool) -> Bool {
    switch kinds[name] {
    case .embedded: true
    case .system: !hasPath
    case .shared, nil: false
    }
  }

  /// Returns whether the image is a runtime of Apple that is copied into the bundles of apps.
  static func isEmbedded(_ name: String) -> Bool { embedded.contains(name) }

  /// Returns whether a function is a method of a class whose prefix only Apple's image of this name uses.
  static func hasPrefix(_ function: String, ofClassIn name: String) -> Bool {
    guard let prefixes = prefixes[name], function.hasPrefix("-[") || function.hasPrefix("+[") else { return false }
    let type = function.utf8.dropFirst(2).prefix { $0 != 0x20 && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "]") }
    return prefixes.contains { prefix in
      guard type.starts(with: prefix.utf8), let next = type.dropFirst(prefix.utf8.count).first else { return false }
      // `HFItem` has the prefix HF, and `HFXItem` may have another one.
      let after = type.dropFirst(prefix.utf8.count + 1).first
      return (0x41...0x5A).contains(next) && after.map { (0x61...0x7A).contains($0) } ?? false
    }
  }
}
