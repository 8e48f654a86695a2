import Bytes
import Vocabulary

/// Whether a frame of the app's images may be named as the code to look at first.
///
/// The role of a frame says whose image it is; the compiler also copies other code into that image. All code that
/// names a frame (blame of findings, the first frame of the app, frames of signatures) uses this property.
package enum Blamability: Int, Sendable, Comparable {
  /// Code that is not the user's: a runtime helper, the standard library, a library's header, an assertion function.
  /// Only image and offset may be named.
  case foreign
  /// Code of a third-party library that is linked into the app (`LinkedLibraries`). The function may be named as the library's.
  case library
  /// An entry point that the compiler generated for a function of the user. The function may be named, not the location.
  case entryPoint
  /// The user's code.
  case code

  /// Orders by how much of a frame may be named.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  private static let foreignNames = FunctionGlobs(BlameLists.helpers + FrameRoleLists.compilerGenerated)
  private static let vendorPaths = GlobSet(BlameLists.vendorPaths)
  private static let reporters = FunctionGlobs(
    BlameLists.reporterFunctions
      // Blocks in functions.
      + BlameLists.reporterFunctions.filter { $0.hasSuffix("*") && !$0.hasPrefix("*") }.map { "__" + $0 }
      // Methods and blocks in methods. A glob that begins with its first letters is found faster.
      + BlameLists.reporterClasses.flatMap { ["-[\($0)*", "+[\($0)*", "__*[\($0)*"] })
  private static let reporterImages = GlobSet(BlameLists.reporterImages)

  /// Decides for a function of one of the app's images.
  ///
  /// - Parameters:
  ///   - function: The demangled name; `nil` if it is unknown, which is the user's code as far as the report shows.
  ///   - file: The source file with the folders that the report states; `nil` if it is unknown.
  package init(function: String?, file: String?) {
    let source = file.map { SourceOwner($0) }
    guard source != .vendor else {
      self = .foreign
      return
    }
    guard let function else {
      self = source == .generated ? .entryPoint : .code
      return
    }
    let name = FunctionOwner(function)
    if name.isEmpty || Self.foreignNames.matches(name.owner) || Self.foreignNames.matches(Array(function.utf8)[...]) {
      self = .foreign
    } else if source != .user && name.isOfStandardLibrary || name.isInLibraryNamespace && !Self.isImplementation(file) {
      // A name of Swift's standard library in a file of the user is an extension; reports state only the name of a header.
      self = .foreign
    } else {
      // A line of 0 is the compiler's: optimized code of a function has one, too, such as that of a check.
      self = name.isEntryPoint ? .entryPoint : .code
    }
  }

  /// Whether a source file is one in which apps specialize templates of a library: not a header, and not a file of Rust.
  private static func isImplementation(_ file: String?) -> Bool {
    guard let file else { return false }
    return [".cpp", ".cc", ".cxx", ".c", ".mm", ".m", ".c++"].contains(where: file.hasSuffix)
  }

  /// Returns the name of the function that an entry point calls: `CardView.load()` for `@objc CardView.load()`.
  package static func function(named function: String) -> String { FunctionOwner.withoutEntryPoint(function) }

  /// Returns whether compilers often put the body of the function into this entry point, so that no other frame shows it: the
  /// method of an Objective-C class, a closure, the implementation of a requirement.
  ///
  /// - Parameter hasLine: Whether the report states a line of the source for it. Without one, functions that compilers also
  ///   write themselves contain no body of the user.
  package static func mayContainBody(_ function: String, hasLine: Bool) -> Bool {
    let isEntry = [
      "@objc ", "partial apply for closure ", "partial apply forwarder for closure ", "protocol witness for ",
    ].contains { function.hasPrefix($0) }
    return isEntry && (hasLine || !synthesized.matches(function))
  }

  /// Entry points of functions that the compiler writes if the user does not: the end of an object, and the requirements of
  /// protocols that it derives.
  private static let synthesized = GlobSet(
    [
      "@objc *.__ivar_destroyer", "@objc *.__deallocating_deinit", "@objc *.deinit",
      "@objc *.__isolated_deallocating_deinit",
    ]
      + [
        "Equatable", "Hashable", "Comparable", "Encodable", "Decodable", "CodingKey", "RawRepresentable",
        "CaseIterable",
        "Actor", "Error",
      ].flatMap { protocolName in
        ["", "static ", "Swift.", "static Swift."].map { "protocol witness for \($0)\(protocolName).*" }
      })

  /// Returns whether the function of a frame inside an entry point converts its arguments: then the caller passed them.
  package static func convertsArguments(_ function: String) -> Bool {
    function.containsBytes("unconditionallyBridgeFromObjectiveC") || function.containsBytes("forceBridgeFromObjectiveC")
      || function.containsBytes("conditionallyBridgeFromObjectiveC")
  }

  /// Returns whether the function belongs to a crash reporter.
  package static func isReporter(function: String) -> Bool { reporters.matches(function) }

  /// Returns whether the image with this short name is a crash reporter.
  package static func isReporter(image: ArraySlice<UInt8>) -> Bool { reporterImages.matches(image) }

  /// Returns whether a source file belongs to Swift, Apple or a library's headers, and not to the user.
  package static func isVendorFile(_ path: String) -> Bool { SourceOwner(path) == .vendor }

  private static let treeWalks = GlobSet(FrameRoleLists.treeWalks)

  /// Returns whether the function calls itself once for each level of a tree of views, layers or responders.
  package static func isTreeWalk(_ function: String) -> Bool { treeWalks.matches(function) }

  /// Whose file a source location names.
  private enum SourceOwner {
    case user, vendor, generated, undecided

    init(_ path: String) {
      let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      let isFileID = parts.count == 2 && !parts[1].contains(UInt8(ascii: "/")) && path.utf8.first != UInt8(ascii: "/")
      let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
      if name.hasPrefix("<") {
        self = .generated
      } else if isFileID, let module = parts.first, BlameLists.vendorModules.contains(String(Substring(module))) {
        self = .vendor
      } else if vendorPaths.matches(path) || BlameLists.vendorFiles.contains(name) {
        self = .vendor
      } else {
        // Headers of the C++ library have no extension: `vector`, `__tree`.
        let decidesNothing = !name.utf8.contains(UInt8(ascii: ".")) || BlameLists.ambiguousFiles.contains(name)
        self = name == path && decidesNothing ? .undecided : .user
      }
    }
  }
}

extension CrashReport.Frame {
  /// Whether developers wrote the function of this frame of the app: those of the app or of a library that is linked into it.
  package var isWritten: Bool { blamability == .code || blamability == .library }

  /// Whether this frame of the app may be named as the code to look at first.
  package var blamability: Blamability {
    // The linker wrote one copy for several functions with the same instructions: the report cannot tell which one it was.
    if source == nil, symbol?.name == "<deduplicated_symbol>" { return .foreign }
    let blamability = Blamability(function: functionName, file: source?.file)
    return library == nil ? blamability : min(blamability, .library)
  }
}
