extension RaisingAPI {
  /// HealthKit samples and units, Core Bluetooth identifiers, LocalAuthentication and SiriKit.
  static let healthBluetooth: StaticString = #"""
    api: -[HKQuantity doubleValueForUnit:]
    api: -[HKUnit _valueByConvertingValue:toUnit:]
    id: hkquantity-incompatible-unit
    image: HealthKit
    raises: exception NSInvalidArgumentException
    requires: The unit measures the same dimension as the quantity.
    reason: Attempt to convert incompatible units: {}, {}
    cause: The unit does not fit the quantity type, for example `count` for a heart rate or `Pa` for a sound level.
    fix: Check `quantity.is(compatibleWith: unit)` first, and take the unit from the documentation of the type or from `preferredUnits(for:)`.
    count: 1
    search: Attempt to convert incompatible units; HKQuantity doubleValue crash; HealthKit unit crash
    seen: 2
    source: https://github.com/kvs-coder/HealthKitReporter/issues/29
    source: https://github.com/JeffOtano/roni/pull/20

    api: +[HKUnit unitFromString:]
    id: hkunit-from-string
    image: HealthKit
    raises: exception NSInvalidArgumentException
    requires: The string is a unit in the notation of HealthKit, such as `kcal`, `mg/dL` or `mL/min`.
    reason: Unable to parse factorization string {}
    cause: The string has an unknown unit, a wrong case or a second slash, such as `CALORIES` or `mL/kg/min`.
    fix: Build the unit from HKUnit's methods, or write compound denominators in parentheses such as `mL/(kg*min)`.
    search: Unable to parse factorization string; HKUnit from string crash
    seen: 3
    source: https://github.com/kingstinct/react-native-healthkit/issues/285
    source: https://github.com/kvs-coder/health_kit_reporter/issues/23
    source: https://github.com/LoopKit/Loop/issues/311

    api: +[HKQuantitySample quantitySampleWithType:quantity:startDate:endDate:]
    api: +[HKQuantitySample quantitySampleWithType:quantity:startDate:endDate:metadata:]
    api: +[HKQuantitySample quantitySampleWithType:quantity:startDate:endDate:device:metadata:]
    api: +[HKCategorySample categorySampleWithType:value:startDate:endDate:]
    api: +[HKCategorySample categorySampleWithType:value:startDate:endDate:metadata:]
    api: +[HKObject _newDataObjectWithMetadata:device:config:]
    id: hksample-validation
    image: HealthKit
    raises: exception _HKObjectValidationFailureException
    requires: The unit, the value, the dates and the metadata of the sample are valid for its type.
    reason: {} requires unit of type {}. Incompatible unit: {}
    cause: The quantity has a unit of another dimension than the sample type, or no unit.
    fix: Check `type.is(compatibleWith: unit)` before you create the sample.
    count: 3
    search: _HKObjectValidationFailureException; requires unit of type Incompatible unit; HealthKit save sample crash
    seen: 3
    source: https://github.com/carp-dk/carp-health-flutter/issues/254
    source: https://github.com/dariosalvi78/cordova-plugin-health/issues/158
    source: https://github.com/dariosalvi78/cordova-plugin-health/issues/184

    api: -[CBUUID initWithString:]
    api: +[CBUUID UUIDWithString:]
    api: -[CBUUID initWithData:]
    api: +[CBUUID UUIDWithData:]
    id: cbuuid-invalid
    image: CoreBluetooth
    raises: assertion NSInternalInconsistencyException
    requires: The string has 4 or 8 hexadecimal digits or is a UUID with dashes, or the data has 2, 4 or 16 bytes.
    reason: String {} does not represent a valid UUID
    cause: The string is nil, empty, too short or has no dashes.
    fix: Check the string with `UUID(uuidString:)` or for 4 or 8 hexadecimal digits before you call `CBUUID(string:)`.
    count: 4
    reason: Data {} does not represent a valid UUID
    cause: The data is empty or has another length, for example from a device that advertises no identifier.
    fix: Check that the data has 2, 4 or 16 bytes.
    count: 1
    search: does not represent a valid UUID; CBUUID crash; CBUUID initWithString assertion
    seen: 7
    source: https://github.com/don/cordova-plugin-ble-central/issues/745
    source: https://github.com/berty/berty/issues/493
    source: https://github.com/juliansteenbakker/flutter_ble_peripheral/pull/290
    source: https://github.com/dotintent/react-native-ble-plx/issues/810

    api: -[LAContext evaluatePolicy:localizedReason:reply:]
    api: -[LAContext evaluateAccessControl:operation:localizedReason:reply:]
    id: lacontext-localized-reason
    image: LocalAuthentication
    raises: exception NSInvalidArgumentException
    requires: The localized reason is not nil and not empty.
    reason: Non-empty localizedReason must be provided.
    cause: The prompt text is empty, often an option that was not set or a localized string that was not found.
    fix: Pass a sentence that tells why the app needs Face ID or Touch ID, with a default for missing translations.
    count: 10
    search: Non-empty localizedReason must be provided; Face ID prompt crash; LAContext evaluatePolicy crash
    seen: 10
    source: https://github.com/flutter/flutter/issues/77794
    source: https://github.com/D-32/DMPasscode/issues/4
    source: https://github.com/NiklasMerz/cordova-plugin-fingerprint-aio/issues/269
    source: https://github.com/electron/electron/pull/53185

    api: -[INPreferences assertThisProcessHasSiriEntitlement]
    api: -[INPreferences _THROW_EXCEPTION_FOR_PROCESS_MISSING_ENTITLEMENT_com_apple_developer_siri]
    api: +[INPreferences siriAuthorizationStatus]
    api: -[INPreferences _siriAuthorizationStatus]
    api: +[INPreferences requestSiriAuthorization:]
    api: -[INPreferences requestSiriAuthorization:]
    api: +[INVocabulary sharedVocabulary]
    id: inpreferences-siri-entitlement
    image: Intents
    raises: exception NSInternalInconsistencyException
    requires: The app is signed with the entitlement `com.apple.developer.siri`.
    reason: Use of the class {} from an app requires the entitlement com.apple.developer.siri. Did you enable the Siri capability in your Xcode project?
    cause: The Siri capability is missing, or the app was signed again without the entitlement.
    fix: Add the Siri capability to the target and sign with a profile that has it, or do not call `INPreferences`.
    count: 5
    needs: entitlement com.apple.developer.siri
    reason: Use of the class INVocabulary requires the entitlement com.apple.developer.siri. Make sure you have enabled the Siri capability in your Xcode project.
    cause: The app uses `INVocabulary` without the Siri entitlement.
    fix: Add the Siri capability to the target, or do not use `INVocabulary`.
    count: 1
    needs: entitlement com.apple.developer.siri
    source-call: INPreferences.requestSiriAuthorization
    source-call: INPreferences requestSiriAuthorization:
    source-call: INVocabulary.shared()
    source-call: INVocabulary sharedVocabulary
    search: requires the entitlement com.apple.developer.siri; INPreferences crash; enable the Siri capability in your Xcode project
    seen: 9
    source: https://github.com/TelegramMessenger/Telegram-iOS/issues/1086
    source: https://github.com/LiveContainer/LiveContainer/issues/1109
    source: https://github.com/hugeBlack/LiveContainer/issues/18
    source: https://github.com/zoontek/react-native-permissions/issues/488

    api: -[CLLocationManager requestLocation]
    id: cllocationmanager-request-location
    image: CoreLocation
    raises: assertion NSInternalInconsistencyException
    requires: The delegate is set and implements `locationManager(_:didUpdateLocations:)` and `locationManager(_:didFailWithError:)`.
    reason: Delegate must respond to locationManager:didFailWithError:
    cause: The delegate does not implement the method for errors.
    fix: Implement `locationManager(_:didFailWithError:)`, even if it does nothing.
    count: 1
    reason: Delegate must respond to locationManager:didUpdateLocations:
    cause: The delegate is nil, was released, or does not implement the method for new locations.
    fix: Set the delegate before `requestLocation()`, keep it alive, and implement `locationManager(_:didUpdateLocations:)`.
    search: Delegate must respond to locationManager:didUpdateLocations; requestLocation crash
    seen: 1
    source: https://github.com/mapbox/mapbox-maps-ios/issues/2119

    api: -[MPRemoteCommand addTarget:action:]
    id: mpremotecommand-action-signature
    image: MediaPlayer
    raises: assertion NSInternalInconsistencyException
    requires: The action method returns `MPRemoteCommandHandlerStatus`.
    reason: Unsupported action method signature. Must return MPRemoteCommandHandlerStatus or take a completion handler as the second argument.
    cause: The action method returns nothing, which is not allowed since iOS 13.
    fix: Change the method's return type to `MPRemoteCommandHandlerStatus` and return `.success`, or use `addTarget(handler:)`.
    count: 7
    search: Unsupported action method signature; Must return MPRemoteCommandHandlerStatus; MPRemoteCommand addTarget crash
    seen: 8
    source: https://github.com/amahi/ios/issues/289
    source: https://github.com/Rolamix/cordova-plugin-playlist/issues/36
    source: https://github.com/SRGSSR/srgletterbox-apple/pull/174
    source: https://github.com/awesome-tips/iOS-Tips/issues/40

    api: -[SKPaymentQueue addPayment:]
    id: skpaymentqueue-add-payment
    image: StoreKit
    raises: exception NSInvalidArgumentException
    requires: The payment has a product identifier.
    reason: Invalid product identifier: {}
    cause: The payment was created from a nil product, because the store returned no product for the identifier.
    fix: Add a payment only for a product that `SKProductsRequest` returned, and check `invalidProductIdentifiers`.
    count: 4
    search: Invalid product identifier (null); SKPaymentQueue addPayment crash; in-app purchase crash
    seen: 5
    source: https://github.com/j3k0/cordova-plugin-purchase/issues/22
    source: https://github.com/j3k0/cordova-plugin-purchase/issues/4
    source: https://github.com/j3k0/cordova-plugin-purchase/issues/526
    source: https://github.com/j3k0/cordova-plugin-purchase/issues/928

    api: -[CKRecord initWithRecordType:]
    api: -[CKRecord initWithRecordType:recordID:]
    api: -[CKRecord initWithRecordType:zoneID:]
    id: ckrecord-record-type
    image: CloudKit
    raises: exception CKException
    requires: The record type has only letters, digits and underscores.
    reason: recordType ({}) contains invalid characters
    cause: The record type has a dot or another character, for example a Swift class name with its module.
    fix: Use the class name without the module, such as `String(describing: Type.self)`.
    count: 1
    search: recordType contains invalid characters; CKException recordType
    seen: 1
    source: https://github.com/evermeer/EVCloudKitDao/issues/7

    api: -[CKRecordID init]
    id: ckrecordid-init
    image: CloudKit
    raises: exception NSInvalidArgumentException
    requires: A record ID is created with a record name.
    reason: You must call -[CKRecordID initWithRecordName:] or -[CKRecordID initWithRecordName:zoneID:]
    cause: Code that creates objects by reflection or decoding called `init`.
    fix: Create the ID with `CKRecord.ID(recordName:)`, and archive it with `NSKeyedArchiver`.
    count: 1
    search: You must call CKRecordID initWithRecordName
    seen: 1
    source: https://github.com/evermeer/EVCloudKitDao/issues/63

    api: +[UNNotificationRequest requestWithIdentifier:content:trigger:]
    id: unnotificationrequest-identifier
    image: UserNotifications
    raises: assertion NSInternalInconsistencyException
    requires: The identifier is not nil.
    reason: Invalid parameter not satisfying: identifier != nil
    cause: No identifier was given, often an `id` option that is missing in JavaScript.
    fix: Pass a non-empty identifier such as `UUID().uuidString`.
    count: 2
    search: Invalid parameter not satisfying: identifier != nil; addNotificationRequest crash
    seen: 2
    source: https://github.com/react-native-push-notification/ios/issues/219
    source: https://github.com/react-native-push-notification/ios/issues/260

    api: -[UNNotificationContent encodeWithCoder:]
    api: -[UNNotificationRequest encodeWithCoder:]
    id: unnotificationcontent-null
    image: UserNotifications
    raises: exception NSInvalidArgumentException
    requires: Title, subtitle and body are strings and not `NSNull`.
    reason: -[NSNull un_stringWithMaxLength:]: unrecognized selector sent to instance {}
    cause: A title or body from JSON, Dart or JavaScript is null and became `NSNull`.
    fix: Replace `NSNull` with an empty string before you set the content.
    count: 1
    search: NSNull un_stringWithMaxLength unrecognized selector; schedule notification crash
    seen: 1
    source: https://github.com/MaikuB/flutter_local_notifications/issues/336

    api: -[NSUserActivity init]
    id: nsuseractivity-activity-type
    image: Foundation, CoreServices
    raises: exception NSInvalidArgumentException
    requires: An activity type is given, or Info.plist lists one under `NSUserActivityTypes`.
    reason: Caller did not provide an activityType, and this process does not have a NSUserActivityTypes in its Info.plist.
    cause: The activity is created with `init` and Info.plist has no `NSUserActivityTypes`.
    fix: Create it with `NSUserActivity(activityType:)`, and list the type in `NSUserActivityTypes`.
    count: 1
    needs: plist NSUserActivityTypes
    source-call: NSUserActivity()
    source-call: NSUserActivity alloc] init]
    source-call: NSUserActivity new
    search: Caller did not provide an activityType; NSUserActivity init crash
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/750
    """#
}
