extension RaisingAPI {
  /// CallKit, StoreKit, Photos and other frameworks of app services.
  static let appServices: StaticString = #"""
    api: -[CXProvider reportNewIncomingCallWithUUID:update:completion:]
    id: cxprovider-report-call
    image: CallKit
    raises: exception NSInvalidArgumentException
    requires: The UUID and the update are not nil.
    reason: -[CXProvider reportNewIncomingCallWithUUID:update:completion:]: parameter 'UUID' cannot be nil
    cause: The call's identifier from the push is not a valid UUID string.
    fix: Create a new `UUID()` for the call and store the server's identifier next to it.
    count: 1
    needs: background-mode voip
    search: reportNewIncomingCall crash; parameter 'UUID' cannot be nil
    seen: 1
    source: https://github.com/flutter-webrtc/callkeep/issues/164

    api: -[CXProviderConfiguration initWithLocalizedName:]
    id: cxproviderconfiguration-name
    image: CallKit
    raises: exception NSInvalidArgumentException
    requires: The localized name is not nil.
    cause: The app's name that is passed is nil, for example because the plug-in was not set up yet when the VoIP push arrived.
    fix: Pass a constant name, and set up the provider before the first push.
    search: CXProviderConfiguration initWithLocalizedName crash
    seen: 2
    source: https://github.com/flutter-webrtc/callkeep/issues/66
    source: https://github.com/peerwaya/flutter_call_kit/issues/4

    api: -[SKPaymentQueue finishTransaction:]
    id: skpaymentqueue-finish
    image: StoreKit
    raises: exception NSInvalidArgumentException
    requires: The transaction is not in the state `purchasing`.
    reason: Cannot finish a purchasing transaction
    cause: `finishTransaction` is called for a transaction whose state is still `purchasing`.
    fix: Finish only transactions with the state `purchased`, `failed` or `restored`.
    count: 2
    search: Cannot finish a purchasing transaction; finishTransaction crash; StoreKit crash
    seen: 2
    source: https://github.com/j3k0/cordova-plugin-purchase/issues/93
    source: https://github.com/hyochan/react-native-iap/issues/1587

    api: +[PHAssetChangeRequest creationRequestForAssetFromImage:]
    api: +[PHAssetChangeRequest creationRequestForAssetFromImageAtFileURL:]
    api: +[PHAssetChangeRequest creationRequestForAssetFromVideoAtFileURL:]
    api: +[PHAssetCreationRequest creationRequestForAsset]
    api: +[PHAssetCollectionChangeRequest creationRequestForAssetCollectionWithTitle:]
    id: photos-change-request
    image: Photos
    raises: exception NSInternalInconsistencyException
    requires: Change requests are created inside the block of `performChanges`.
    reason: This method can only be called from inside of -[PHPhotoLibrary performChanges:completionHandler:] or -[PHPhotoLibrary performChangesAndWait:error:]
    cause: The change request is created outside a change block, or asynchronously after the block returned.
    fix: Create the request inside `PHPhotoLibrary.shared().performChanges { }`.
    count: 1
    needs: call performChanges
    search: This method can only be called from inside of PHPhotoLibrary performChanges; PHAssetChangeRequest crash
    seen: 1
    source: https://github.com/onmyway133/notes/issues/200

    api: -[PHPhotoLibrary init]
    id: photos-library-init
    image: Photos
    raises: exception NSInternalInconsistencyException
    requires: The shared library is used.
    reason: -[PHPhotoLibrary init] unsupported
    cause: A `PHPhotoLibrary` object was created with `init`.
    fix: Use `PHPhotoLibrary.shared()`.
    count: 1
    search: PHPhotoLibrary init unsupported
    seen: 1
    source: https://github.com/ProcedureKit/ProcedureKit/issues/280
    """#
}
