import Knowledge

/// The lists that decide which frames of the app's images are not the user's code (`Blamability`).
///
/// In globs, `*` matches any run of characters, and a glob matches the entire name (`GlobSet`).
package enum BlameLists {
  private static let lists = KnowledgeText.blame.lists

  /// Prefixes of entry points that the compiler generates for a function, followed by the name of that function.
  package static let entryPointPrefixes = lists["entry point prefixes"]

  /// Helpers of the Swift, C++, Rust, Go, Kotlin and C# runtimes, which compilers inline or link into the app's image,
  /// and functions of widely used libraries that only report an assertion.
  package static let helpers = lists["helpers"]

  /// Namespaces of the C++ standard library and of libraries whose headers are compiled into the app.
  package static let libraryNamespaces = Set(lists["library namespaces"])

  /// Types and protocols of the Swift standard library. An app may extend them, so that only the members below count.
  package static let standardTypes = Set(lists["standard types"])

  /// Members of `standardTypes` that the standard library implements: the first word of a member's name.
  package static let standardMembers = Set(lists["standard members"])

  /// Initializers of the types above that check their argument, without generic arguments.
  package static let standardInitializers = Set(lists["standard initializers"])

  /// Folders of sources that are not the user's: the builds of Apple and of the compilers, SDKs, and headers of libraries.
  package static let vendorPaths = lists["vendor paths"]

  /// Modules of Apple and Swift, which a runtime message writes before the file: `Swift/ContiguousArrayBuffer.swift`.
  package static let vendorModules = Set(lists["vendor modules"])

  /// Sources of Swift's libraries whose names an app would not use. Reports often state no folder.
  package static let vendorFiles = Set(lists["vendor files"])

  /// Sources of Swift's libraries whose names an app may use too: the name alone decides nothing.
  package static let ambiguousFiles = Set(lists["ambiguous files"])

  /// Images of crash reporters: they are on the stack because they record the crash.
  package static let reporterImages = lists["reporter images"]

  /// Beginnings of the names of the Objective-C classes of crash reporters that are linked into the app.
  package static let reporterClasses = lists["reporter classes"]

  /// Other functions of crash reporters: handlers of signals and exceptions, and what they call.
  package static let reporterFunctions = lists["reporter functions"]

  /// Functions of the system that call a handler of a signal, an exception or a termination: the frames above them belong
  /// to the handler, and the failure is below.
  package static let handlerCallers = lists["handler callers"]

  /// Methods with which frameworks dispatch events, without class and arguments.
  package static let eventDispatch = Set(lists["event dispatch"])

  /// Functions of the program that starts a managed runtime.
  package static let runtimeHosts = lists["runtime hosts"]
}
