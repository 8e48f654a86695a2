extension Pattern {
  /// A signed library of another team, or of none, in a process that accepts only its own.
  static let dlopenLibraryValidation: Pattern = Pattern(
    "dlopen-library-validation",
    title: "A library was refused because it is signed by another team, or by none",
    family: .loading,
    symptom: """
      A plug-in, a test bundle or an embedded framework is not loaded, or the app does not start, though the file is \
      there; the message speaks of Library Validation or of different Team IDs.
      """,
    grades: [
      Grade(.certain, cause: .certain, .text(validation + teams, shortens: false, statement: statement))
    ],
    headline: "{library|A library} was refused by Library Validation: its Team ID is not that of the process",
    cause: """
      A process with Library Validation, which the hardened runtime switches on, loads only code of the system and code \
      signed with its own Team ID. {library|The library} was found, but is signed by another team, or ad hoc and so by \
      none.
      """,
    remedy: [
      "Sign the library and the process that loads it with the same team's certificate.",
      "For a host that must load code of others, as a plug-in host or while testing, add the entitlement below to the host.",
      "For unit tests, give the test target and the app the same team, or switch off the hardened runtime in Debug.",
    ],
    changes: [
      Change(
        "xml",
        after: """
          <!-- Entitlements of the process that loads the library -->
          <key>com.apple.security.cs.disable-library-validation</key>
          <true/>
          """),
      Change(
        "shell",
        after: """
          codesign -dvv {fulllibrary|MyPlugin.bundle} 2>&1 | grep -e TeamIdentifier -e Authority
          codesign --force --sign "Apple Development" {fulllibrary|MyPlugin.bundle}
          """),
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-codesign-missing",
        because: "The file has a signature, or one ad hoc; it is the team that does not fit."),
      LookAlike("dyld-library-missing", because: "The file was found; it was refused."),
      LookAlike("codesign-kill", because: "The process was not killed; a library was refused."),
    ],
    references: [
      Reference(
        "Disable Library Validation Entitlement (Apple)",
        url:
          "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.cs.disable-library-validation"
      ),
      Reference("Hardened Runtime (Apple)", url: "https://developer.apple.com/documentation/security/hardened-runtime"),
    ],
    supersedes: ["dyld-library-missing", "ib-bundle-executable-missing", "ib-dlopen-library-missing"]
      + Designables.symptoms,
    examples: [
      .matches(
        "a test bundle that is signed ad hoc",
        """
        The bundle “MyAppTests” couldn’t be loaded because it is damaged or missing necessary resources. Try reinstalling the bundle.
        (dlopen_preflight(/Users/dev/MyApp/MyAppTests.xctest/MyAppTests): no suitable image found.  Did find:
        →\t/Users/dev/MyApp/MyAppTests.xctest/MyAppTests: code signature in (/Users/dev/MyApp/MyAppTests.xctest/MyAppTests) not valid for use in process using Library Validation: mapped file has no Team ID and is not a platform binary (signed with custom identity or adhoc?))
        """),
      .matches(
        "an app that does not start, with newer words",
        """
        Termination Reason:    Namespace DYLD, Code 1 Library missing
        →Library not loaded: @rpath/CardKit.framework/Versions/A/CardKit
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/MyApp.app/Contents/MacOS/MyApp
        Reason: tried: '/Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit' (code signature in <97B87016-0AC1-32A1-9812-D286E0A1064B> '/Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit' not valid for use in process: mapping process and mapped file (non-platform) have different Team IDs)
        """),
      .doesNotMatch(
        "no signature at all, in Interface Builder",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: required code signature missing for 'CardKit.framework'
        """),
      .doesNotMatch(
        "a library that is not there",
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Reason: image not found
        """),
    ])

  private static let validation: [TextTemplate] = [
    "code signature in ({library}) not valid for use in process using Library Validation",
    "not valid for use in process using Library Validation",
  ]
  private static let teams: [TextTemplate] = [
    "code signature in <{}> '{library}' not valid for use in process: mapp",
    "not valid for use in process: mapping process and mapped file", "have different Team IDs",
  ]
  private static let statement =
    "{library|The library} was found and refused, because its Team ID does not fit the process."
}
