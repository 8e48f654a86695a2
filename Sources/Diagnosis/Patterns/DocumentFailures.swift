import CrashReports

/// Errors of the compilers of storyboards, xibs and asset catalogs, and of Xcode's editor, about a document. One table,
/// because these patterns have the same evidence and differ only in messages and in what to do.
extension Pattern {
  static let documentFailures: [Pattern] = documentFailureRows.map(\.pattern)

  private struct DocumentFailure {
    var id: String
    var title: String
    var symptom: String
    /// Messages that state the failure, those with the most captures first.
    var messages: [TextTemplate]
    var statement: String
    /// Further facts to capture.
    var details: [[TextTemplate]] = []
    /// Other evidence than the messages.
    var evidence: Evidence?
    /// Whether the messages are the last resort, after all other patterns.
    var isVague = false
    var headline: String
    var cause: String
    var remedy: [String]
    var changes: [Change] = []
    var supersedes: [String] = []
    var searchTerms: String
    var example: String
    var nearMiss: String

    /// Patterns that state less about the same message.
    private var superseded: [String] {
      // The vaguest is last.
      let vague = ["actool-error", "ib-document-error", "build-failed-no-cause"]
      return vague.firstIndex(of: id).map { Array(vague[($0 + 1)...]) } ?? vague
    }

    var pattern: Pattern {
      let stated = evidence ?? .text(messages, from: [.document, .console, .preview], statement: statement)
      return Pattern(
        id, title: title, family: .ibtool, symptom: symptom,
        grades: [
          Grade(
            isVague ? .likely : .certain, cause: isVague ? .possible : .likely,
            .all([stated] + details.map { .optional(.text($0)) }))
        ],
        headline: headline, cause: cause, remedy: remedy, changes: changes,
        lookalikes: [
          LookAlike("ibtool-crash", because: "The compiler reports an error of the document or of its environment.")
        ],
        references: [Reference("ibtool(1) and actool(1), manual pages of Xcode")],
        supersedes: supersedes + superseded,
        generality: isVague ? 9 : 1, fallback: isVague ? .unlessExplained : nil, searchTerms: searchTerms,
        examples: [.matches("the message", atLeast: .likely, example), .doesNotMatch("another message", nearMiss)])
    }
  }

  private static let documentFailureRows: [DocumentFailure] = [
    DocumentFailure(
      id: "ib-document-newer-xcode", title: "The document requires a newer Xcode",
      symptom: "Xcode or ibtool refuses a storyboard or xib: \"requires Xcode … or later\".",
      messages: [
        "The document \"{document}\" requires Xcode {version} or later", "requires Xcode {version} or later",
        "This document requires Xcode {version}",
        "This version does not support documents saved in the Xcode {version} format",
        "does not support documents saved in the Xcode {version} format",
        "was saved by a newer version of Xcode",
        "document version is newer than",
      ],
      statement: "The document requires another version of Xcode.",
      headline: "{subject|The document} requires Xcode {version|of a newer version} or later",
      cause: "The document was saved with settings that this Xcode does not know, such as a newer toolsVersion.",
      remedy: [
        "Open the project with Xcode {version|of that version} or later.",
        "Or open the document in the newer Xcode and choose an older version at File inspector > Opens in.",
      ],
      supersedes: ["ibtool-crash"],
      searchTerms: """
        document requires Xcode or later
        storyboard requires Xcode 9.0 or later
        """,
      example:
        "→/Users/dev/Cards/Main.storyboard: error: The document \"Main.storyboard\" requires Xcode 9.0 or later.",
      nearMiss: "/Users/dev/Cards/Main.storyboard: error: Illegal Configuration: Container Views before iOS 6.0"),
    DocumentFailure(
      id: "ib-document-unreadable", title: "The document could not be opened or read",
      symptom: "Xcode or ibtool reports that a storyboard or xib could not be opened.",
      messages: [
        "The document \"{document}\" could not be opened. {message}", "The document \"{document}\" could not be opened",
        "document \"{document}\" couldn't be opened", "The file \"{document}\" could not be opened",
        "Could not read archive", "The file couldn't be opened because it isn't in the correct format",
        "cannot be opened because it is not a valid", "com.apple.InterfaceBuilder error -1",
        "parser error : {message}", "contains invalid XML", "Failed to parse the document",
      ],
      statement: "The document could not be opened.",
      details: [
        ["Exception raised while unarchiving document objects - {error}", "{error}: unrecognized selector sent to"],
        ["could not be opened. {message}"],
      ],
      headline: "{subject|The document} could not be opened{error?: {error}|{message?: {message}}}",
      cause: """
        Xcode's document compiler could not read {document|the document}. Its XML is damaged, for example by a merge \
        conflict; or it was saved by another version of Xcode and uses objects that this version does not know.
        """,
      remedy: [
        "Look for conflict markers (<<<<<<<, >>>>>>>) in the XML of {document|the document}, and compare it with the last version that compiled.",
        "Open it in the Xcode version that saved it (toolsVersion in its first lines).",
      ],
      changes: [
        Change(
          "shell",
          after: """
            xmllint --noout {document|Main.storyboard}                # is it well-formed?
            grep -n '<<<<<<<\\|>>>>>>>' {document|Main.storyboard}     # conflict markers
            """)
      ],
      supersedes: ["ibtool-crash", "unrecognized-selector", "nsexception-uncaught"],
      searchTerms: """
        document could not be opened
        Could not read archive
        com.apple.InterfaceBuilder error -1
        storyboard could not be opened
        """,
      example:
        "→/Users/dev/Cards/Main.storyboard: error: The document \"Main.storyboard\" could not be opened. Could not read archive.",
      nearMiss: "/Users/dev/Cards/Main.storyboard: error: Illegal Configuration: Container Views before iOS 6.0"),
    DocumentFailure(
      id: "ib-illegal-configuration", title: "Illegal configuration in a storyboard or xib",
      symptom: "ibtool stops with \"Illegal Configuration\" or \"Unsupported Configuration\".",
      messages: [
        "Illegal Configuration: {message}", "Illegal Configuration", "error: Unsupported Configuration: {message}",
      ],
      statement: "The document uses a configuration that the compiler does not permit.",
      headline: "{subject|The document}: illegal configuration{message?: {message}}",
      cause:
        "The document combines objects or settings that its deployment target or its purpose does not permit{message?: {message}}.",
      remedy: [
        "Select the object that the message names in {document|the document}, and remove or change the setting.",
        "Check the deployment target of the document: File inspector > Builds for.",
      ],
      supersedes: ["ibtool-crash"],
      searchTerms: """
        Illegal Configuration
        Launch screens may not set custom classnames
        """,
      example:
        "→/Users/dev/Cards/Launch.storyboard: error: Illegal Configuration: Launch screens may not set custom classnames",
      nearMiss: "/Users/dev/Cards/Main.storyboard: error: The document \"Main.storyboard\" requires Xcode 9.0 or later."
    ),
    DocumentFailure(
      id: "ib-platform-not-installed", title: "The platform of the document is not installed",
      symptom: "ibtool or actool stops because a platform or its simulator runtime is not installed.",
      messages: [
        "{platform} Platform Not Installed", "{platform} is not installed. To use with Xcode",
        "{platform} is not installed. Please download", "platform {platform} is not installed",
        "{platform} must be installed in order to",
      ],
      statement: "The platform that the document needs is not installed.",
      headline: "{subject?{subject}: |}{platform|the platform} is not installed",
      cause: """
        Documents are compiled with the simulator runtime of their platform, and this Xcode has no runtime for \
        {platform|it}. Since Xcode 14 runtimes are separate downloads.
        """,
      remedy: [
        "Run `xcodebuild -downloadPlatform iOS` (or tvOS, watchOS, visionOS), or use Xcode > Settings > Components.",
        "On a build server, install the runtime in the image, or select the Xcode that has it (`xcode-select`).",
      ],
      supersedes: ["ibtool-agent-communication", "ibtool-crash"],
      searchTerms: """
        Platform Not Installed
        iOS is not installed. To use with Xcode, first download and install the platform
        xcodebuild -downloadPlatform
        """,
      example: "→/Users/dev/Cards/LaunchScreen.storyboard: error: iOS 18.0 Platform Not Installed.",
      nearMiss: "/Users/dev/Cards/Main.storyboard: error: Illegal Configuration: Container Views before iOS 6.0"),
    DocumentFailure(
      id: "ibtool-plugin-not-loaded", title: "ibtool or actool could not load a plug-in of Xcode",
      symptom: "ibtool or actool stops with DVTPlugInLoading and a library of Xcode.",
      messages: [
        "DVTPlugInLoading: Failed to load code for plug-in {plugin} ({}Library not loaded: {library} Referenced",
        "DVTPlugInLoading: Failed to load code for plug-in {plugin} (", "Failed to load code for plug-in {plugin} (",
        "DVTPlugInLoading: Failed to load code for plug-in {plugin}", "A required plugin failed to load",
        "The plug-in \"{plugin}\" at path", "Loading a plug-in failed{}/{plugin}.ideplugin", "Loading a plug-in failed",
        "IDESimulatorFoundation.framework{}isn't loaded",
      ],
      statement: "A tool of Xcode could not load one of its own plug-ins.",
      details: [["Library not loaded: {library} Referenced from", "Library not loaded: {library}"]],
      headline: "{subject?{subject}: |}Xcode's tool could not load {plugin|a plug-in}{library?: {library} not found}",
      cause: """
        A plug-in of Xcode needs {library|a system component} that is missing or of another version: the additional \
        components of this Xcode are not installed. The app is not involved.
        """,
      remedy: [
        "Run `sudo xcodebuild -runFirstLaunch`, which installs the additional components of the selected Xcode.",
        "Check that xcode-select points to the Xcode that should be used.",
      ],
      supersedes: ["dyld-library-missing", "ibtool-crash", "ibtool-agent-communication", "dlopen-library-validation"],
      searchTerms: """
        DVTPlugInLoading
        Failed to load code for plug-in
        xcodebuild -runFirstLaunch
        required plugin failed to load
        """,
      example: """
        →LaunchScreen.storyboard : error : 2018-01-02 03:04:05.678 ibtoold[4711:2342] [MT] DVTPlugInLoading: Failed to load code for plug-in com.apple.dt.IDE.IDECardIntegration (/Applications/Xcode.app/Contents/PlugIns/IDECardIntegration.framework), error = Error Domain=NSCocoaErrorDomain Code=3587 "dlopen_preflight(/Applications/Xcode.app/Contents/PlugIns/IDECardIntegration.framework/IDECardIntegration): Library not loaded: /Library/Developer/PrivateFrameworks/CoreSimulator.framework/Versions/A/CoreSimulator
        """,
      nearMiss: "/Users/dev/Cards/Main.storyboard: error: Illegal Configuration: Container Views before iOS 6.0"),
    DocumentFailure(
      id: "actool-runtime-missing", title: "actool found no simulator runtime",
      symptom: "The compilation of an asset catalog stops because no simulator runtime is available.",
      messages: [
        "Failed to locate any simulator runtime matching options: {}VersionString = \"{version}\"",
        "Failed to locate any simulator runtime matching options",
        "No simulator runtime version from {} available to use with {sdk} SDK version {version}",
        "No available simulator runtimes for platform {platform}.", "No available simulator runtimes for platform",
        "No available runtime found from: [ {platform} {}({version} - ",
        "Failed to find newest available Simulator runtime",
        "The {platform} {version} simulator runtime is not available.", "No simulator runtime",
      ],
      statement: "No matching simulator runtime is installed.",
      details: [["VersionString = \"{version}\";"], ["BuildVersionString = {build};"]],
      headline:
        "{subject?{subject}: |}no simulator runtime{version? for version {version}}{platform? of platform {platform}}",
      cause: """
        Asset catalogs are compiled with a simulator runtime, and none that matches the SDK{version? ({version})} is \
        installed. Since Xcode 14 runtimes are separate downloads, and new images of build servers may lack them.
        """,
      remedy: [
        "Run `xcodebuild -downloadPlatform iOS` (or tvOS, watchOS, visionOS); `xcrun simctl list runtimes` shows what is installed.",
        "If the runtime is listed, restart the service: `killall -9 com.apple.CoreSimulator.CoreSimulatorService`.",
      ],
      supersedes: ["ibtool-agent-communication", "ibtool-crash"],
      searchTerms: """
        Failed to locate any simulator runtime matching options
        No simulator runtime version available to use with SDK version
        actool simulator runtime
        """,
      example: """
        →/Users/dev/Cards/Assets.xcassets: error: Failed to locate any simulator runtime matching options: { BuildVersionString = 21C52; VersionString = "17.2"; }
        """,
      nearMiss:
        "/Users/dev/Cards/Assets.xcassets: error: The app icon set named \"AppIcon\" did not have any applicable content."
    ),
    DocumentFailure(
      id: "actool-error", title: "actool, the compiler of asset catalogs, reports an error",
      symptom: "The build stops at CompileAssetCatalog.",
      messages: [
        "None of the input catalogs contained a matching {message}", "There are multiple {message}",
        "The app icon set named {message}",
        "did not have any applicable content", "actool exited with code {code}", "actool failed with exit code {code}",
        "CompileAssetCatalog failed with a nonzero exit code", "Failed to generate flattened icon stack",
        "Distill failed for {message}",
      ],
      statement: "The compiler of asset catalogs reports an error.", isVague: true,
      headline: "{subject|The asset catalog}: {message?{message}|actool failed{code? with exit code {code}}}",
      cause: "actool could not compile {document|the asset catalog}.",
      remedy: [
        "Compare the name of the icon set with ASSETCATALOG_COMPILER_APPICON_NAME, and its images with the required sizes.",
        "Compile {document|the catalog} alone with `xcrun actool --errors --warnings`, and read the first message.",
      ],
      searchTerms: """
        actool error
        CompileAssetCatalog failed
        None of the input catalogs contained a matching
        """,
      example:
        "→/Users/dev/Cards/Assets.xcassets: error: The app icon set named \"AppIcon\" did not have any applicable content.",
      nearMiss: "/Users/dev/Cards/Main.storyboard: error: Illegal Configuration: Container Views before iOS 6.0"),
    DocumentFailure(
      id: "build-failed-no-cause", title: "A storyboard, xib or asset catalog failed to compile, cause not recorded",
      symptom: "The build log ends with \"The following build commands failed\" and a command for a document.",
      messages: [
        "CompileStoryboard {document} (in target", "CompileXIB {document} (in target",
        "CompileAssetCatalog{} {document} (in target", "LinkStoryboards (in target", "CompileStoryboard {document}",
        "CompileXIB {document}", "CompileAssetCatalog {document}",
        "Command Compile{command} failed with a nonzero exit code",
        "Command Compile{command} failed with exit code",
      ],
      statement: "This command failed.", isVague: true,
      headline: "{subject|A document} failed to compile{command? (Compile{command})}, cause not recorded",
      cause: """
        The list of failed commands names {document|the document}, not the reason. The reason is in the output of that \
        command, further up in the log.
        """,
      remedy: [
        "Search the complete build log for \"error:\" near {document|the name of the document}, and diagnose that part.",
        "Compile {document|the document} alone with `xcrun ibtool --errors`.",
      ],
      searchTerms: """
        The following build commands failed CompileStoryboard
        Command CompileStoryboard failed with a nonzero exit code
        Command CompileXIB failed with a nonzero exit code
        """,
      example: """
        ** ARCHIVE FAILED **

        The following build commands failed:
        →\tCompileStoryboard /Users/dev/Cards/LaunchScreen.storyboard (in target 'Cards' from project 'Cards')
        """,
      nearMiss: "/Users/dev/Cards/Main.storyboard: error: Illegal Configuration: Container Views before iOS 6.0"),
    DocumentFailure(
      id: "ib-document-error", title: "Error in a storyboard, xib or asset catalog",
      symptom: "Xcode or one of its document compilers reports an error in a document.",
      messages: [],
      statement: "The compiler reports this error.",
      evidence: Evidence.custom(
        CustomEvidence(
          "an error of a document compiler that names its document",
          reason: "The severity of a message is not part of its text.",
          needs: EvidenceNeeds(facts: [EvidenceNeeds.fact(.documentMessage)]),
          explanations: ["The compiler reports this error."],
          check: { context in
            guard
              let message = context.report.documentMessages.first(where: {
                $0.isError && !$0.isSymptom
              })
            else {
              return nil
            }
            let line = message.text.split(separator: "\n").first.map(String.init) ?? message.text
            return EvidenceMatch(
              witnesses: [
                context.witness(line: message.line, member: message.text, statement: "The compiler reports this error.")
              ],
              captures: ["text": line.count > 200 ? line.prefix(200) + "…" : line])
          })),
      isVague: true,
      headline: "{subject|The document}: {text|document error}",
      cause: "The message states what the compiler does not accept in {document|the document}.",
      remedy: [
        "Open {document|the document}, and look at the object that the message names.",
        "Compile it alone with `xcrun ibtool --errors --warnings`, which prints all messages.",
      ],
      searchTerms: """
        storyboard error
        xib error
        Interface Builder Storyboard Compiler Error
        """,
      example: "→/Users/dev/Cards/Main.storyboard:BYZ-38-t0r: error: Unset identifier for the deck segue.",
      nearMiss: "2024-05-04 10:11:12.131 MyApp[4711:2342] the deck has no identifier"),
  ]
}
