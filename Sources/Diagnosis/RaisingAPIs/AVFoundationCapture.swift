extension RaisingAPI {
  /// AVCaptureSession, capture devices and capture outputs.
  static let avFoundationCapture: StaticString = #"""
    api: -[AVCaptureSession startRunning]
    id: avcapturesession-start-running
    image: AVFCapture, AVFoundation
    raises: exception NSGenericException
    requires: No configuration is open: each `beginConfiguration()` has its `commitConfiguration()` before the session starts.
    reason: *** -[AVCaptureSession startRunning] startRunning may not be called between calls to beginConfiguration and commitConfiguration
    cause: Another thread configures the session, or a path returns between `beginConfiguration()` and `commitConfiguration()`.
    fix: Configure, start and stop the session on one serial queue, and write `defer { session.commitConfiguration() }` after `beginConfiguration()`.
    count: 10
    search: startRunning may not be called between calls to beginConfiguration and commitConfiguration; camera crash on start
    seen: 10
    source: https://github.com/twostraws/CodeScanner/issues/69
    source: https://github.com/mercari/QRScanner/issues/38
    source: https://github.com/MetalPetal/VideoIO/issues/50
    source: https://github.com/imaginary-cloud/CameraManager/issues/249

    api: -[AVCaptureSession stopRunning]
    id: avcapturesession-stop-running
    image: AVFCapture, AVFoundation
    raises: exception NSGenericException
    requires: No configuration is open when the session stops.
    reason: AVCaptureSession can't stopRunning between calls to beginConfiguration / commitConfiguration
    cause: Another thread configures the session while it is stopped.
    fix: Configure, start and stop the session on one serial queue.
    count: 1
    search: AVCaptureSession stopRunning crash; can't stopRunning between calls to beginConfiguration
    seen: 1
    source: https://github.com/piemonte/PBJVision/issues/314

    api: -[AVCaptureSession addInput:]
    api: -[AVCaptureSession _addInputWithNoConnections:]
    api: -[AVCaptureMultiCamSession addInput:]
    id: avcapturesession-add-input
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The session can take the input: it has no other input of this kind, the input belongs to no session, and the device supports the session preset.
    reason: *** -[AVCaptureSession addInput:] Multiple audio/video AVCaptureInputs are not currently supported
    cause: The session still has the other camera's input.
    fix: Remove the old input first, and call `addInput` only if `canAddInput(_:)` is true.
    count: 4
    reason: *** -[AVCaptureSession addInput:] Can't add {} because the device does not support {} - Use -[AVCaptureDevice supportsAVCaptureSessionPreset:]
    cause: The camera does not support the session's preset (front camera, older device).
    fix: Set a preset that the device supports before you add its input.
    count: 1
    reason: *** An AVCaptureInput instance may not be added to more than one session
    cause: The input was already added to another session.
    fix: Create a new `AVCaptureDeviceInput` for each session.
    count: 1
    reason: *** -[AVCaptureMultiCamSession addInput:] An AVCaptureInput instance may not be added more than once to a session
    cause: The same input is added twice.
    fix: Check `session.inputs` or `canAddInput(_:)` before you add it.
    count: 1
    search: addInput crash; Multiple audio/video AVCaptureInputs are not currently supported; switch camera crash
    seen: 7
    source: https://github.com/imaginary-cloud/CameraManager/issues/68
    source: https://github.com/NextLevel/NextLevel/issues/29
    source: https://github.com/onfido/onfido-ios-sdk/issues/221
    source: https://github.com/tenderlove/av_capture/issues/7

    api: -[AVCaptureSession addOutput:]
    api: -[AVCaptureSession _addOutputWithNoConnections:]
    id: avcapturesession-add-output
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The session has no other output of the same type.
    reason: *** Cannot add output {} to capture session {} because more than one output of the same type is unsupported.
    cause: An output of this type was added before and not removed.
    fix: Keep one output per session, or remove the old one first. Call `addOutput` only if `canAddOutput(_:)` is true.
    count: 3
    search: AVCaptureSession addOutput crash; more than one output of the same type is unsupported
    seen: 3
    source: https://github.com/imaginary-cloud/CameraManager/issues/49
    source: https://github.com/imaginary-cloud/CameraManager/issues/51
    source: https://github.com/imaginary-cloud/CameraManager/issues/66

    api: -[AVCaptureDevice setTorchMode:]
    api: -[AVCaptureFigVideoDevice setTorchMode:]
    api: -[AVCaptureFigVideoDevice _setTorchMode:withLevel:]
    id: avcapturedevice-torch-mode
    image: AVFCapture, AVFoundation
    raises: exception NSGenericException, NSInvalidArgumentException
    requires: The device is locked for configuration and supports the torch mode.
    reason: *** -[AVCaptureDevice setTorchMode:] May not be called without first successfully gaining exclusive ownership of the device using -lockForConfiguration:
    cause: `lockForConfiguration()` was not called, or it failed and the error was ignored.
    fix: Call `try device.lockForConfiguration()` and return if it throws.
    count: 1
    reason: *** -[AVCaptureDevice setTorchMode:] The passed torchMode {} is not supported - use -isTorchModeSupported: to discover valid torch modes
    cause: The device has no torch, or the torch is unavailable (front camera, overheated device).
    fix: Check `hasTorch` and `isTorchModeSupported(_:)` first.
    count: 1
    search: setTorchMode crash; torch flashlight crash lockForConfiguration
    seen: 2
    source: https://github.com/Redth/ZXing.Net.Maui/issues/92
    source: https://github.com/NativeScript/mlkit/issues/7

    api: -[AVCaptureDevice setActiveVideoMinFrameDuration:]
    api: -[AVCaptureDevice setActiveVideoMaxFrameDuration:]
    api: -[AVCaptureVideoDevice setActiveVideoMinFrameDuration:]
    api: -[AVCaptureFigVideoDevice setActiveVideoMinFrameDuration:]
    api: -[AVCaptureFigVideoDevice setActiveVideoMaxFrameDuration:]
    id: avcapturedevice-frame-duration
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The frame duration is in a `videoSupportedFrameRateRanges` of the device's active format.
    reason: *** -[AVCaptureVideoDevice setActiveVideoMinFrameDuration:] - the passed activeFrameDuration {} is not supported by the device. Use -activeFormat.videoSupportedFrameRateRanges to discover valid ranges.
    cause: The active format does not support this frame rate on this device.
    fix: Clamp the frame rate to `activeFormat.videoSupportedFrameRateRanges`, after you set the session preset or `activeFormat`.
    count: 2
    search: activeVideoMinFrameDuration crash; the passed activeFrameDuration is not supported by the device
    seen: 3
    source: https://github.com/jgh-/VideoCore-Inactive/issues/213
    source: https://github.com/pili-engineering/PLCameraStreamingKit/issues/57
    source: https://github.com/maxcampolo/VideoCore/pull/1

    api: -[AVCaptureDevice setFlashMode:]
    api: -[AVCaptureFigVideoDevice setFlashMode:]
    api: -[AVCaptureDevice setExposureMode:]
    api: -[AVCaptureFigVideoDevice setExposureMode:]
    api: -[AVCaptureDevice setFocusModeLockedWithLensPosition:completionHandler:]
    api: -[AVCaptureFigVideoDevice setFocusModeLockedWithLensPosition:completionHandler:]
    id: avcapturedevice-mode-unsupported
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException, NSGenericException
    requires: The device supports the flash, exposure or focus mode and is locked for configuration.
    reason: *** -[AVCaptureVideoDevice setFlashMode:] - the passed flashMode {} is not supported by the device. Use -isFlashModeSupported: to discover valid flash modes.
    cause: The current camera does not support the mode (front camera without flash or focus).
    fix: Check `isFlashModeSupported`, `isExposureModeSupported` or `isFocusModeSupported` after each change of camera.
    count: 1
    search: setFlashMode crash; setExposureMode crash; focus mode locked not supported crash
    seen: 3
    source: https://github.com/zhangao0086/DKCamera/issues/26
    source: https://github.com/react-native-camera/react-native-camera/issues/2002
    source: https://github.com/lionheart/openradar-mirror/issues/2772

    api: -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:]
    id: avcapturephotooutput-capture
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException, NSGenericException
    requires: The output has an active video connection, and the settings are new and within what the output supports.
    reason: *** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] No active and enabled video connection
    cause: The session is not running, was interrupted, has no camera input (Simulator, permission denied), or its preset does not allow photos.
    fix: Capture only if `photoOutput.connection(with: .video)` is active and enabled.
    count: 4
    reason: *** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] Settings may not be re-used
    cause: The same `AVCapturePhotoSettings` object was used for an earlier photo.
    fix: Create new settings for each capture, or copy them with `AVCapturePhotoSettings(from:)`.
    count: 1
    reason: *** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization
    cause: The settings ask for a higher quality than the output allows.
    fix: Set `maxPhotoQualityPrioritization` on the output before you start the session.
    count: 1
    reason: *** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] settings.shutterSoundSuppressionEnabled may not be set to YES unless self.shutterSoundSuppressionSupported is YES
    cause: Shutter sound suppression is not available on this device or in this region.
    fix: Check `isShutterSoundSuppressionSupported` first.
    count: 1
    search: capturePhoto crash; No active and enabled video connection; Settings may not be re-used
    seen: 7
    source: https://github.com/Mijick/Camera/issues/113
    source: https://github.com/Yummypets/YPImagePicker/issues/610
    source: https://github.com/remirobert/CameraEngine/issues/55
    source: https://github.com/enebin/Aespa/issues/51

    api: -[AVCaptureStillImageOutput captureStillImageAsynchronouslyFromConnection:completionHandler:]
    id: avcapturestillimageoutput-capture
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The connection is active and belongs to this output.
    reason: *** -[AVCaptureStillImageOutput captureStillImageAsynchronouslyFromConnection:completionHandler:] - inactive/invalid connection passed.
    cause: The session is not running yet, or the connection of an earlier camera is used.
    fix: Ask the output for its connection at capture time and check `isActive`.
    count: 1
    search: captureStillImageAsynchronously crash inactive/invalid connection passed
    seen: 1
    source: https://github.com/imaginary-cloud/CameraManager/issues/5

    api: -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:]
    id: avcapturemoviefileoutput-start
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The output has an active and enabled connection to a running session.
    reason: *** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:] - no active/enabled connections.
    cause: The session is not set up yet, or camera access was not granted (wording up to iOS 12).
    fix: Start recording only if `output.connection(with: .video)` is active and enabled.
    count: 3
    reason: *** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:] No active/enabled connections
    cause: The session is not running, has no input, or its preset does not allow movies.
    fix: Start recording only if `output.connection(with: .video)` is active and enabled.
    count: 2
    search: startRecording crash; no active/enabled connections; AVCaptureMovieFileOutput crash
    seen: 5
    source: https://github.com/react-native-camera/react-native-camera/issues/417
    source: https://github.com/imaginary-cloud/CameraManager/issues/234
    source: https://github.com/CameraKit/camerakit-ios/issues/30
    source: https://github.com/imaginary-cloud/CameraManager/issues/30

    api: -[AVCaptureMetadataOutput setMetadataObjectTypes:]
    id: avcapturemetadataoutput-types
    image: AVFCapture, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: Each type is in `availableMetadataObjectTypes`, which is empty until the output belongs to a session with a camera input.
    reason: *** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found - use -availableMetadataObjectTypes
    cause: The types are set before the output was added to the session, or there is no camera input (Simulator, no permission).
    fix: Add the input and the output to the session first, and set only types that `availableMetadataObjectTypes` contains.
    count: 3
    reason: *** -[AVCaptureMetadataOutput setMetadataObjectTypes:] - unsupported type found.  Use -availableMetadataObjectTypes.
    cause: The types are not available (wording up to iOS 9).
    fix: Set only types that `availableMetadataObjectTypes` contains.
    count: 3
    reason: *** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found ({}) - use -availableMetadataObjectTypes
    cause: The device does not support the type that the parentheses name.
    fix: Set only types that `availableMetadataObjectTypes` contains.
    count: 2
    search: setMetadataObjectTypes Unsupported type found - use -availableMetadataObjectTypes; QR code scanner crash
    seen: 9
    source: https://github.com/mikebuss/MTBBarcodeScanner/issues/156
    source: https://github.com/twostraws/CodeScanner/issues/144
    source: https://github.com/ChatSecure/ChatSecure-iOS/issues/467
    source: https://github.com/react-native-camera/react-native-camera/issues/955
    """#
}
