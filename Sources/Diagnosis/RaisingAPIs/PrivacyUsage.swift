extension RaisingAPI {
  /// Calls for which the system terminates the app if Info.plist has no usage description.
  static let privacyUsage: StaticString = #"""
    api: +[AVCaptureDevice requestAccessForMediaType:completionHandler:]
    id: camera-usage
    image: AVFCapture
    raises: kill
    requires: Info.plist contains `NSCameraUsageDescription` before the app requests access to the camera.
    cause: `NSCameraUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSCameraUsageDescription` to Info.plist, with a sentence that tells the user what the app uses the camera for.
    needs: plist NSCameraUsageDescription
    source-call: AVCaptureDevice.requestAccess(for: .video
    source-call: AVCaptureDevice.requestAccess(for: AVMediaType.video
    source-call: AVCaptureDevice requestAccessForMediaType:AVMediaTypeVideo
    source-call: sourceType = .camera
    source-call: sourceType = UIImagePickerController.SourceType.camera
    source-call: UIImagePickerControllerSourceTypeCamera
    source-call: VNDocumentCameraViewController()
    source-call: ARWorldTrackingConfiguration()
    source-call: ARFaceTrackingConfiguration()
    search: NSCameraUsageDescription missing; crash without a usage description; the camera
    seen: 1
    source: https://github.com/BelledonneCommunications/linphone-iphone/issues/362
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nscamerausagedescription

    api: -[AVAudioSession requestRecordPermission:]
    api: +[AVAudioApplication requestRecordPermissionWithCompletionHandler:]
    id: microphone-usage
    image: AVFAudio
    raises: kill
    requires: Info.plist contains `NSMicrophoneUsageDescription` before the app requests access to the microphone.
    cause: `NSMicrophoneUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSMicrophoneUsageDescription` to Info.plist, with a sentence that tells the user what the app uses the microphone for.
    needs: plist NSMicrophoneUsageDescription
    source-call: AVCaptureDevice.requestAccess(for: .audio
    source-call: AVCaptureDevice.requestAccess(for: AVMediaType.audio
    source-call: AVCaptureDevice requestAccessForMediaType:AVMediaTypeAudio
    source-call: requestRecordPermission
    search: NSMicrophoneUsageDescription missing; crash without a usage description; the microphone
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsmicrophoneusagedescription

    api: +[PHPhotoLibrary requestAuthorization:]
    api: +[PHPhotoLibrary requestAuthorizationForAccessLevel:handler:]
    id: photo-library-usage
    image: Photos
    raises: kill
    requires: Info.plist contains `NSPhotoLibraryUsageDescription` before the app requests access to the photo library.
    cause: `NSPhotoLibraryUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSPhotoLibraryUsageDescription` to Info.plist, with a sentence that tells the user what the app uses the photo library for.
    needs: plist NSPhotoLibraryUsageDescription or NSPhotoLibraryAddUsageDescription
    source-call: PHPhotoLibrary.requestAuthorization
    source-call: PHPhotoLibrary requestAuthorization
    search: NSPhotoLibraryUsageDescription missing; crash without a usage description; the photo library
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsphotolibraryusagedescription

    api: UIImageWriteToSavedPhotosAlbum
    id: photo-library-add-usage
    image: UIKitCore
    raises: kill
    requires: Info.plist contains `NSPhotoLibraryAddUsageDescription` before the app requests access to the photo library.
    cause: `NSPhotoLibraryAddUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSPhotoLibraryAddUsageDescription` to Info.plist, with a sentence that tells the user what the app uses the photo library for.
    needs: plist NSPhotoLibraryAddUsageDescription or NSPhotoLibraryUsageDescription
    source-call: UIImageWriteToSavedPhotosAlbum(
    source-call: UISaveVideoAtPathToSavedPhotosAlbum(
    search: NSPhotoLibraryAddUsageDescription missing; crash without a usage description; the photo library
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsphotolibraryaddusagedescription

    api: -[CNContactStore requestAccessForEntityType:completionHandler:]
    id: contacts-usage
    image: Contacts
    raises: kill
    requires: Info.plist contains `NSContactsUsageDescription` before the app requests access to contacts.
    cause: `NSContactsUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSContactsUsageDescription` to Info.plist, with a sentence that tells the user what the app uses contacts for.
    needs: plist NSContactsUsageDescription
    source-call: CNContactStore().requestAccess
    source-call: requestAccess(for: .contacts
    source-call: requestAccessForEntityType:CNEntityTypeContacts
    search: NSContactsUsageDescription missing; crash without a usage description; contacts
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nscontactsusagedescription

    api: -[EKEventStore requestAccessToEntityType:completion:]
    id: calendars-usage
    image: EventKit
    raises: kill
    requires: Info.plist contains `NSCalendarsUsageDescription` before the app requests access to calendars.
    cause: `NSCalendarsUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSCalendarsUsageDescription` to Info.plist, with a sentence that tells the user what the app uses calendars for.
    needs: plist NSCalendarsUsageDescription or NSCalendarsFullAccessUsageDescription
    source-call: requestAccess(to: .event
    source-call: requestAccessToEntityType:EKEntityTypeEvent
    search: NSCalendarsUsageDescription missing; crash without a usage description; calendars
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nscalendarsusagedescription

    api: -[EKEventStore requestAccessToEntityType:completion:]
    id: reminders-usage
    image: EventKit
    raises: kill
    requires: Info.plist contains `NSRemindersUsageDescription` before the app requests access to reminders.
    cause: `NSRemindersUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSRemindersUsageDescription` to Info.plist, with a sentence that tells the user what the app uses reminders for.
    needs: plist NSRemindersUsageDescription or NSRemindersFullAccessUsageDescription
    source-call: requestAccess(to: .reminder
    source-call: requestAccessToEntityType:EKEntityTypeReminder
    search: NSRemindersUsageDescription missing; crash without a usage description; reminders
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsremindersusagedescription

    api: +[SFSpeechRecognizer requestAuthorization:]
    id: speech-usage
    image: Speech
    raises: kill
    requires: Info.plist contains `NSSpeechRecognitionUsageDescription` before the app requests access to speech recognition.
    cause: `NSSpeechRecognitionUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSSpeechRecognitionUsageDescription` to Info.plist, with a sentence that tells the user what the app uses speech recognition for.
    needs: plist NSSpeechRecognitionUsageDescription
    source-call: SFSpeechRecognizer.requestAuthorization
    source-call: SFSpeechRecognizer requestAuthorization:
    search: NSSpeechRecognitionUsageDescription missing; crash without a usage description; speech recognition
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsspeechrecognitionusagedescription

    api: -[CMMotionActivityManager startActivityUpdatesToQueue:withHandler:]
    api: -[CMPedometer startPedometerUpdatesFromDate:withHandler:]
    id: motion-usage
    image: CoreMotion
    raises: kill
    requires: Info.plist contains `NSMotionUsageDescription` before the app requests access to motion and fitness data.
    cause: `NSMotionUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSMotionUsageDescription` to Info.plist, with a sentence that tells the user what the app uses motion and fitness data for.
    needs: plist NSMotionUsageDescription
    source-call: CMMotionActivityManager()
    source-call: CMMotionActivityManager alloc
    source-call: CMPedometer()
    source-call: CMPedometer alloc
    search: NSMotionUsageDescription missing; crash without a usage description; motion and fitness data
    seen: 2
    source: https://github.com/owntracks/ios/issues/424
    source: https://github.com/leecrossley/cordova-plugin-pedometer/issues/14
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsmotionusagedescription

    api: -[CBCentralManager initWithDelegate:queue:options:]
    api: -[CBPeripheralManager initWithDelegate:queue:options:]
    id: bluetooth-usage
    image: CoreBluetooth
    raises: kill
    requires: Info.plist contains `NSBluetoothAlwaysUsageDescription` before the app requests access to Bluetooth.
    cause: `NSBluetoothAlwaysUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSBluetoothAlwaysUsageDescription` to Info.plist, with a sentence that tells the user what the app uses Bluetooth for.
    needs: plist NSBluetoothAlwaysUsageDescription or NSBluetoothPeripheralUsageDescription
    source-call: CBCentralManager(
    source-call: CBPeripheralManager(
    source-call: CBCentralManager alloc
    source-call: CBPeripheralManager alloc
    search: NSBluetoothAlwaysUsageDescription missing; crash without a usage description; Bluetooth
    seen: 3
    source: https://github.com/petermetz/cordova-plugin-ibeacon/pull/445
    source: https://github.com/LoopKit/CGMBLEKit/pull/132
    source: https://github.com/coolnameismy/BabyBluetooth/issues/87
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsbluetoothalwaysusagedescription

    api: +[MPMediaLibrary requestAuthorization:]
    id: media-library-usage
    image: MediaPlayer
    raises: kill
    requires: Info.plist contains `NSAppleMusicUsageDescription` before the app requests access to the media library.
    cause: `NSAppleMusicUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSAppleMusicUsageDescription` to Info.plist, with a sentence that tells the user what the app uses the media library for.
    needs: plist NSAppleMusicUsageDescription
    source-call: MPMediaLibrary.requestAuthorization
    source-call: MPMediaLibrary requestAuthorization:
    search: NSAppleMusicUsageDescription missing; crash without a usage description; the media library
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsapplemusicusagedescription

    api: +[ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:]
    id: tracking-usage
    image: AppTrackingTransparency
    raises: kill
    requires: Info.plist contains `NSUserTrackingUsageDescription` before the app requests access to data for tracking.
    cause: `NSUserTrackingUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSUserTrackingUsageDescription` to Info.plist, with a sentence that tells the user what the app uses data for tracking for.
    needs: plist NSUserTrackingUsageDescription
    source-call: ATTrackingManager.requestTrackingAuthorization
    source-call: ATTrackingManager requestTrackingAuthorizationWithCompletionHandler
    search: NSUserTrackingUsageDescription missing; crash without a usage description; data for tracking
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsusertrackingusagedescription

    api: -[HMHomeManager init]
    id: homekit-usage
    image: HomeKit
    raises: kill
    requires: Info.plist contains `NSHomeKitUsageDescription` before the app requests access to HomeKit.
    cause: `NSHomeKitUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSHomeKitUsageDescription` to Info.plist, with a sentence that tells the user what the app uses HomeKit for.
    needs: plist NSHomeKitUsageDescription
    source-call: HMHomeManager()
    source-call: HMHomeManager alloc
    search: NSHomeKitUsageDescription missing; crash without a usage description; HomeKit
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nshomekitusagedescription

    api: -[LAContext evaluatePolicy:localizedReason:reply:]
    id: face-id-usage
    image: LocalAuthentication
    raises: kill
    requires: Info.plist contains `NSFaceIDUsageDescription` before the app requests access to Face ID.
    cause: `NSFaceIDUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSFaceIDUsageDescription` to Info.plist, with a sentence that tells the user what the app uses Face ID for.
    needs: plist NSFaceIDUsageDescription
    source-call: evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics
    source-call: evaluatePolicy(LAPolicy.deviceOwnerAuthenticationWithBiometrics
    source-call: evaluatePolicy:LAPolicyDeviceOwnerAuthenticationWithBiometrics
    search: NSFaceIDUsageDescription missing; crash without a usage description; Face ID
    seen: 7
    source: https://github.com/isontheline/pro.webssh.net/issues/34
    source: https://github.com/mssun/passforios/issues/193
    source: https://github.com/expo/expo/issues/20030
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nsfaceidusagedescription

    api: -[INPreferences requestSiriAuthorization:]
    id: siri-usage
    image: Intents
    raises: kill
    requires: Info.plist contains `NSSiriUsageDescription` before the app requests access to Siri.
    cause: `NSSiriUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NSSiriUsageDescription` to Info.plist, with a sentence that tells the user what the app uses Siri for.
    needs: plist NSSiriUsageDescription
    source-call: INPreferences.requestSiriAuthorization
    source-call: INPreferences requestSiriAuthorization:
    search: NSSiriUsageDescription missing; crash without a usage description; Siri
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nssiriusagedescription

    api: -[NFCReaderSession beginSession]
    id: nfc-usage
    image: CoreNFC
    raises: kill
    requires: Info.plist contains `NFCReaderUsageDescription` before the app requests access to NFC.
    cause: `NFCReaderUsageDescription` is missing in Info.plist, so the system terminates the app.
    fix: Add `NFCReaderUsageDescription` to Info.plist, with a sentence that tells the user what the app uses NFC for.
    needs: plist NFCReaderUsageDescription
    source-call: NFCNDEFReaderSession(
    source-call: NFCTagReaderSession(
    source-call: NFCNDEFReaderSession alloc
    source-call: NFCTagReaderSession alloc
    search: NFCReaderUsageDescription missing; crash without a usage description; NFC
    seen: 0
    source: https://developer.apple.com/documentation/bundleresources/information-property-list/nfcreaderusagedescription
    """#
}
