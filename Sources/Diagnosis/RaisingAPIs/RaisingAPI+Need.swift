extension RaisingAPI {
  /// Something that a project must have, because a call fails without it.
  ///
  ///     needs: plist NSCameraUsageDescription
  ///     needs: plist NSPhotoLibraryAddUsageDescription or NSPhotoLibraryUsageDescription
  ///     needs: plist GADApplicationIdentifier = ca-app-pub-*~*
  ///     needs: plist GIDClientID unless GIDConfiguration
  ///     needs: plist Fabric (not only)
  package struct Need: Sendable, Equatable {
    /// The kind of thing.
    package enum Kind: String, Sendable, CaseIterable {
      /// A key of Info.plist.
      case plist
      /// A key that Info.plist must not have.
      case noPlist = "no-plist"
      /// An array in Info.plist with an element that the call names.
      case plistArray = "plist-array"
      /// An entitlement.
      case entitlement
      /// An element of `UIBackgroundModes`.
      case backgroundMode = "background-mode"
      /// A URL scheme of the app, in `CFBundleURLTypes`.
      case urlScheme = "url-scheme"
      /// A call that the sources must contain.
      case call
      /// A call that the sources must not contain.
      case noCall = "no-call"
      /// A file in the bundle.
      case file
    }

    /// The kind of thing.
    package let kind: Kind
    /// Its names; one of them is enough. For a URL scheme, a glob; for a call, how it begins in sources.
    package let names: [String]
    /// A glob that the value, or an element of it, must match; `nil` if each value is accepted.
    package let value: String?
    /// Calls that do the same in code, as sources contain them.
    package let exceptions: [String]
    /// Whether the reason applies if the project lacks it. False where the entry says `(not only)` or `unless`.
    package let proves: Bool
    /// Whether the reason cannot apply if the project has it.
    ///
    /// False for a call, which may come too late; for a scheme, which may be that of another account; for an
    /// entitlement, which a signature may lack; and where the entry says `(not only)` or `unless`.
    package let refutes: Bool

    /// Creates a requirement from the text after `needs:`; `nil` if its kind is unknown or the name is missing.
    package init?(_ text: String) {
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, let kind = Kind(rawValue: words[0]) else { return nil }
      var rest = words[1]
      var isOnly = true
      if rest.hasSuffix(" (not only)") {
        isOnly = false
        rest.removeLast(11)
      }
      if let mark = rest.firstRange(of: " unless ") {
        exceptions = Self.alternatives(String(rest[mark.upperBound...]))
        rest = String(rest[..<mark.lowerBound])
        isOnly = false
      } else {
        exceptions = []
      }
      self.kind = kind
      proves = isOnly
      switch kind {
      case .call, .noCall:
        (names, value) = (Self.alternatives(rest), nil)
      case .plistArray:
        // The second word describes the elements.
        names = [rest.split(separator: " ").first.map(String.init) ?? rest]
        value = nil
      case .plist, .noPlist, .entitlement, .backgroundMode, .urlScheme, .file:
        if let mark = rest.firstRange(of: " = ") {
          (names, value) = (Self.alternatives(String(rest[..<mark.lowerBound])), String(rest[mark.upperBound...]))
        } else {
          (names, value) = (Self.alternatives(rest), nil)
        }
      }
      switch kind {
      case .plist, .noPlist, .plistArray, .backgroundMode, .file, .noCall: refutes = isOnly
      case .entitlement, .urlScheme, .call: refutes = false
      }
      if names.isEmpty { return nil }
    }

    private static func alternatives(_ text: String) -> [String] {
      var (names, rest) = ([String](), text[...])
      while let mark = rest.firstRange(of: " or ") {
        names.append(String(rest[..<mark.lowerBound]))
        rest = rest[mark.upperBound...]
      }
      return (names + [String(rest)]).filter { !$0.isEmpty }
    }
  }
}
