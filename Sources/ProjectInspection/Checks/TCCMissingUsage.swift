import Bytes
import Diagnosis

extension ProjectCheck {
  /// Calls for which the system terminates the process if Info.plist has no usage description.
  private static let protectedCalls: [(call: [String], key: String)] = [
    (["AVCaptureDevice", ".", "requestAccess", "(", "for", ":", ".", "video"], "NSCameraUsageDescription"),
    (["AVCaptureDevice", ".", "requestAccess", "(", "for", ":", ".", "audio"], "NSMicrophoneUsageDescription"),
    (["AVCaptureDevice", "requestAccessForMediaType", ":", "AVMediaTypeVideo"], "NSCameraUsageDescription"),
    (["AVCaptureDevice", "requestAccessForMediaType", ":", "AVMediaTypeAudio"], "NSMicrophoneUsageDescription"),
    (["sourceType", "=", ".", "camera"], "NSCameraUsageDescription"),
    (["UIImagePickerControllerSourceTypeCamera"], "NSCameraUsageDescription"),
    (["requestRecordPermission"], "NSMicrophoneUsageDescription"),
    (["PHPhotoLibrary", ".", "requestAuthorization"], "NSPhotoLibraryUsageDescription"),
    (["PHPhotoLibrary", "requestAuthorization", ":"], "NSPhotoLibraryUsageDescription"),
    (["UIImageWriteToSavedPhotosAlbum", "("], "NSPhotoLibraryAddUsageDescription"),
    (["SFSpeechRecognizer", ".", "requestAuthorization"], "NSSpeechRecognitionUsageDescription"),
    (["SFSpeechRecognizer", "requestAuthorization", ":"], "NSSpeechRecognitionUsageDescription"),
    (["CMMotionActivityManager", "("], "NSMotionUsageDescription"),
    (["CBCentralManager", "("], "NSBluetoothAlwaysUsageDescription"),
    (["MPMediaLibrary", ".", "requestAuthorization"], "NSAppleMusicUsageDescription"),
    (["ATTrackingManager", ".", "requestTrackingAuthorization"], "NSUserTrackingUsageDescription"),
    (["ATTrackingManager", "requestTrackingAuthorizationWithCompletionHandler"], "NSUserTrackingUsageDescription"),
    (["CNContactStore", "(", ")", ".", "requestAccess"], "NSContactsUsageDescription"),
    (["HMHomeManager", "("], "NSHomeKitUsageDescription"),
  ]

  /// Keys that can replace a key: one of them is enough.
  private static let alternatives: [String: [String]] = [
    "NSPhotoLibraryAddUsageDescription": ["NSPhotoLibraryUsageDescription"],
    "NSPhotoLibraryUsageDescription": ["NSPhotoLibraryAddUsageDescription"],
    "NSBluetoothAlwaysUsageDescription": ["NSBluetoothPeripheralUsageDescription"],
  ]

  /// Code uses a protected API, and no Info.plist has its usage description.
  static let tccMissingUsage = ProjectCheck(
    "tcc-missing-usage",
    title: "Code calls a privacy-protected API, and Info.plist is missing its usage description",
    explanation: """
      The system terminates a process that requests access to the camera, the microphone, photos, speech recognition, \
      motion data, Bluetooth or tracking without a usage description. Reported if the sources contain such a call and \
      no Info.plist, build setting or .xcconfig file of the project has the key.
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
    // Without the Info.plist of an app, the key may be outside the project.
    let apps = index.dictionaries.filter { dictionary in
      dictionary.entries["CFBundlePackageType"]?.texts.first?.text == "APPL"
        || dictionary.entries["UILaunchStoryboardName"] != nil || dictionary.entries["LSRequiresIPhoneOS"] != nil
    }
    guard index.isComplete, let app = apps.first else { return [] }
    var hits: [Hit] = []
    var reportedKeys: Set<String> = []
    for code in index.functionBodies where !index.isTest(code.file) && !index.isVendor(code.file) {
      for (call, key) in protectedCalls where !reportedKeys.contains(key) {
        guard let position = code.body.positions(of: call).first else { continue }
        guard !index.mentionsKey(key), !(alternatives[key] ?? []).contains(where: index.mentionsKey) else { continue }
        reportedKeys.insert(key)
        let indent = index.indentation(app.file, app.line) + "  "
        hits.append(
          Hit(
            headline: "Info.plist is missing \(key), which \(code.name) needs",
            locations: [
              index.location(code.file, code.body.line(position), "This call requires \(key)."),
              index.location(app.file, app.line, "This Info.plist does not have the key."),
            ],
            remedy: "Add \(key) to Info.plist, with a sentence that explains the purpose to the user.",
            diff: index.diff(
              app.file,
              inserting: [indent + "<key>\(key)</key>", indent + "<string>Explain the purpose here.</string>"],
              before: app.line + 1),
            subjects: Set([key, code.name, code.type].compactMap { $0 })))
      }
    }
    return hits
  }
}

extension ProjectIndex {
  /// Whether an Info.plist, build setting, .xcconfig, .strings or .yml file contains the key.
  fileprivate func mentionsKey(_ key: String) -> Bool {
    if dictionaries.contains(where: { $0.entries[key] != nil }) { return true }
    let needle = BytePattern(Array(key.utf8))
    return files.contains { file in
      ["pbxproj", "xcconfig", "strings", "yml"].contains(ProjectFile.suffix(of: file.path))
        && needle.firstOffset(in: file.bytes) != nil
    }
  }
}
