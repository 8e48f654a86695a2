import Bytes
import Vocabulary

/// Code of Rust in a report, by the names of functions.
///
/// The path of a function begins with its crate, as that of C++ begins with a namespace, so that a crate counts only in reports that
/// show Rust's own libraries.
package enum RustFrames {
  /// The crates of Rust's own libraries.
  private static let standard: Set<String> = ["core", "std", "alloc", "proc_macro", "test"]
  /// Functions that only Rust's libraries have.
  private static let marks = GlobSet([
    "rust_begin_unwind", "__rust_*", "rust_eh_personality", "rust_panic", "__rustc::*", "core::panicking::*",
    "std::panicking::*", "std::rt::lang_start*", "core::ops::function::FnOnce*", "std::sys::backtrace::*",
    "std::sys_common::backtrace::*", "*::{{closure}}", "*::{{closure}}::h*", "std::thread::Builder::*",
  ])
  /// The maximum number of stacks, and of frames of a stack, that are examined.
  private static let (maxStacks, maxFrames) = (64, 64)

  /// Returns whether a frame of the report is one of Rust's libraries, or has a source file of Rust.
  static func areShown(by report: CrashReport) -> Bool {
    var isShown = false
    var stacks = 0
    report.forEachStack { frames, _ in
      stacks += 1
      guard !isShown, stacks <= maxStacks else { return }
      isShown = frames.prefix(maxFrames).contains { frame in
        frame.source?.file.hasSuffix(".rs") ?? false || frame.functionName.map(marks.matches) ?? false
      }
    }
    return isShown
  }

  /// Returns whether a function is of Rust's own libraries, or of its runtime.
  package static func isOfRuntime(_ function: String) -> Bool {
    if marks.matches(function) { return true }
    let path = function.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard function.utf8[path.endIndex...].starts(with: "::".utf8) else {
      return false
    }
    return standard.contains(Array(path)[...].text)
  }

  /// Returns the crate of a function: `tao` for `tao::event_loop::EventLoop<T>::run` and for `<tao::Window as core::fmt::Debug>::fmt`;
  /// `nil` for Rust's own libraries, and for names without a path.
  static func crate(of function: String) -> String? {
    var bytes = Array(function.utf8.prefix(1024))[...]
    if bytes.first == UInt8(ascii: "_"), bytes.dropFirst().first == UInt8(ascii: "<") { bytes = bytes.dropFirst() }
    guard bytes.first == UInt8(ascii: "<") else { return crate(ofPath: bytes) }
    bytes = bytes.dropFirst()
    // An implementation is in the crate of the type or in that of the trait.
    let mark = bytes.position(of: " as ")
    return crate(ofPath: mark.map { bytes[..<$0] } ?? bytes) ?? mark.flatMap { crate(ofPath: bytes[($0 + 4)...]) }
  }

  private static func crate(ofPath path: ArraySlice<UInt8>) -> String? {
    var path = path
    while let first = path.first, first == UInt8(ascii: "&") || first == UInt8(ascii: "*") { path = path.dropFirst() }
    for word in ["dyn ", "mut ", "const "] where path.starts(with: word.utf8) { path = path.dropFirst(word.utf8.count) }
    guard let end = path.position(of: "::"), end > path.startIndex else { return nil }
    // The mangling of 2020 can state a number of the crate: `tao[4f3a]`.
    let name = path[..<end].prefix { $0 != UInt8(ascii: "[") }
    guard name.allSatisfy(\.isIdentifier), !standard.contains(name.text) else { return nil }
    return name.text
  }

  /// Returns the name that a program has as a crate: `focus_together` for `Focus-Together`.
  static func crate(named program: String) -> String {
    program.lowercased().utf8.map { $0.isIdentifier ? $0 : UInt8(ascii: "_") }[...].text
  }
}
