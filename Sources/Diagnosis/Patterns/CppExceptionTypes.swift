import CrashReports

/// What the types of exceptions of the C++ standard library mean.
///
/// Source: the C++ standard ([support.exception], [diagnostics], [containers]) and libc++.
enum CppExceptionType {
  /// A type, its cause and what to do, each in one sentence.
  typealias Row = (type: String, cause: String, advice: String)

  static let rows: [Row] = [
    (
      "bad_alloc",
      "operator new could not allocate the memory: usually the size is wrong, such as a negative number that was "
        + "converted to an unsigned one, or memory use grew without limit.",
      "Check the size that is allocated, and how much memory the process uses."
    ),
    (
      "bad_array_new_length",
      "The length of an array in a new expression is negative, or its size does not fit in memory.",
      "Check the length of the array before it is allocated."
    ),
    (
      "bad_cast",
      "A dynamic_cast to a reference failed: the object has another type. std::use_facet() throws it, too, if the locale "
        + "lacks the facet.",
      "Cast to a pointer and check it for NULL, or find out why the object has another type."
    ),
    (
      "bad_typeid", "typeid was applied to a NULL pointer to a polymorphic object.",
      "Check the pointer for NULL before typeid."
    ),
    (
      "bad_function_call", "An empty std::function was called: nothing was assigned to it.",
      "Test the std::function with `if (function)` before the call, and find out why nothing was assigned."
    ),
    (
      "bad_weak_ptr",
      "shared_from_this() was called for an object that no shared_ptr owns (in its constructor, or on the stack), or a "
        + "shared_ptr was created from an expired weak_ptr.",
      "Create the object with std::make_shared, do not call shared_from_this() in its constructor, and use "
        + "weak_ptr::lock() for objects that may be gone."
    ),
    (
      "bad_optional_access", "value() was called on a std::optional without a value.",
      "Test the optional with has_value(), or use value_or()."
    ),
    (
      "bad_variant_access", "std::get was called for an alternative that the std::variant does not contain.",
      "Use std::get_if or std::visit, or test with std::holds_alternative."
    ),
    (
      "bad_any_cast", "std::any_cast was called for a type that the std::any does not contain.",
      "Use the form of any_cast for pointers, and check the result for NULL."
    ),
    (
      "bad_exception", "std::unexpected() or a nested exception could not store the exception that was thrown.",
      "Remove dynamic exception specifications, and set a breakpoint for C++ exceptions to find the first one."
    ),
    (
      "out_of_range",
      "An index or a key is outside of its range: at() of a container, substr() or another position in a string, or a "
        + "number that std::stoi() and its relatives cannot represent.",
      "Compare the index with size(), or the key with find(), before the call."
    ),
    (
      "length_error",
      "A string or container was to grow beyond max_size(): usually the size is a negative number that was converted "
        + "to an unsigned one, or the object was already destroyed.",
      "Check the size that is passed to resize(), reserve(), the constructor or append()."
    ),
    (
      "invalid_argument",
      "A function rejected its argument: std::stoi() and its relatives throw it for text without a number, std::bitset "
        + "for other characters than 0 and 1.",
      "Check the text before it is converted, or use std::from_chars, which does not throw."
    ),
    (
      "domain_error", "A mathematical function was called for a value outside of its domain.",
      "Check the argument before the call."
    ),
    (
      "range_error",
      "A result cannot be represented: std::wstring_convert throws it for text that is not valid in its encoding.",
      "Check the encoding of the text."
    ),
    (
      "overflow_error", "A result is too large: std::bitset::to_ulong() and to_ullong() throw it.",
      "Check the value before it is converted."
    ),
    ("underflow_error", "A result is too small to be represented.", "Check the value before it is converted."),
    (
      "mutex",
      "Locking a std::mutex failed, and “Invalid argument” means that it is not a valid mutex: it was already "
        + "destroyed, such as that of a static object at exit, or its memory was overwritten.",
      "Find the owner of the mutex, and let no thread use it after its destruction: join or stop background threads "
        + "before exit() and before the owner is destroyed."
    ),
    (
      "thread",
      "The system could not start another thread: the process has too many, or the memory for stacks is used up.",
      "Count the threads in the report, and use a queue or a pool instead of one thread for each task."
    ),
    (
      "system_error",
      "A call of the operating system failed; the text names the error. Typical sources are threads, mutexes and "
        + "condition variables: a std::mutex that was already destroyed, join() of a thread that is not joinable, or too "
        + "many threads.",
      "Find the object that the text names, and who destroys it while another thread uses it."
    ),
    (
      "filesystem_error",
      "A function of std::filesystem failed; its text names the operation, the path and the error.",
      "Use the overload with a std::error_code, and handle a missing file or permission."
    ),
    (
      "future_error",
      "A std::promise or std::future was used against its rules: the promise was destroyed without a value, the value "
        + "was set twice, or get() was called twice.",
      "Set the value exactly once on each path, and call get() once."
    ),
    (
      "regex_error", "The pattern of a std::regex is not valid, or matching it is too complex.",
      "Check the pattern; catch std::regex_error if it comes from a user."
    ),
    (
      "failure",
      "An input or output stream failed, and exceptions() turned its state into an exception.",
      "Check the file and its state, or do not enable exceptions for the stream."
    ),
    (
      "format_error", "The format string of std::format does not fit its arguments.",
      "Check the format string; a constant one is checked by the compiler."
    ),
    (
      "logic_error",
      "A rule of the called function was not followed. libc++ and libstdc++ throw it, for example, for a std::string "
        + "that is created from NULL.",
      "Check the arguments of the call, and that no NULL is converted to std::string."
    ),
    (
      "runtime_error",
      "The called function failed for a reason that the text of what() names; libraries throw this type themselves.",
      "Search the code and its libraries for the text."
    ),
    (
      "nested_exception", "std::throw_with_nested() added this exception to the one that was thrown first.",
      "Set a breakpoint for C++ exceptions, and look at the first one."
    ),
  ]

  /// Returns the row's type for a type as a runtime writes it, demangled or mangled; `nil` for a type that is not of the
  /// standard library.
  ///
  /// - Parameters:
  ///   - name: `std::out_of_range`, `std::__1::system_error`, `NSt3__112system_errorE`, `St9bad_alloc`.
  ///   - reason: The text of what(), if it is known.
  static func type(of name: String, reason: String?) -> String? {
    var name = Substring(name)
    while let last = name.last, " '\"*&.,:;)".contains(last) { name.removeLast() }
    if name.hasPrefix("St") || name.hasPrefix("NSt") {
      if name.hasPrefix("N"), name.last == "E" { name.removeLast() }
    } else if !name.hasPrefix("std::") {
      return nil
    }
    let found = rows.first { row in
      guard name.hasSuffix(row.type) else { return false }
      let before = name.dropLast(row.type.count).last
      return before.map { !$0.isLetter && $0 != "_" } ?? false
    }
    guard let type = found?.type, type != "mutex", type != "thread" else { return nil }
    if type == "system_error", let reason {
      if reason.contains("mutex lock failed") { return "mutex" }
      if reason.contains("thread constructor failed") { return "thread" }
    }
    return type
  }

  /// The type of the exception that ended the process, as the captures `type` and `advice`.
  static let evidence = Evidence.custom(
    CustomEvidence(
      "a type of the C++ standard library", reason: "It compares the type with the rows of a table.", explanations: []
    ) { context in
      var found = context.report.exception?.name.flatMap { type(of: $0, reason: context.report.exception?.reason) }
      for template in templates where found == nil && template.mayMatch(context.textGrams) {
        for text in context.texts {
          guard let captures = template.match(text.matchable), let written = captures["exception"] else { continue }
          let name = written.split(separator: " ").first.map(String.init) ?? written
          found = type(of: name, reason: captures["reason"])
          if found != nil { break }
        }
      }
      return found.map { EvidenceMatch(captures: ["type": $0, "advice": $0]) }
    })

  private static let templates: [TextTemplate] = [
    "uncaught exception of type {exception}: {reason}", "uncaught exception of type {exception}",
    "after throwing an instance of '{exception}'",
  ]

  /// The sentences of the rows by type, for the captures `type` and `advice`.
  static let causes = Dictionary(rows.map { ($0.type, $0.cause) }) { first, _ in first }
  static let advice = Dictionary(rows.map { ($0.type, $0.advice) }) { first, _ in first }
}
