import Bytes
import Diagnosis

extension ProjectCheck {
  /// Calls that end the process where Info.plist does not say what they are for.
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

  /// Keys of which one is enough.
  private static let alternatives: [String: [String]] = [
    "NSPhotoLibraryAddUsageDescription": ["NSPhotoLibraryUsageDescription"],
    "NSPhotoLibraryUsageDescription": ["NSPhotoLibraryAddUsageDescription"],
    "NSBluetoothAlwaysUsageDescription": ["NSBluetoothPeripheralUsageDescription"],
  ]

  /// A guarded API is used and no Info.plist says why.
  static let tccMissingUsage = ProjectCheck(
    "tcc-missing-usage",
    title: "An API that needs a usage text is called, and no Info.plist has it",
    explanation: """
      The system ends a process that asks for the camera, the microphone, photos, speech, motion, Bluetooth or tracking \
      without a usage text. Reported where such a call stands in the sources and the key is in no Info.plist, build \
      setting or .xcconfig file of the project.
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
        "the key is there",
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
    // Without an app's Info.plist the key may be anywhere.
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
            headline: "\(code.name) needs \(key), which no Info.plist has",
            locations: [
              index.location(code.file, code.body.line(position), "The system asks for \(key) here."),
              index.location(app.file, app.line, "This dictionary does not have it."),
            ],
            remedy: "Add \(key) to Info.plist with a sentence for the user.",
            diff: index.diff(
              app.file,
              inserting: [indent + "<key>\(key)</key>", indent + "<string>Say here what it is for.</string>"],
              before: app.line + 1),
            subjects: Set([key, code.name, code.type].compactMap { $0 })))
      }
    }
    return hits
  }
}

extension ProjectIndex {
  fileprivate func mentionsKey(_ key: String) -> Bool {
    if dictionaries.contains(where: { $0.entries[key] != nil }) { return true }
    let needle = BytePattern(Array(key.utf8))
    return files.contains { file in
      ["pbxproj", "xcconfig", "strings", "yml"].contains(ProjectFile.suffix(of: file.path))
        && needle.firstOffset(in: file.bytes) != nil
    }
  }
}
