import CKnowledge

/// A text of the folder `Knowledge`, whose files are compiled into the program. `Knowledge/README.md` describes the formats.
///
/// Lines that begin with `#` are comments.
package struct KnowledgeText: Sendable {
  /// The name in `catalog`, which is the name of the file or folder.
  package let name: String
  private let source: @Sendable () -> UnsafeBufferPointer<UInt8>

  private init(_ name: String, _ source: @escaping @Sendable () -> diagnose_text) {
    self.name = name
    self.source = {
      let text = source()
      return UnsafeBufferPointer(start: text.bytes, count: text.count)
    }
  }

  /// The bytes, which are valid as long as the program runs.
  package var bytes: UnsafeBufferPointer<UInt8> { source() }

  /// Methods and functions that raise if their precondition is not met, as entries.
  package static let apis = KnowledgeText("apis") { diagnose_apis() }
  /// Calls that the system refuses without being on the stack of a crash, as entries.
  package static let refusedCalls = KnowledgeText("refused-calls") { diagnose_refused_calls() }
  /// Kinds of reports by Apple's number, as entries.
  package static let bugTypes = KnowledgeText("bug-types") { diagnose_bug_types() }
  /// Mach exception types, as entries.
  package static let exceptionTypes = KnowledgeText("topics/exception-types") { diagnose_exception_types() }
  /// Codes and subtypes of exceptions, as entries.
  package static let exceptionCodes = KnowledgeText("topics/exception-codes") { diagnose_exception_codes() }
  /// Signals, as entries.
  package static let signals = KnowledgeText("topics/signals") { diagnose_signals() }
  /// Namespaces of terminations, as entries.
  package static let namespaces = KnowledgeText("topics/namespaces") { diagnose_namespaces() }
  /// Codes of terminations, as entries.
  package static let terminationCodes = KnowledgeText("topics/termination-codes") { diagnose_termination_codes() }
  /// Fields of reports, as entries.
  package static let fields = KnowledgeText("topics/fields") { diagnose_fields() }
  /// What developers see before they have a report, as entries.
  package static let situations = KnowledgeText("topics/situations") { diagnose_situations() }
  /// Images and functions by their role, as lists.
  package static let roles = KnowledgeText("frames/roles") { diagnose_roles() }
  /// Names of images of the system, as lists.
  package static let appleImages = KnowledgeText("frames/apple-images") { diagnose_apple_images() }
  /// Names of third-party libraries that are linked into apps, as lists.
  package static let linkedLibraries = KnowledgeText("frames/linked-libraries") { diagnose_linked_libraries() }
  /// The first versions of the systems that have a framework or library, as lists.
  package static let systemLibraries = KnowledgeText("frames/system-libraries") { diagnose_system_libraries() }
  /// Frames of the app's images that are not the user's code, as lists.
  package static let blame = KnowledgeText("frames/blame") { diagnose_blame() }
  /// Functions that decide how samples of a profile are counted, as lists.
  package static let profile = KnowledgeText("frames/profile") { diagnose_profile() }
  /// Functions and classes that tell what a thread does, as lists.
  package static let threads = KnowledgeText("frames/threads") { diagnose_threads() }
  /// Functions and images of language runtimes, engines and libraries that end the process, as lists.
  package static let runtimes = KnowledgeText("frames/runtimes") { diagnose_runtimes() }
  /// Words for frames that a shortened stack hides, as lists of pairs.
  package static let frameWords = KnowledgeText("frames/wording") { diagnose_frame_words() }
  /// What was guarded and how it was misused, by the codes of EXC_GUARD, as lists of pairs.
  package static let guards = KnowledgeText("codes/guards") { diagnose_guards() }
  /// Kinds of errors by the functions with which sanitizers report them, as lists of pairs.
  package static let sanitizers = KnowledgeText("codes/sanitizers") { diagnose_sanitizers() }
  /// Types of exceptions of the C++ standard library, as entries.
  package static let cppExceptions = KnowledgeText("codes/cpp-exceptions") { diagnose_cpp_exceptions() }
  /// Names of UIKit, AppKit and SwiftUI with which projects are compared, as lists.
  package static let interfaceBuilder = KnowledgeText("projects/interface-builder") { diagnose_interface_builder() }
  /// Words of several languages by English words, as fields.
  package static let languages = KnowledgeText("words/languages") { diagnose_languages() }
  /// Words that tell what kind of text a description is, as lists.
  package static let words = KnowledgeText("words/lists") { diagnose_words() }
  /// Words of lists, titles and tables of messages that others saw, as lists.
  package static let listings = KnowledgeText("words/listings") { diagnose_listings() }
  /// Words that tell an explanation from the report of a failure, as lists.
  package static let prose = KnowledgeText("words/prose") { diagnose_prose() }
  /// Wordings for a process that a signal ended, as lists.
  package static let signalMessages = KnowledgeText("words/signals") { diagnose_signal_messages() }
  /// Phrases with which tools that build, sign, install, launch and test announce a failure, as lists.
  package static let toolMessages = KnowledgeText("words/tools") { diagnose_tool_messages() }
  /// Descriptions of failures by the identifiers of patterns, as fields.
  package static let descriptions = KnowledgeText("words/descriptions") { diagnose_descriptions() }
  /// Given names by language, as lists.
  package static let givenNames = KnowledgeText("privacy/given-names") { diagnose_given_names() }
  /// Surnames and their endings, as lists.
  package static let surnames = KnowledgeText("privacy/surnames") { diagnose_surnames() }
  /// Words around the names of people, as lists.
  package static let sentences = KnowledgeText("privacy/sentences") { diagnose_sentences() }
  /// Words of postal addresses, as lists.
  package static let places = KnowledgeText("privacy/places") { diagnose_places() }
  /// Words before names of machines, documents and devices, and before numbers, as lists.
  package static let things = KnowledgeText("privacy/things") { diagnose_things() }

  /// What reports must contain for the patterns that are documents to match, as entries; written by a test.
  package static let patternNeeds = KnowledgeText("pattern-needs") { diagnose_pattern_needs() }

  /// The number of patterns that are documents.
  package static var patternCount: Int { diagnose_pattern_count() }

  /// Returns the bytes of the document of a pattern, by its position in the order of ids; empty beyond the last one.
  package static func pattern(at index: Int) -> UnsafeBufferPointer<UInt8> {
    guard index >= 0, index < patternCount else { return UnsafeBufferPointer(start: nil, count: 0) }
    let text = diagnose_pattern(index)
    return UnsafeBufferPointer(start: text.bytes, count: text.count)
  }

  /// Every text.
  package static let catalog = [
    apis, refusedCalls, bugTypes, exceptionTypes, exceptionCodes, signals, namespaces, terminationCodes, fields,
    situations, roles, appleImages, linkedLibraries, systemLibraries, blame, profile, threads, runtimes, frameWords,
    guards, sanitizers, cppExceptions, interfaceBuilder, languages, words, listings, prose, signalMessages,
    toolMessages,
    descriptions,
    givenNames, surnames,
    sentences, places, things, patternNeeds,
  ]
}
