import Bytes
import Vocabulary

/// Decides which frames of a report are code of a third-party library that is linked into an image of the app.
///
/// A static library or a Swift package has no image of its own, so only names tell whose code it is. A name that an app may
/// use, too, decides nothing, because code of the user that is taken for a library's would not be blamed.
struct LinkedLibraries {
  /// Libraries that are the user's own: the process is one of their tests or examples.
  private let own: Set<String>
  /// The beginnings of the names of the process, in lower case: an app may use them as prefixes of its own classes.
  private let appNames: [[UInt8]]
  /// The name of the process as that of a crate of Rust, if the report shows code of Rust; otherwise `nil`.
  private let ownCrate: String?
  /// The bundle identifiers of the images of the report.
  private let bundleIDs: [String?]
  /// The images of the report that are in a folder from which the device loads code into all apps.
  private let injected: [Bool]

  init(_ report: CrashReport) {
    let process = report.process?.name.map(shortImageName)
    let bundle = report.process?.bundleID.flatMap { $0.split(separator: ".").last.map(String.init) }
    appNames = [process, bundle].compactMap { name in
      name.map { Array($0.lowercased().utf8.filter { (0x61...0x7A).contains($0) }.prefix(16)) }
    }
    var own: Set<String> = []
    for names in [LibraryNames.modules, LibraryNames.images, LibraryNames.pods] {
      for (name, library) in names where process?.hasPrefix(name) ?? false { own.insert(library) }
    }
    for image in report.images ?? [] {
      guard let name = image.name.map(shortImageName), name.hasSuffix("Tests") else { continue }
      for ending in ["Tests", "-Tests", "_Tests", "UnitTests", "UITests", "IntegrationTests"]
      where name.hasSuffix(ending) {
        if let library = LibraryNames.modules[String(name.dropLast(ending.count))] { own.insert(library) }
      }
    }
    self.own = own
    ownCrate = RustFrames.areShown(by: report) ? RustFrames.crate(named: process ?? "") : nil
    bundleIDs = (report.images ?? []).map(\.bundleID)
    injected = (report.images ?? []).map { image in
      image.path.map(Self.isInjected) ?? false
    }
  }

  /// Returns whether a path is that of a library which a jailbroken device loads into all apps.
  static func isInjected(_ path: String) -> Bool {
    LibraryNames.injectedFolders.contains { path.containsBytes(ignoringCase: $0) }
  }

  /// The end of the name of a library that a jailbroken device loads into all apps.
  static let injectedMark = " (tweak of a jailbreak)"

  /// Returns the library that a frame belongs to; `nil` if nothing shows that it is not the user's code.
  func library(of frame: CrashReport.Frame) -> String? {
    let library =
      frame.functionName.flatMap { self.library(ofFunction: $0, written: frame.symbol?.name) }
      ?? frame.image.flatMap { self.library(ofImage: $0, at: frame.imageIndex) }
      ?? frame.source.flatMap { LibraryNames.source($0.file)?.library }
    return library.flatMap { own.contains($0) ? nil : $0 }
  }

  private func library(ofImage image: String, at index: Int?) -> String? {
    if let index, injected.indices.contains(index), injected[index] {
      let name = shortImageName(image)
      return (name.hasSuffix(".dylib") ? String(name.dropLast(6)) : name) + Self.injectedMark
    }
    let bundleID = index.flatMap { bundleIDs.indices.contains($0) ? bundleIDs[$0] : nil }
    return LibraryNames.library(ofImage: image, bundleID: bundleID)
  }

  private func library(ofFunction function: String, written: String?) -> String? {
    if let method = ObjectiveCMethod(in: function) { return library(of: method) }
    // A lambda of C++ in a method: `auto -[RCTBridge setUp]::$_0::operator()<…>`.
    if let method = ObjectiveCMethod(inLambda: function) { return library(of: method) }
    if let ownCrate, let crate = RustFrames.crate(of: function) {
      if crate == ownCrate { return nil }
      if let library = LibraryNames.crates[crate] { return library }
    }
    if let written, let module = Self.module(inMangled: written) { return LibraryNames.modules[module] }
    let owner = FunctionOwner(Self.functionOfBlock(function) ?? function)
    let name = owner.qualifiedName
    guard !name.isEmpty else { return nil }
    // A dot is part of a name in Swift or Kotlin, and of none in C.
    let mayBeC =
      name.starts(with: "kfun:".utf8) || !name.contains(UInt8(ascii: ".")) && !Self.hasSwiftParameters(owner.owner)
    if mayBeC, let found = LibraryNames.library(ofFunction: name) { return found }
    if let found = Self.library(ofNamespacesIn: name) { return found }
    return Self.library(ofSwift: owner.owner)
  }

  /// Returns the function of C that a block is in: `RCTExecuteOnMainQueue` for `__RCTExecuteOnMainQueue_block_invoke_2`.
  private static func functionOfBlock(_ function: String) -> String? {
    let bytes = Array(function.utf8.prefix(512))[...]
    guard bytes.begins(with: "__"), let end = bytes.position(of: "_block_invoke"), end > bytes.startIndex + 2 else {
      return nil
    }
    return bytes[(bytes.startIndex + 2)..<end].text
  }

  // MARK: - Objective-C

  private func library(of method: ObjectiveCMethod) -> String? {
    if let category = method.category {
      if let prefix = LibraryNames.selectors.keys.first(where: method.selector.hasPrefix) {
        return LibraryNames.selectors[prefix]
      }
      // An app adds methods to classes of libraries, too.
      return library(ofClass: category)
    }
    return library(ofClass: method.type)
  }

  private func library(ofClass type: String) -> String? {
    if let library = LibraryNames.classes[type] { return library }
    let bytes = Array(type.utf8)
    for length in LibraryNames.prefixLengths where length <= bytes.count {
      let prefix = bytes[..<length]
      guard let library = LibraryNames.prefixes[prefix.text] else { continue }
      guard Self.continues(bytes[length...], afterPrefixOf: length), !isOfApp(prefix) else { continue }
      return library
    }
    return nil
  }

  /// Whether the rest of a class name shows that a prefix ends there.
  private static func continues(_ rest: ArraySlice<UInt8>, afterPrefixOf length: Int) -> Bool {
    guard let first = rest.first else { return length >= minDistinctLength }
    if length >= minDistinctLength { return !isLower(first) }
    return isUpper(first) && rest.dropFirst().first.map(isLower) ?? false
  }

  /// The length from which a prefix is more than initials.
  private static let minDistinctLength = 5

  /// Whether the initials of a prefix are those of the app: `FIR` in an app named Firewood.
  private func isOfApp(_ prefix: ArraySlice<UInt8>) -> Bool {
    var initials = prefix.prefix(while: Self.isUpper)
    if initials.count < prefix.count, initials.count > 1 { initials = initials.dropLast() }
    guard initials.count >= 2 else { return false }
    let lower = initials.map { $0 | 0x20 }
    return appNames.contains { $0.starts(with: lower) }
  }

  private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  // MARK: - Swift and C++

  /// Whether a name has a list of parameters in the form of Swift, with labels or empty, and is not that of a member in C++: a
  /// function of a Swift module may be named like one of a library in C.
  private static func hasSwiftParameters(_ name: ArraySlice<UInt8>) -> Bool {
    guard let open = name.firstIndex(of: UInt8(ascii: "(")), name[..<open].position(of: "::") == nil,
      let close = name[open...].firstIndex(of: UInt8(ascii: ")"))
    else { return false }
    return close == open + 1 || name[close - 1] == UInt8(ascii: ":")
  }

  /// The module of a mangled Swift name: that of an extension if it is in one, otherwise that of the type; `nil` for names that
  /// begin with a type of the standard library outside of an extension, for witnesses of protocols, and for other names.
  static func module(inMangled name: String) -> String? {
    let bytes = Array(name.utf8.prefix(1024))
    guard !isWitness(bytes) else { return nil }
    guard let start = ["$s", "_$s", "$S", "_$S", "_T0", "__T0"].first(where: { bytes.starts(with: $0.utf8) }) else {
      return nil
    }
    var at = start.utf8.count
    var first: String?
    while at < bytes.count {
      guard (0x31...0x39).contains(bytes[at]) else {
        // Only a module follows the prefix; behind it, types and operators follow.
        at += 1
        continue
      }
      let isFirst = at == start.utf8.count
      var length = 0
      while at < bytes.count, (0x30...0x39).contains(bytes[at]), length < 512 {
        length = length * 10 + Int(bytes[at] - 0x30)
        at += 1
      }
      guard length < 512, at + length <= bytes.count else { return first }
      let text = bytes[at..<at + length].text
      at += length
      if isFirst { first = text }
      if at < bytes.count, bytes[at] == UInt8(ascii: "E"), !isFirst || text != first { return text }
    }
    return first
  }

  /// Whether a mangled name is that of a witness: it names the type, but the conformance may be of another module, also the user's.
  private static func isWitness(_ name: [UInt8]) -> Bool {
    // `.resume.0` and `Tm` follow the name of a part of a function and of a merged one.
    var end = name.firstIndex(of: UInt8(ascii: ".")) ?? name.count
    if name[..<end].suffix(2).elementsEqual("Tm".utf8) { end -= 2 }
    return name[..<end].suffix(2).elementsEqual("TW".utf8)
  }

  /// The library of a demangled Swift name with its module: `Alamofire.Session.request(_:)`. Two parts may be a type and its method.
  private static func library(ofSwift owner: ArraySlice<UInt8>) -> String? {
    let mark = Array("(extension in ".utf8)
    if owner.starts(with: mark) {
      let module = owner.dropFirst(mark.count).prefix { $0 != UInt8(ascii: ")") }
      return LibraryNames.modules[module.text]
    }
    guard !owner.contains(UInt8(ascii: ":")) || owner.contains(UInt8(ascii: "(")) else { return nil }
    let parts = FunctionOwner.components(owner)
    // Without a module, the name may begin with a type, or with the type that it is nested in.
    if let type = parts.dropLast().prefix(3).first(where: { LibraryNames.types[$0] != nil }) {
      return LibraryNames.types[type]
    }
    guard parts.count >= 3, let module = parts.first else { return nil }
    return LibraryNames.modules[module]
  }

  /// The library of a C++ function, by its first or its first two namespaces.
  private static func library(ofNamespacesIn name: ArraySlice<UInt8>) -> String? {
    guard let end = name.position(of: "::") else { return nil }
    if let library = LibraryNames.namespaces[name[..<end].text] { return library }
    let rest = name[(end + 2)...]
    guard let next = rest.position(of: "::") else { return nil }
    return LibraryNames.namespaces[name[..<next].text]
  }
}

extension CrashReport.Frame {
  /// Whether the frame is code of a library that a jailbroken device loads into all apps.
  package var isInjected: Bool { library?.hasSuffix(LinkedLibraries.injectedMark) ?? false }
}
