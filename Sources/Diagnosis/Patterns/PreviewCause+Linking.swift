import CrashReports

extension Pattern {
  /// The code or the libraries of a preview cannot be built or linked.
  static let linkingCauses: [PreviewCause] = [
    PreviewCause(
      id: "preview-build-failed", title: "the build of the scheme failed",
      symptom: "The canvas shows \"Failed to build the scheme\"; the app itself may build.",
      messages: [
        "Failed to build the scheme \"{scheme}\" {message}", "Failed to build the scheme \"{scheme}\"",
        "SchemeBuildError: Failed to build {scheme}", "SchemeBuildError",
      ],
      statement: "The build for the preview failed.",
      accounted: PreviewAccount.build.map { TextTemplate("\($0)") }, explainedElsewhere: ["module-deployment-target"],
      details: [[" error: {error}", "{error}, but this target supports"], ["only available in {platform} or newer"]],
      readsLocation: true,
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
  ]
}
