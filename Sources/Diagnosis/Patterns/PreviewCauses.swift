import CrashReports

/// Why a preview of Xcode failed, by the innermost error of the canvas. One table, because these patterns have the same
/// evidence and differ only in messages and in what to do.
///
/// Sources: diagnostics of Xcode 11 to 26 in public issue trackers and forums, and Xcode's release notes.
extension Pattern {
  static let previewCauses: [Pattern] = previewCauseRows.map(\.pattern)

  /// The ids of the patterns that state why a preview failed.
  static let previewCauseIDs = previewCauseRows.map(\.id)

  private struct PreviewCause {
    var id: String
    var title: String
    var symptom: String
    /// Messages of the canvas that state the cause, those with the most captures first.
    var messages: [TextTemplate]
    var statement: String
    /// Messages that the process of the preview itself prints, as in its crash report.
    var printed: [TextTemplate] = []
    /// Messages that other builds have, too: they count if the author of the text says that a preview fails.
    var accounted: [TextTemplate] = []
    /// Further facts to capture.
    var details: [[TextTemplate]] = []
    /// Messages of which one must also occur, and messages that must not occur.
    var with: [TextTemplate] = []
    var without: [TextTemplate] = []
    /// Whether a message names a source file of the user.
    var readsLocation = false
    /// Whether the process of the preview crashed.
    var isCrash = false
    /// Whether the messages are only the last resort, after all other causes.
    var isVague = false
    var headline: String
    var cause: String
    var remedy: [String]
    var changes: [Change] = []
    var missing: [Gap] = []
    var searchTerms: String
    var example: String
    var nearMiss: String
    var source: Reference

    var pattern: Pattern {
      let inCanvas = Evidence.text(
        TextQuery(messages, from: [.canvas], readsSwiftLocation: readsLocation, statement: statement))
      let more = details.map { Evidence.optional(.text(TextQuery($0, readsSwiftLocation: readsLocation))) }
      let required = with.isEmpty ? [] : [Evidence.text(with, from: [.canvas])]
      let excluded = without.isEmpty ? [] : [Evidence.not(.text(without, from: [.canvas]))]
      var grades = [Grade(.certain, cause: .likely, .all([inCanvas] + required + excluded + more))]
      if !printed.isEmpty {
        grades.append(
          Grade(
            .certain, cause: .likely,
            .all([.text(TextQuery(printed, statement: statement)), Evidence.inPreviewProcess, previewedView])))
      }
      if !accounted.isEmpty {
        let quoted = Evidence.text(TextQuery(accounted, readsSwiftLocation: readsLocation, statement: statement))
        grades.append(Grade(.likely, cause: .possible, .all([quoted, .previewAccount] + excluded + more)))
      }
      return Pattern(
        id, title: "Xcode preview: " + title, family: .designables, symptom: symptom, grades: grades,
        headline: headline, cause: cause, remedy: remedy, changes: changes, gaps: missing,
        lookalikes: [
          LookAlike("preview-failed-unspecified", because: "The canvas states the reason.")
        ],
        references: [source, .previews],
        supersedes: supersedes, generality: isVague ? 8 : 2, searchTerms: searchTerms,
        examples: [.matches("the diagnostics of the canvas", example), .doesNotMatch("another message", nearMiss)])
    }

    private var supersedes: [String] {
      var ids = ["preview-failed-unspecified"]
      if id == "preview-library-not-loaded" { ids += ["dlopen-library-validation", "dyld-library-wrong-arch"] }
      if !isVague { ids += ["preview-agent-no-reply", "preview-timeout"].filter { $0 != id } }
      if id == "preview-exception" { ids.append("nsexception-uncaught") }
      if isCrash {
        ids += [
          "preview-crashed", "swift-fatal-error", "swift-trap-unspecified", "dyld-library-missing", "termination-dyld",
          "initializer-abort",
        ]
      }
      return ids
    }
  }

  /// The body of the view that was being previewed: the first of the app's own functions.
  private static let previewedView = Evidence.optional(
    .frame(
      FrameQuery(
        ["*.body.getter*", "*__previews*", "*_Previews.previews.getter*"], roles: [.app], blamed: true, kind: .inferred,
        statement: "{function} is the view that was previewed.")))

  private static let forum = Reference("Apple Developer Forums, Xcode Previews")

  private static let previewCauseRows: [PreviewCause] = [
    PreviewCause(
      id: "preview-build-failed", title: "the build of the scheme failed",
      symptom: "The canvas shows \"Failed to build the scheme\"; the app itself may build.",
      messages: [
        "Failed to build the scheme \"{scheme}\" {message}", "Failed to build the scheme \"{scheme}\"",
        "SchemeBuildError: Failed to build {scheme}", "SchemeBuildError",
      ],
      statement: "The build for the preview failed.",
      accounted: PreviewAccount.build.map { TextTemplate("\($0)") },
      details: [[" error: {error}"], ["only available in {platform} or newer"]], readsLocation: true,
      headline:
        "Xcode preview: build of the scheme {scheme|of the preview} failed{error?: {error}|{lead?: {lead}|{message?: {message}}}}",
      cause: """
        A preview builds its scheme with its own settings and for its own destination, and this build failed{error?: \
        {error}}. An error in a target that the app does not need for its platform (a test target, a package for iOS \
        in a watchOS scheme) appears only here.
        """,
      remedy: [
        "Build the scheme {scheme|of the preview} for the destination of the canvas, and fix its first error{location? at {location}}.",
        "If the error is in a package for another platform, remove that target or package from the scheme, or raise the deployment target.",
      ],
      searchTerms: """
        SchemeBuildError
        Failed to build the scheme
        preview build failed
        """,
      example: """
        == PREVIEW UPDATE ERROR:

        →    SchemeBuildError: Failed to build the scheme "Cards"

            cannot find 'Dealer' in scope

            Compiling TableView.swift:
            /Users/dev/Cards/TableView.swift:12:9: error: cannot find 'Dealer' in scope
        """,
      nearMiss: """
        == PREVIEW UPDATE ERROR:

            NoBuildableEntriesError: active scheme does not build this file
        """, source: forum),
    PreviewCause(
      id: "preview-compile-failed", title: "the code of the preview does not compile",
      symptom: "The canvas shows \"Compiling failed\"; the app builds.",
      messages: [
        "Compiling failed: {message}", "CompileDylibError: Failed to build {file}", "Failed to compile {file}",
        "Failed to build {file}.swift {message}", "Failed to build {file}.swift",
        "'__designTime{call}' is only available in {platform}",
      ],
      statement: "The compiler reports this error in the build for the preview.",
      accounted: PreviewAccount.compiler.map { TextTemplate("\($0)") } + ["{}.swift:{}: error: "],
      details: [[" error: {error}"]], without: ["LinkDylibError", "Linking failed", "Failed to build the scheme"],
      readsLocation: true,
      headline: "Xcode preview does not compile{message?: {message}|{error?: {error}}}",
      cause: """
        For a preview, Xcode compiles a copy of the file in which literals are replaced by calls such as \
        __designTimeString. That copy does not compile{message?: {message}}.
        """,
      remedy: [
        "Fix the error{location? at {location}}; build the target once to see it without the generated code.",
        "If __designTime… is \"only available in\" a newer system, raise the deployment target, or mark the view and its preview with @available.",
      ],
      searchTerms: """
        Compiling failed
        __designTimeString
        preview does not compile
        CompileDylibError
        """,
      example: """
        →Compiling failed: cannot find 'Dealer' in scope

        /Users/dev/Cards/TableView.swift:12:9: error: cannot find 'Dealer' in scope
        """,
      nearMiss: """
        LinkDylibError: Failed to build TableView.swift
        """, source: forum),
    PreviewCause(
      id: "preview-library-not-linked", title: "the library of the preview does not link",
      symptom: "The canvas shows \"Linking failed\"; the app links.",
      messages: [
        "Undefined symbols for architecture {arch}: \"{symbols}\", referenced from", "Undefined symbol: {symbols}",
        "ld: library '{library}' not found", "ld: library not found for -l{library}",
        "ld: framework '{library}' not found", "ld: framework not found {library}",
        "Linking failed: no such file or directory: '{library}'", "ld: {message}",
        "LinkDylibError: Failed to build {file}", "LinkDylibError", "Linking failed: ",
      ],
      statement: "The canvas reports that the preview's library could not be linked.",
      details: [["LinkDylibError: Failed to build {file}"]],
      with: ["LinkDylibError", "Linking failed"],
      headline: """
        Xcode preview: linking failed{symbol?: undefined symbol {symbol}{others? and {others} more}}{library?: {library} \
        not found}{file? ({file})}
        """,
      cause: """
        Xcode links the previewed file as a library of its own, with the target's link settings. {symbol?{symbol} is in \
        none of the linked libraries|An input of the linker is missing}: often a static library or package that only \
        the app links, or a library that was built with code coverage.
        """,
      remedy: [
        "Link {library?{library}|the library that defines {symbol|the symbol}} to the target of the previewed file, or make it a dynamic framework or package product.",
        "For ___llvm_profile_runtime, turn off code coverage in the library's build settings.",
        "Otherwise choose Editor > Canvas > Use Legacy Previews Execution, and compare.",
      ],
      searchTerms: """
        LinkDylibError
        Linking failed
        preview undefined symbols
        ___llvm_profile_runtime
        """,
      example: """
        == PREVIEW UPDATE ERROR:

            LinkDylibError: Failed to build TableView.swift

            Linking failed: linker command failed with exit code 1 (use -v to see invocation)

        →    Undefined symbols for architecture arm64:
              "_shuffle_deck", referenced from:
                  _deal in libshuffle.a(deal.o)
        """,
      nearMiss: """
        JITError: Runtime linking failure
        """, source: forum),
    PreviewCause(
      id: "preview-jit-symbol-missing", title: "symbols are missing when the preview is linked at run time (JIT)",
      symptom: "The canvas shows \"JITError: Runtime linking failure\"; the app links and runs.",
      messages: [
        "Symbols not found: [ {symbols} ]", "Symbols not found: [{symbols}", "Symbols not found: {symbols}",
        "Failed to materialize symbols: {}(static-{module},", "Failed to materialize symbols: {}, { {symbols} }",
        "Failed to materialize symbols", "Missing symbol: {symbols}", "Runtime linking failure`(`{symbols}`",
        "Runtime linking failure: {symbols}", "Runtime linking failure ({symbols})",
        "JITError: Runtime linking failure",
        "Runtime linking failure",
      ],
      statement: "The canvas reports that the linker of the preview's process did not find symbols.",
      details: [["(static-{module},"]],
      headline: """
        Xcode preview: JIT link failure{symbol?: {symbol}{others? and {others} more} not found}{module? (in {module})}
        """,
      cause: """
        Since Xcode 16 a preview links object files in the running process (JIT), and this linker did not find \
        {symbol|a symbol}. Usually a binary or static library is linked to the app and not to the target or package \
        that contains the preview.
        """,
      remedy: [
        "Link the library that defines {symbol|the symbol} to the target that contains the preview, or make the product dynamic.",
        "Turn off code coverage if the symbol is ___llvm_profile_runtime.",
        "Otherwise choose Editor > Canvas > Use Legacy Previews Execution.",
      ],
      searchTerms: """
        JITError
        JITError: Runtime linking failure
        Symbols not found
        Failed to materialize symbols
        XOJIT
        """,
      example: """
        == PREVIEW UPDATE ERROR:

            [Remote] JITError: Runtime linking failure

            Additional Link Time Errors:
        →    Symbols not found: [ _shuffle_deck, _deal ]
        """,
      nearMiss: """
        LinkDylibError: Failed to build TableView.swift
        """, source: forum),
    PreviewCause(
      id: "preview-jit-object-unusable", title: "a static library or object file cannot be used for the preview (JIT)",
      symptom: "The canvas shows CouldNotLoadInputStaticArchiveFile or XOJITError; the app runs.",
      messages: [
        "Could not load static archive during preview: {library}",
        "Could not load object file during preview: {library}",
        "Universal binary {library} does not contain a slice for {arch}\")",
        "Universal binary {library} does not contain a slice for {arch}", "file doesn't have architecture '{arch}'",
        "CouldNotLoadInputStaticArchiveFile", "CouldNotLoadInputObjectFile", "XOJITError: {message}", "XOJITError",
      ],
      statement: "The canvas reports that it could not load an input of the linker.",
      details: [
        [
          "does not contain a slice for {arch}\")", "does not contain a slice for {arch}",
          "doesn't have architecture '{arch}'",
        ], ["path: {library}"],
        ["XOJITError: {} {message}"],
      ],
      headline: """
        Xcode preview: {library|a library} cannot be loaded by the JIT linker (XOJITError){arch?: no code for architecture {arch}}
        """,
      cause: """
        Since Xcode 16 a preview links static libraries and object files in the running process (JIT). {library|One of \
        them} could not be loaded{arch?: it has no code for {arch}}. A preview for macOS needs arm64e; an SDK newer than \
        the running macOS has the same effect.
        """,
      remedy: [
        "Build {library|the library} for {arch|the architecture of the preview}, or use it as a dynamic framework.",
        "If the SDK is newer than this macOS, use the Xcode version that matches the system.",
        "Otherwise choose Editor > Canvas > Use Legacy Previews Execution.",
      ],
      searchTerms: """
        CouldNotLoadInputStaticArchiveFile
        Could not load static archive during preview
        XOJITError
        does not contain a slice for arm64e
        file doesn't have architecture
        """,
      example: """
        == PREVIEW UPDATE ERROR:

            FailedToLaunchAppError: Failed to launch com.example.Cards

            ==================================

            |  [Remote] JITError
            |
            |  ==================================
            |
        →    |  |  [Remote] CouldNotLoadInputStaticArchiveFile: Could not load static archive during preview: /Users/dev/Products/Debug/libshuffle.a
            |  |
            |  |  |  [Remote] XOJITError
            |  |  |
            |  |  |  XOJITError: Universal binary /Users/dev/Products/Debug/libshuffle.a does not contain a slice for arm64e-apple-macosx15.1
        """,
      nearMiss: """
        LoadingError: failed to load library at path "/Users/dev/TableView.1.preview-thunk.dylib"
        """, source: forum),
    PreviewCause(
      id: "preview-dylib-missing", title: "a library that the preview needs was not found",
      symptom: "The canvas shows that the app could not be launched or crashed, with \"Library not loaded\".",
      messages: [
        "Library not loaded: {library} Referenced from: {user}", "Library not loaded: {library}",
        "crashed because {library} is missing", "DYLDJITLaunchFatalError", "/{library}' (no such file)",
      ],
      statement: "The canvas reports that the loader did not find a library.",
      printed: ["Library not loaded: {library} Referenced from: {user}", "Library not loaded: {library}"],
      without: ["preview-thunk.dylib"], isCrash: true,
      headline: "Xcode preview: library {library|of the app} not found{user?, which {user} needs}",
      cause: """
        The process of the preview needs {library|a library} that is at none of the paths which the loader tried. A \
        framework that only the app embeds is not beside the preview's agent; a system library may be missing in this \
        version of the simulator runtime.
        """,
      remedy: [
        "Embed {library|the library} in the target that contains the preview, or add its folder to LD_RUNPATH_SEARCH_PATHS.",
        "For a library in /usr/lib or /System, use a runtime of the same version as the SDK.",
      ],
      searchTerms: """
        preview library not loaded
        DYLDJITLaunchFatalError
        XCPreviewAgent crashed because framework is missing
        """,
      example: """
        == PREVIEW UPDATE ERROR:

        →    CrashReportError: XCPreviewAgent crashed because DeckKit.framework is missing
        """,
      nearMiss: """
        LoadingError: failed to load library at path "/Users/dev/TableView.1.preview-thunk.dylib"
        """, source: forum),
    PreviewCause(
      id: "preview-library-not-loaded", title: "the preview's own library could not be loaded",
      symptom: "The canvas shows \"failed to load library at path … preview-thunk.dylib\".",
      messages: [
        "failed to load library at path \"{library}\"", "failed to load library at path {library}:",
        "failed to load library at path",
      ],
      statement: "The canvas reports that the agent could not load the preview's library.",
      details: [
        ["incompatible architecture (have '{have}', need '{need}')"], ["/Debug-{platform}simulator/"],
        ["not valid for use in process: {refused})", "code signature {refused})", "not valid for use in process"],
      ],
      headline: """
        Xcode preview: {library|the preview's library} could not be loaded{need?: architecture {have}, {need} needed}{refused?: {refused}}{platform? \
        ({platform} simulator)}
        """,
      cause: """
        Xcode compiled the preview to a library of its own, and the agent refused it{need?: it has code for {have}, and \
        the agent needs {need}. Xcode itself probably runs under Rosetta|: it is missing or was built for another \
        platform}.
        """,
      remedy: [
        "{need?Quit Xcode, clear \"Open using Rosetta\" in its Get Info window, and open it again.|Clean the build folder and restart the canvas.}",
        "If it persists, delete the folder Previews in the derived data of the project.",
      ],
      searchTerms: """
        LoadingError failed to load library
        preview-thunk.dylib
        preview incompatible architecture
        """,
      example: """
        →MessageSendFailure: Message send failure for update

        ==================================

        |  RemoteHumanReadableError
        |
        →|  LoadingError: failed to load library at path "/Users/dev/Previews/TableView.1.preview-thunk.dylib": Optional(dlopen(/Users/dev/Previews/TableView.1.preview-thunk.dylib, 0x0002): tried: '/Users/dev/Previews/TableView.1.preview-thunk.dylib' (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64')))
        """,
      nearMiss: """
        MessageSendFailure: Message send failure for update
        """, source: forum),
    PreviewCause(
      id: "preview-no-executable-path", title: "a static package product has no executable (Xcode 14.0 and 14.1)",
      symptom: "The canvas shows \"SettingsError: noExecutablePath\".",
      messages: ["noExecutablePath(<{}:'{product}'>", "noExecutablePath(<{}'{product}'", "noExecutablePath"],
      statement: "The canvas reports that a static package product has no executable path.",
      headline: "Xcode preview: static package product {product|} has no executable (noExecutablePath)",
      cause: """
        Xcode 14.0 and 14.1 expected an executable for the static library product {product|of a package}, which has \
        none. Xcode 14.2 fixes this.
        """,
      remedy: [
        "Use Xcode 14.2 or later.",
        "With Xcode 14.0 or 14.1, remove `type: .static` from the product {product|} in Package.swift, or use `.dynamic`.",
      ],
      searchTerms: """
        noExecutablePath
        SettingsError
        IDESwiftPackageStaticLibraryProductBuildable
        """,
      example: """
        HumanReadableSwiftError

        →SettingsError: noExecutablePath(<IDESwiftPackageStaticLibraryProductBuildable:ObjectIdentifier(0x0000600001020304):'CardKit'>)
        """,
      nearMiss: """
        HumanReadableSwiftError
        """, source: Reference("Xcode 14.2 Release Notes (Apple)")),
    PreviewCause(
      id: "preview-resource-bundle-missing", title: "the resource bundle of a package was not found",
      symptom: "The preview crashes with \"unable to find bundle named\"; the app finds the bundle.",
      messages: [
        "unable to find bundle named {bundle}: file ", "unable to find bundle named {bundle}",
        "could not load resource bundle: from {bundle}",
        "fatalError in resource_bundle_accessor.swift", "fatalError in TuistBundle+{}.swift",
        "Fatal Error in resource_bundle_accessor.swift", "Fatal Error in TuistBundle+{}.swift",
      ],
      statement: "The accessor of Bundle.module did not find the bundle.",
      printed: ["unable to find bundle named {bundle}: file ", "unable to find bundle named {bundle}"],
      isCrash: true,
      headline: "Xcode preview: resource bundle {bundle|of a package} not found (Bundle.module)",
      cause: """
        Bundle.module searches {bundle|the bundle} beside the main bundle and beside the package's own code. In a \
        preview the main bundle is Xcode's agent, so the generated accessor does not find the resources of a package \
        that is used by another package or framework.
        """,
      remedy: [
        "Replace Bundle.module in that package by an accessor that also searches the folder of the built products (Bundle(for:) of a class, and its parent folders).",
        "With Tuist, update: newer versions generate such an accessor.",
        "Preview the view in an app target that embeds the package.",
      ],
      searchTerms: """
        unable to find bundle named
        resource_bundle_accessor
        Bundle.module preview
        TuistBundle
        """,
      example: """
        == PREVIEW UPDATE ERROR:

        →    CrashReportError: Fatal Error in resource_bundle_accessor.swift

        →    XCPreviewAgent crashed due to fatalError in resource_bundle_accessor.swift at line 44.

        →    unable to find bundle named CardKit_CardKit
        """,
      nearMiss: """
        CrashReportError: Cards crashed due to fatalError in DeckStore.swift at line 41.
        """, source: Reference("Bundling resources with a Swift package (Apple, Xcode)")),
    PreviewCause(
      id: "preview-environment-object-missing", title: "the preview does not supply an environment object",
      symptom: "The preview crashes with \"No ObservableObject of type … found\"; the app runs.",
      messages: [
        "No ObservableObject of type {type} found", "No Observable object of type {type} found",
        "No perceptible object of type {type} found", "missing environment object \"{type}\"",
        "missing environment of type: {type}.", "No {} of type {type} found. A View.environment",
        "fatalError in EnvironmentObject.swift",
      ],
      statement: "SwiftUI found no object of this type in the environment.",
      printed: [
        "No ObservableObject of type {type} found", "No Observable object of type {type} found",
        "No perceptible object of type {type} found",
      ],
      isCrash: true,
      headline: "Xcode preview: environment object {type|} is missing (No ObservableObject of type {type|…} found)",
      cause: """
        The view, or one of its subviews, reads {type|an object} from the environment. The app injects it in a parent \
        view; the preview creates the view without that parent.
        """,
      remedy: [
        "Inject the object in the preview: .environmentObject({type|…}(…)), or .environment({type|…}(…)) for an @Observable class.",
        "Give {type|the class} an initializer with sample data for previews.",
      ],
      changes: [
        Change(
          "swift", before: "#Preview { CardView() }",
          after: "#Preview { CardView().environmentObject({type|DeckStore}()) }")
      ],
      searchTerms: """
        No ObservableObject of type found
        MissingEnvironmentObjectError
        environmentObject may be missing as an ancestor of this view
        preview missing environment object
        """,
      example: """
        == PREVIEW UPDATE ERROR:

        →    CrashReportError: Fatal Error in EnvironmentObject.swift

        →    Cards crashed due to fatalError in EnvironmentObject.swift at line 92.

        →    No ObservableObject of type DeckStore found. A View.environmentObject(_:) for DeckStore may be missing as an ancestor of this view.
        """,
      nearMiss: """
        CrashReportError: Cards crashed due to fatalError in DeckStore.swift at line 41.
        """, source: Reference("EnvironmentObject (Apple, SwiftUI)")),
    PreviewCause(
      id: "preview-exception", title: "an uncaught exception ended the preview's process",
      symptom: "The canvas shows \"crashed due to an uncaught exception\".",
      messages: [
        "crashed due to an uncaught exception `{exception}`. Reason: {reason}.",
        "crashed due to an uncaught exception `{exception}`. Reason: {reason}",
        "due to an uncaught exception `{exception}`", "uncaught exception '{exception}', reason: '{reason}'",
        "crashed due to an uncaught exception",
      ],
      statement: "An uncaught exception is reported.",
      accounted: [
        "due to uncaught exception '{exception}', reason: '{reason}'",
        "due to uncaught exception '{exception}', reason: {reason}",
      ],
      isCrash: true,
      headline: "Xcode preview crashed: uncaught exception{exception? {exception}}{reason?: {reason}}",
      cause: """
        Code that ran in the preview's process raised {exception|an exception}{reason? with the reason "{reason}"}. The \
        process contains the app or a part of it, and Xcode's agent.
        """,
      remedy: [
        "Find the code by the reason{reason?, \"{reason}\"}; an exception breakpoint in a debug build of the app stops there.",
        "Skip the start of SDKs in previews: ProcessInfo.processInfo.environment[\"XCODE_RUNNING_FOR_PREVIEWS\"] == \"1\".",
        "If the reason is about a class that exists twice, make the library dynamic, so that the app and the preview share it.",
      ],
      searchTerms: """
        crashed due to an uncaught exception
        preview uncaught exception
        """,
      example: """
        CrashReportError: Cards crashed due to an uncaught exception

        →Cards crashed due to an uncaught exception `NSGenericException`. Reason: The deck was shuffled while it was enumerated.
        """,
      nearMiss: """
        CrashReportError: Cards crashed due to fatalError in DeckStore.swift at line 41.
        """, source: forum),
    PreviewCause(
      id: "preview-target-not-found", title: "Xcode has no build information for the file",
      symptom: "The canvas shows noPreviewInfos, unableToFindTarget or noBuildExecutor.",
      messages: [
        "ProviderError: ProviderError: {error}(", "ProviderError: {error}(", "ConfigurationError: {error}(",
        "{error}: noPreviewInfos(",
        "noPreviewInfos", "unableToFindTarget", "noBuildExecutor",
        "could not generate preview info: {error}", "NoBuiltTargetDescriptionCouldBeFound",
        "Could not find target description for \"{file}\"", "Could not find target description for {file}",
      ],
      statement: "The canvas reports that it has no build information for the previewed file.",
      details: [["Intermediates.noindex/Previews/{scheme}/"], ["could not generate preview info: {error}"]],
      headline:
        "Xcode preview: no target with build information for {file|the file}{error? ({error})}{scheme?, scheme {scheme}}",
      cause: """
        Xcode knows no target of the active scheme that builds the file and supports previews. The file may be in no \
        target or only in a test target, or the target is a static library that no product of the scheme contains.
        """,
      remedy: [
        "Check in the File inspector that the file belongs to a target, and select a scheme that builds this target.",
        "Build the scheme once, then restart the canvas.",
        "If the target is a static library or framework, make it dynamic for debug builds.",
      ],
      searchTerms: """
        noPreviewInfos
        ProviderError noPreviewInfos
        unableToFindTarget
        noBuildExecutor
        StubError could not generate preview info
        """,
      example: """
        == PREVIEW UPDATE ERROR:

            StubError

        →    StubError: could not generate preview info: unableToFindTarget
        """,
      nearMiss: """
        NoBuildableEntriesError: active scheme does not build this file
        """, source: forum),
    PreviewCause(
      id: "preview-scheme-excludes-file", title: "the active scheme does not build the file",
      symptom: "The canvas shows \"Active scheme does not build this file\".",
      messages: [
        "active scheme does not build this file",
        "Select a scheme that builds a target which contains the current file",
        "NoBuildableEntriesError", "Cannot preview in this file - No selected scheme", "No selected scheme",
      ],
      statement: "The canvas reports that no target of the active scheme contains the file.",
      headline: "Xcode preview: the active scheme does not build this file",
      cause: "The file is in no target that the active scheme builds, so Xcode cannot preview it.",
      remedy: [
        "Select the scheme whose target contains the file: Product > Scheme.",
        "Or add the target to the active scheme (Edit Scheme > Build), or the file to one of its targets (File inspector > Target Membership).",
      ],
      searchTerms: """
        active scheme does not build this file
        NoBuildableEntriesError
        """,
      example: """
        →NoBuildableEntriesError: active scheme does not build this file

        Select a scheme that builds a target which contains the current file, or add this file to a target that is built by the current scheme.
        """,
      nearMiss: """
        SchemeBuildError: Failed to build the scheme "Cards"
        """, source: .previews),
    PreviewCause(
      id: "preview-build-settings", title: "build settings of the target do not permit previews",
      symptom: "The canvas names a build setting, or could not analyze how the target was built.",
      messages: [
        "The executable target \"{target}\" needs the build setting \"{setting}\" set to \"{value}\"",
        "target \"{target}\" needs the build setting \"{setting}\" set to \"{value}\"",
        "needs the build setting \"{setting}\" set to \"{value}\"",
        "Could not analyze the built target description for {target} to create the preview",
        "FailedToAnalyzeBuiltTargetDescription", "CouldNotParseLinkCommandLine", "Could not parse linker command line",
        "\"{setting}\" must be set to \"{value}\"", "built with optimization level '{value}'",
        "not compiled with -Onone",
        "{setting} must be set to {value} in order to preview", "{setting}=-Onone", "ENABLE_DEBUG_DYLIB",
        "Previews not supported for {product} Previews can be defined in", "Previews not supported for {product}",
        "UnsupportedProductTypeError", "because {mode} is set to",
      ],
      statement: "The canvas reports a build setting that previews need.",
      details: [
        ["CouldNotParseLinkCommandLine: {}", "Could not parse linker command line"],
        ["built target description for {target} to create"],
        ["productType = com.apple.product-type.{type} buildable", "productType = com.apple.product-type.{type}"],
      ],
      headline: """
        Xcode preview: {product?not supported for {product}{type?, whose product type is {type}}|{mode?built with another \
        {mode} than previews need|{setting?the build setting {setting} of {target|the target} must be {value}|the link \
        command of {target|the target} could not be analyzed (CouldNotParseLinkCommandLine)}}}
        """,
      cause: """
        Previews need an unoptimized debug build in a known layout. {product?Views can be previewed in applications, \
        frameworks, packages and dynamic libraries, but not in static libraries.|{mode?{mode} has a value that previews do \
        not know: singlefile is the one for debug builds.|{setting?{setting} of {target|the target} has another \
        value.|A custom linker, wrapper or build system changed the link command so that Xcode cannot read it.}}}
        """,
      remedy: [
        "{product?Select a scheme that contains {product} in an app or framework, or make {product} a dynamic library for debug builds.|{mode?Remove {mode} from the xcconfig file, or set it to singlefile for debug builds.|{setting?Set {setting} to {value} for the debug configuration of {target|the target}, also in xcconfig files and project generators.|Use Xcode's own linker for debug builds, or preview the view in a target that Xcode builds itself.}}}",
        "Or move the view to a framework with its own scheme.",
      ],
      searchTerms: """
        ENABLE_DEBUG_DYLIB
        FailedToAnalyzeBuiltTargetDescription
        CouldNotParseLinkCommandLine
        needs the build setting
        previews -Onone
        """,
      example: """
        →The executable target “Cards” needs the build setting “ENABLE_DEBUG_DYLIB” set to “YES” in order to preview.

        Previewing in executable targets now requires a new build layout for unoptimized builds.
        """,
      nearMiss: """
        SchemeBuildError: Failed to build the scheme "Cards"
        """, source: Reference("Xcode 16 Release Notes (Apple)")),
    PreviewCause(
      id: "preview-linker-error", title: "the linker failed in the build of the preview",
      symptom: "A build in the folder Intermediates.noindex/Previews ends with errors of ld.",
      messages: ["Intermediates.noindex/Previews/{scheme}/", "Intermediates.noindex/Previews"],
      statement: "The linker failed in the build for the preview.",
      accounted: [
        "ld: ", "clang: error: linker command failed", "linker command failed", "Undefined symbol", "duplicate symbol",
      ],
      details: [
        ["ld: {error}", "clang: error: {error}"],
        ["Undefined symbols for architecture {arch}: \"{symbols}\", referenced from", "Undefined symbols: {symbols}"],
        ["ld: library '{library}' not found", "ld: framework not found {library}"], ["ld: symbol(s) {message}"],
      ],
      with: ["ld: ", "linker command failed", "Undefined symbol"], without: ["LinkDylibError", "Linking failed"],
      headline: """
        Xcode preview: linker error{symbol?: undefined symbol {symbol}{others? and {others} more}|{library?: {library} not found|{error?: {error}}}}{scheme? (scheme {scheme})}
        """,
      cause: """
        The build for the preview links the target separately from the app, and a symbol or library is missing there. A \
        library that the app adds by its own linker flags is not known to the target of the preview.
        """,
      remedy: [
        "Add the library to the linker settings of the target of the preview, for example -lsqlite3 for _sqlite3_….",
        "With Kotlin Multiplatform, build a dynamic framework (isStatic = false) for debugging.",
      ],
      searchTerms: """
        preview linker error
        Intermediates.noindex/Previews
        """,
      example: """
        →ld: warning: directory not found for option '-L/Users/dev/DerivedData/Cards/Build/Intermediates.noindex/Previews/Cards/Products/Debug-iphonesimulator'
        Undefined symbols for architecture arm64:
          "_shuffle_deck", referenced from:
              _deal in deal.o
        ld: symbol(s) not found for architecture arm64
        """,
      nearMiss: """
        LinkDylibError: Failed to build TableView.swift
        """, source: forum),
    PreviewCause(
      id: "preview-launch-timeout", title: "the app did not launch in time",
      symptom: "The canvas shows that the app did not launch within some seconds.",
      messages: [
        "The app \"{app}\" did not launch on \"{device}\" in {seconds} seconds",
        "\"{app}\" did not launch on \"{device}\" in {seconds} seconds",
        "Failed to launch app \"{app}\" in reasonable time", "Failed to launch {app} in reasonable time",
        "failed to launch within {seconds} seconds", "did not launch in {seconds} seconds", "AppLaunchTimeoutError",
      ],
      statement: "The canvas reports that the app did not launch in time.",
      details: [["did not launch on \"{device}\" in {seconds} seconds"]],
      headline:
        "Xcode preview timed out: {app|the app} did not launch{device? on {device}}{seconds? in {seconds} s| in reasonable time}",
      cause: """
        Xcode started {app|the app} for the preview, and it was not ready{seconds? after {seconds} seconds}. Work at \
        launch (SDKs, databases, network) delays it, or the simulator does not respond.
        """,
      remedy: [
        "Skip launch code in previews: ProcessInfo.processInfo.environment[\"XCODE_RUNNING_FOR_PREVIEWS\"] == \"1\".",
        "Move the view to a framework or package with its own scheme: then the app is not launched.",
        "Restart the canvas; if it does not help, run `xcrun simctl --set previews delete all`.",
      ],
      searchTerms: """
        AppLaunchTimeoutError
        did not launch on in seconds
        preview app launch timeout
        """,
      example: """
        == PREVIEW UPDATE ERROR:

            AppLaunchTimeoutError: Failed to launch app “Cards.app” in reasonable time

        →    The app “Cards.app” did not launch on “iPhone 16” in 15 seconds.
        """,
      nearMiss: """
        CrashReportError: Cards crashed due to fatalError in DeckStore.swift at line 41.
        """, source: forum),
    PreviewCause(
      id: "preview-simulator-unavailable", title: "the simulator of the preview is not available",
      symptom: "The canvas reports that the simulator shut down, did not boot, or does not respond.",
      messages: [
        "Timed out waiting for connection to {service} after {seconds} seconds",
        "waiting for connection to {service}", "Simulator was shutdown during an update",
        "Simulator device failed to {message}", "Failed to boot {device}", "Unable to boot the Simulator",
        "failed to start launchd_sim", "launchd_sim", "CoreSimulatorService connection {message}",
        "Failed to create a simulator device", "No simulator device", "did not boot within {seconds} seconds",
      ],
      statement: "The canvas reports a failure of the simulator.",
      headline: """
        Xcode preview: {service?no connection to {service} of the simulator{seconds? in {seconds} s}|the simulator shut \
        down or did not boot}
        """,
      cause: """
        The preview runs in a simulator of its own, and that simulator or its services did not respond. The code of the \
        view is not involved.
        """,
      remedy: [
        "Run `xcrun simctl --set previews delete all`, quit Xcode and the simulator, and open the canvas again.",
        "Check the permissions of the folders for temporary files: `chmod 1777 /private/var/tmp /private/tmp`.",
        "Check that the runtime is installed (Xcode > Settings > Components), and that security software does not block its processes.",
      ],
      searchTerms: """
        Timed out waiting for connection to DTServiceHub
        DTServiceHub
        Simulator was shutdown during an update
        launchd_sim
        """,
      example: """
        Cannot preview in this file

        →Timed out waiting for connection to DTServiceHub after 15.0 seconds.
        """,
      nearMiss: """
        The app “Cards.app” did not launch on “iPhone 16” in 15 seconds.
        """, source: forum),
    PreviewCause(
      id: "preview-install-failed", title: "the app could not be installed or signed for the preview",
      symptom: "The canvas reports a failed installation, a missing extension or a signing problem.",
      messages: [
        "The app extension \"{app}\" needs to be embedded in an app", "{app} must be in an app",
        "Failed to install {app}", "could not be installed", "unable to install \"{app}\"", "FailedToInstallAppError",
        "Extension {app} not embedded", "is not embedded in", "requires a provisioning profile",
        "not have a signing certificate", "No code signature found", "invalid code signature",
        "application could not be verified", "missing or invalid CFBundleExecutable",
      ],
      statement: "The canvas reports that the app was not installed.",
      headline: "Xcode preview: {app|the app} could not be installed{message?: {message}}",
      cause: """
        Before a preview, Xcode installs the app on the simulator or device. The installation was refused: a missing \
        signature or profile, an extension that is not embedded in its app, or an incomplete bundle.
        """,
      remedy: [
        "Run the app once on the same destination: Xcode then shows the complete error of the installation.",
        "Check Signing & Capabilities of the app and its extensions, and that the extension is embedded in the app.",
      ],
      searchTerms: """
        preview failed to install
        preview code signing
        preview on device failed
        """,
      example: """
        == PREVIEW UPDATE ERROR:

        →    FailedToInstallAppError: Failed to install Cards.app
        """,
      nearMiss: """
        FailedToLaunchAppError: Failed to launch com.example.Cards
        """, source: forum),
    PreviewCause(
      id: "preview-widget-unsupported", title: "Xcode cannot preview this kind of view",
      symptom: "The preview of a widget, or of a view that is not part of an app, fails for its type.",
      messages: [
        "Type '{type}' does not conform to `{protocol}`", "Type '{type}' does not conform to '{protocol}'",
        "does not conform to `NonUIEntryPoint`", "Widget previews are not supported", "is not supported in previews",
        "Previewing {kind} is not supported",
      ],
      statement: "The canvas reports that it does not support the type.",
      headline:
        "Xcode preview: {type|this kind of view} is not supported{protocol? ({type} does not conform to {protocol})}",
      cause: """
        This version of Xcode cannot preview {type|this kind of view} on the selected platform: its agent has no entry \
        point for it.
        """,
      remedy: [
        "Preview the content view of the widget as an ordinary view, with the size of its family.",
        "Run the widget's scheme in the simulator, or try a newer Xcode.",
      ],
      searchTerms: """
        NonUIEntryPoint
        WidgetEntryPointFactory
        widget preview not supported
        """,
      example: """
        →RemoteHumanReadableError: Type 'CardWidgetFactory' does not conform to `NonUIEntryPoint`
        """,
      nearMiss: """
        RemoteHumanReadableError: The operation couldn't be completed.
        """, source: forum),
    PreviewCause(
      id: "preview-agent-no-reply", title: "the preview's agent did not answer",
      symptom: "The canvas shows a message send failure or an XPC error, without another reason.",
      messages: [
        "Message send failure for send {message} to agent", "Message send failure for <{message}>",
        "Message send failure for {message}", "XPC error received on message reply handler",
        "Connection interrupted: {message}", "connectToPreviewHost: Failed to connect to {message}:",
        "Connecting to launched interactive agent", "MessageSendFailure", "ConnectionInterruptedError",
      ],
      statement: "The canvas reports that its message was not answered.",
      details: [["XPC error received on message {message}"], ["Message send failure for <{} {message}>"]],
      isVague: true,
      headline: "Xcode preview: the agent did not answer{message? ({message})}",
      cause: """
        Xcode sent a message to the process of the preview, and the connection ended without an answer. Usually that \
        process crashed or was terminated; its crash report names the cause.
        """,
      remedy: [
        "Look for a crash report of the app or of XCPreviewAgent from that moment in ~/Library/Logs/DiagnosticReports, and diagnose it.",
        "Restart the canvas (Editor > Canvas > Refresh Canvas).",
      ],
      missing: [Gap(unless: .hasStack, "The crash report of the preview's process: it names the cause.")],
      searchTerms: """
        Message send failure for update
        MessageSendFailure
        XPC error received on message reply handler
        preview agent
        """,
      example: """
        RemoteHumanReadableError: The operation couldn’t be completed. XPC error received on message reply handler

        ==================================

        →|  MessageSendFailure: Message send failure for <ServiceMessage 2: relaunch>
        """,
      nearMiss: """
        PreviewUpdateTimedOutError: Updating took more than 5 seconds
        """, source: forum),
  ]
}

extension Evidence {
  /// This evidence together with more.
  func with(_ more: [Evidence]) -> Evidence { .all([self] + more) }

  /// The author of the text says that a preview fails.
  static let previewAccount = Evidence.field(
    .detail(.previewAccount), statement: "The author of the text says that this happens in a preview.")

  /// The process is one that runs previews: Xcode's agent, or an app with the preview system's libraries loaded.
  static let inPreviewProcess = Evidence.any([
    .has(.canvas),
    .field(.process, .matches(["XCPreviewAgent*", "*PreviewAgent*", "PreviewShell*"])),
    .frame(
      FrameQuery([], images: ["PreviewsInjection*", "XOJITExecutor*", "PreviewsOSSupport*", "PreviewsFoundation*"])),
    .field(.imageName, .matches(["PreviewsInjection*", "XOJITExecutor*", "*.preview-thunk.dylib", "__preview.dylib"])),
  ])
}

extension Reference {
  /// Apple's introduction to previews.
  static let previews = Reference(
    "Previewing your app's interface in Xcode (Apple, Xcode)",
    url: "https://developer.apple.com/documentation/xcode/previewing-your-apps-interface-in-xcode")
}
