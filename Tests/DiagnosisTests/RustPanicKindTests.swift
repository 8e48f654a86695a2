import Analysis
import CrashReports
import Diagnosis
import Testing

/// The kind of a Rust panic: that of the function or message of the check, and not that of how the panic ended.
@Suite struct RustPanicKindTests {
  /// The functions that end the process when a panic may not unwind, innermost first.
  private static let end = [
    "Orchard std::sys::pal::unix::abort_internal::h0123456789abcdef + 12",
    "Orchard std::process::abort::h0123456789abcdef + 12",
    "Orchard std::panicking::rust_panic_with_hook::h0123456789abcdef + 452",
    "Orchard std::panicking::begin_panic_handler::{{closure}} + 104",
    "Orchard std::sys::backtrace::__rust_end_short_backtrace + 12", "Orchard __rustc::rust_begin_unwind + 32",
  ]
  private static let own = "Orchard orchard::tree::grow::h0123456789abcdef + 88 (tree.rs:7)"

  private func finding(_ frames: [String]) -> FindingText? {
    var builder = ReportBuilder()
    builder.crash(ReportBuilder.abort + Self.end + frames)
    let found = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings.first
    return found.map { FindingText($0, .catalog) }
  }

  @Test(arguments: [
    ("panic_nounwind_fmt", "panic_null_pointer_dereference", "pointer"),
    ("panic_nounwind_fmt", "panic_misaligned_pointer_dereference", "pointer"),
    ("panic_nounwind_fmt", "panic_invalid_enum_construction", "enumeration"),
    ("panic_fmt", "panic_bounds_check", "index"),
    ("panic_nounwind_nobacktrace", "panic_cannot_unwind", "nounwind"),
    ("panic_nounwind_nobacktrace", "panic_in_cleanup", "nounwind"),
    ("panic_fmt", "panic_const::panic_const_add_overflow", "overflow"),
    ("panic_fmt", "panic_const::panic_const_div_by_zero", "division"),
    ("panic_fmt", "assert_failed_inner", "assertion"),
  ])
  func functionOfTheCheckIsTheKind(_ outer: String, _ check: String, _ kind: String) throws {
    let text = try #require(
      finding(["Orchard core::panicking::\(outer) + 52", "Orchard core::panicking::\(check) + 56", Self.own]))
    #expect(text.pattern == "rust-panic" && text.captures["kind"] == kind)
    #expect(text.blame?.file == "tree.rs")
    let canBeCaught = !["pointer", "enumeration"].contains(kind)
    #expect(text.remedy.contains { $0.contains("catch_unwind cannot catch") } != canBeCaught, "\(text.remedy)")
  }

  @Test func preconditionOfUnsafeCode() throws {
    let text = try #require(
      finding([
        "Orchard core::panicking::panic_nounwind + 52",
        "Orchard core::slice::raw::from_raw_parts::precondition_check + 56", Self.own,
      ]))
    #expect(text.captures["kind"] == "unsafe")
  }

  /// The console alone, without frames.
  @Test(arguments: [
    ("null pointer dereference occurred", "pointer"),
    ("misaligned pointer dereference: address must be a multiple of 0x8 but is 0x1", "pointer"),
    (
      "unsafe precondition(s) violated: slice::from_raw_parts requires the pointer to be aligned and non-null", "unsafe"
    ),
    ("panic in a function that cannot unwind", "nounwind"),
    ("index out of bounds: the len is 3 but the index is 7", "index"),
    ("trying to construct an enum from an invalid value 0x7", "enumeration"),
  ])
  func messageAloneIsTheKind(_ message: String, _ kind: String) throws {
    let log = """
      thread 'main' panicked at src/tree.rs:7:9:
      \(message)
      note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
      thread caused non-unwinding panic. aborting.
      """
    let found = try #require(Analysis.analyze(Array(log.utf8)).reports.first?.assessment.findings.first)
    #expect(found.pattern == "rust-panic" && found.captures["kind"] == kind, "\(found.captures)")
  }

  /// The first panic is the cause: that it could not unwind is its consequence.
  @Test func firstOfTwoPanicsDecides() throws {
    let log = """
      thread 'main' panicked at src/tree.rs:7:9:
      index out of bounds: the len is 3 but the index is 7
      thread 'main' panicked at library/core/src/panicking.rs:218:5:
      panic in a function that cannot unwind
      thread caused non-unwinding panic. aborting.
      """
    let found = try #require(Analysis.analyze(Array(log.utf8)).reports.first?.assessment.findings.first)
    #expect(found.captures["kind"] == "index" && found.blame?.file == "src/tree.rs")
  }

  /// Crates of others: their code is named as a library's, and is not the app's.
  @Test func crateOfOthersIsALibrary() throws {
    let frames = [
      "Orchard core::panicking::panic_null_pointer_dereference + 56", "Orchard tao::platform_impl::app::send_event + 8",
    ]
    let loop = [
      "AppKit -[NSApplication _handleEvent:] + 60", "AppKit -[NSApplication run] + 368",
      "Orchard tao::event_loop::EventLoop::run + 60", "Orchard orchard::main + 80 (main.rs:9)",
      "Orchard std::rt::lang_start_internal + 140", "dyld start + 6000",
    ]
    let text = try #require(finding(frames + loop))
    #expect(text.blame?.function == "tao::platform_impl::app::send_event" && text.captures["linked"] != nil)
    #expect(
      text.remedy.first?.contains("belongs to tao") == true
        && text.remedy.first?.contains("no frame of your own") == true)
    #expect(!text.witnesses.contains { $0.statement.contains("app's own code") })
    let called = try #require(finding(frames + [Self.own]))
    #expect(called.blame?.file == "tree.rs" && called.captures["linkedLibrary"] == "tao")
  }
}
