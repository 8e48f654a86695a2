import Diagnosis

extension ProjectCheck {
  /// Code uses a protected API, and no Info.plist has its usage description.
  static let tccMissingUsage = ProjectCheck(
    "tcc-missing-usage",
    title: "Code calls a privacy-protected API, and Info.plist is missing its usage description",
    explanation: """
      The system terminates a process that requests access to the camera, the microphone, photos, speech recognition, \
      motion data, Bluetooth, Face ID or tracking without a usage description. Reported if the sources contain such a \
      call and each configuration of each app that compiles it lacks the key, in its Info.plist and in the settings \
      INFOPLIST_KEY_….
      """,
    examples: [
      .fault(
        "the camera",
        [
          (
            "Scanner.swift",
            """
            class Scanner {
              func start() {
            →    AVCaptureDevice.requestAccess(for: .video) { _ in }
              }
            }
            """
          ),
          (
            "Info.plist",
            """
            <plist version="1.0">
            <dict>
              <key>CFBundlePackageType</key><string>APPL</string>
            </dict>
            </plist>
            """
          ),
        ]),
      .noFault(
        "Info.plist has the key",
        [
          (
            "Scanner.swift",
            """
            class Scanner {
              func start() { AVCaptureDevice.requestAccess(for: .video) { _ in } }
            }
            """
          ),
          (
            "Info.plist",
            """
            <plist version="1.0">
            <dict>
              <key>CFBundlePackageType</key><string>APPL</string>
              <key>NSCameraUsageDescription</key><string>Reads the code on the card.</string>
            </dict>
            </plist>
            """
          ),
        ]),
    ]
  ) { index in
    index.missingRequirements(\.isPrivacyViolation)
  }
}
