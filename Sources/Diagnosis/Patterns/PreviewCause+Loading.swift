extension Pattern {
  /// The process of a preview ends while it loads or draws.
  static let loadingCauses: [PreviewCause] = [
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
  ]
}
