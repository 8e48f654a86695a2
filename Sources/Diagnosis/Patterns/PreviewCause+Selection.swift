extension Pattern {
  /// The project and its settings do not build what the preview needs.
  static let selectionCauses: [PreviewCause] = [
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
      explainedElsewhere: ["linker-library-missing", "linker-wrong-platform"],
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
  ]
}
