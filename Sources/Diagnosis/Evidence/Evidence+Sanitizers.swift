import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// A function of AddressSanitizer on the crashed thread that reports an error and ends the process: the report of the
  /// sanitizer is in the output of the process only. Captures `kind`.
  static let addressSanitizerStop = sanitizerStop(
    "a function with which AddressSanitizer reports an error", addressSanitizerKinds,
    statement: "AddressSanitizer reports the error in this function and ends the process.")

  /// The same for UndefinedBehaviorSanitizer. Captures `reason`.
  static let undefinedBehaviorStop = sanitizerStop(
    "a function with which UndefinedBehaviorSanitizer reports an error and ends the process", undefinedBehaviorKinds,
    capture: "reason",
    statement: "UndefinedBehaviorSanitizer reports the error in this function and ends the process.")

  /// The same for ThreadSanitizer. Captures `kind`.
  static let threadSanitizerStop = sanitizerStop(
    "a function with which ThreadSanitizer reports an error", threadSanitizerKinds,
    statement: "ThreadSanitizer reports the error in this function and ends the process.")

  /// The number of frames from the innermost one that may belong to the sanitizer.
  private static let maxSanitizerFrames = 16

  private static func sanitizerStop(
    _ description: String, _ kinds: [(function: String, kind: String)], capture: String = "kind", statement: String
  ) -> Evidence {
    let functions = kinds.map(\.function)
    return .all([
      .exception(
        types: ["EXC_CRASH", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"],
        signals: ["SIGABRT", "SIGTRAP", "SIGILL", "SIGKILL"]
      ),
      .custom(
        CustomEvidence(
          description, reason: "The name of the function states the kind and the size of the access.",
          needs: EvidenceNeeds(functions: functions.map { GlobSet.grams(of: $0) }), explanations: [statement]
        ) { context in
          let globs = GlobSet.shared(functions)
          guard globs.mayMatch(context.stackGrams) else { return nil }
          // The outermost function is the one that the compiler's code called.
          let stack = context.threadStack
          let position = stack.prefix(maxSanitizerFrames).lastIndex {
            $0.symbol.map { globs.matches($0.readable) } ?? false
          }
          guard let position, let name = stack[position].symbol?.readable else { return nil }
          let kind = kinds.first { GlobSet.shared([$0.function]).matches(name) }?.kind ?? ""
          let captures = [capture: kind == "access" ? access(of: name) : kind]
          return EvidenceMatch(
            witnesses: [
              context.witness(frame: stack[position], at: position, statement: statement, captures: captures)
            ], captures: captures)
        }),
    ])
  }

  /// Returns `invalid write of 8 bytes` for `__asan_report_store8`.
  private static func access(of function: String) -> String {
    let verb = function.contains("store") ? "write" : function.contains("load") ? "read" : "access"
    let digits = function.split { !$0.isASCII || !$0.isNumber }.last.flatMap { Int($0) }
    guard let digits, digits > 0, digits <= 16 else { return "invalid " + verb }
    return "invalid \(verb) of \(digits) byte\(digits == 1 ? "" : "s")"
  }

  /// compiler-rt, `asan_rtl.cpp` and `asan_report.h`: functions that compiled code calls, and those of the report.
  private static let addressSanitizerKinds: [(function: String, kind: String)] = [
    ("__asan_report_*", "access"), ("___asan_report_*", "access"), ("__hwasan_tag_mismatch*", "tag mismatch"),
    ("*asan::ReportDoubleFree*", "double free"),
    ("*asan::ReportFreeNotMalloced*", "free of memory that was not allocated"),
    ("*asan::ReportAllocTypeMismatch*", "allocation and deallocation do not match"),
    ("*asan::ReportNewDeleteSizeMismatch*", "size of new and delete differs"),
    ("*asan::ReportStringFunctionMemoryRangesOverlap*", "overlapping memory ranges"),
    ("*asan::ReportStringFunctionSizeOverflow*", "negative size"),
    ("*asan::ReportOutOfMemory*", "out of memory"),
    ("*asan::ReportAllocationSizeTooBig*", "allocation size too big"),
    ("*asan::ReportDeadlySignal*", "fault"), ("*asan::ReportODRViolation*", "definition of a global more than once"),
    ("*asan::ReportGenericError*", "invalid access"), ("*asan::ReportTagMismatch*", "tag mismatch"),
  ]

  /// compiler-rt, `ubsan_handlers.h`: the functions whose names end in `_abort` do not return.
  private static let undefinedBehaviorKinds: [(function: String, kind: String)] = [
    ("__ubsan_handle_type_mismatch*_abort", "access through a NULL or misaligned pointer"),
    ("__ubsan_handle_add_overflow*_abort", "integer overflow in an addition"),
    ("__ubsan_handle_sub_overflow*_abort", "integer overflow in a subtraction"),
    ("__ubsan_handle_mul_overflow*_abort", "integer overflow in a multiplication"),
    ("__ubsan_handle_negate_overflow*_abort", "integer overflow in a negation"),
    ("__ubsan_handle_divrem_overflow*_abort", "division by zero, or overflow in a division"),
    ("__ubsan_handle_shift_out_of_bounds*_abort", "shift by too many bits"),
    ("__ubsan_handle_out_of_bounds*_abort", "index outside of an array"),
    ("__ubsan_handle_pointer_overflow*_abort", "overflow in pointer arithmetic"),
    ("__ubsan_handle_float_cast_overflow*_abort", "conversion of a floating-point number that does not fit"),
    ("__ubsan_handle_load_invalid_value*_abort", "invalid value of a Boolean or an enumeration"),
    ("__ubsan_handle_implicit_conversion*_abort", "implicit conversion that changes the value"),
    ("__ubsan_handle_nonnull_arg*_abort", "NULL passed for a nonnull parameter"),
    ("__ubsan_handle_nullability_arg*_abort", "NULL passed for a nonnull parameter"),
    ("__ubsan_handle_nonnull_return*_abort", "NULL returned from a nonnull function"),
    ("__ubsan_handle_nullability_return*_abort", "NULL returned from a nonnull function"),
    ("__ubsan_handle_vla_bound_not_positive*_abort", "variable-length array without elements"),
    ("__ubsan_handle_builtin_unreachable", "unreachable code was reached"),
    ("__ubsan_handle_missing_return", "end of a function without a return value"),
    ("__ubsan_handle_invalid_builtin*_abort", "invalid argument of a builtin"),
    ("__ubsan_handle_*_abort", "undefined behavior"),
  ]

  /// compiler-rt, `tsan_rtl_report.cpp`.
  private static let threadSanitizerKinds: [(function: String, kind: String)] = [
    ("__tsan::ReportRace*", "data race"), ("__tsan::ReportDeadlock*", "lock-order-inversion"),
    ("__tsan::ReportMutexMisuse*", "incorrect use of a mutex"), ("__tsan::OutputReport*", "error of a thread"),
  ]
}
