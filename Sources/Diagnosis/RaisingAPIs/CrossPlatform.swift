extension RaisingAPI {
  /// React Native, Expo, Flutter, Kotlin/Native, .NET (Xamarin) and NativeScript: the functions that end the process for an error of the managed language.
  static let crossPlatform: StaticString = #"""
    api: RCTFatal
    api: RCTGetFatalHandler
    api: -[RCTExceptionsManager reportFatalException:stack:exceptionId:]
    api: -[RCTExceptionsManager reportFatal:stack:exceptionId:extraDataAsJSON:]
    id: rct-fatal
    image: React, React-Core, React-CoreModules
    raises: exception RCTFatalException
    kind: handler
    requires: JavaScript and native modules throw no error that nothing catches (in release builds).
    reason: Unhandled JS Exception: {}, stack: {}
    cause: JavaScript threw an error that no handler caught; the native frames below only report it.
    fix: Read the JavaScript message and stack in the exception's reason or in the console, symbolicate them with the source map, and fix that line.
    count: 4
    reason: Exception thrown while invoking {} on target {} with params {}: {}
    cause: A native module raised an exception, and React Native passed it on as fatal.
    fix: Read the inner exception: its module and method are in the message.
    count: 1
    search: RCTFatal crash; RCTFatalException; React Native crash in release only; Unhandled JS Exception
    seen: 8
    source: https://github.com/react/react-native/issues/23196
    source: https://github.com/react/react-native/issues/20715
    source: https://github.com/bugsnag/bugsnag-js/issues/1712
    source: https://github.com/artsy/eigen/issues/2211

    api: RCTFatalException
    api: RCTGetFatalExceptionHandler
    id: rct-fatal-exception
    image: React, React-Core
    raises: exception RCTFatalException, NSException
    kind: handler
    requires: No native module raises an exception that it does not catch.
    cause: React Native raises again an exception that a native module raised.
    fix: Read the name and reason of the exception, and fix the native module that raised it.
    search: RCTFatalException native module crash
    seen: 0
    source: https://github.com/facebook/react-native/blob/main/packages/react-native/React/Base/RCTAssert.m

    api: -[RCTCxxBridge handleError:]
    id: rct-bridge-handle-error
    image: React, React-CxxBridge
    raises: exception RCTFatalException
    requires: The JavaScript bundle loads and runs its first code without an error.
    cause: The bundle could not be loaded, or its startup code threw.
    fix: Check that main.jsbundle is in the app, and run the release build to read the JavaScript error.
    search: RCTCxxBridge handleError crash
    seen: 1
    source: https://github.com/bugsnag/bugsnag-js/issues/1712

    api: facebook::react::ObjCTurboModule::performVoidMethodInvocation
    api: invocation function for block in facebook::react::ObjCTurboModule::performVoidMethodInvocation
    id: rct-turbomodule-void-method
    image: React, ReactCommon, React-Core
    raises: cxx facebook::jsi::JSError
    requires: An asynchronous void method of a TurboModule raises no exception.
    cause: A native module raised an `NSException` in a void method; React Native catches it on the module's queue and rethrows it where nothing can catch it.
    fix: Find the module's method that raised (its arguments can be nil or of the wrong type; a fatal JavaScript error also arrives here), and update React Native.
    search: performVoidMethodInvocation crash; TurboModule SIGABRT; com.meta.react.turbomodulemanager.queue crash
    seen: 7
    source: https://github.com/react/react-native/issues/54859
    source: https://github.com/react/react-native/issues/53960
    source: https://github.com/react/react-native/pull/58264
    source: https://github.com/DataDog/dd-sdk-reactnative/issues/1134

    api: facebook::react::convertNSExceptionToJSError
    api: facebook::react::
    id: rct-convert-exception
    image: React, ReactCommon, React-Core
    raises: cxx facebook::jsi::JSError
    kind: handler
    requires: A native module raises no exception outside the JavaScript thread.
    cause: A native module raised an exception on its own queue, and its conversion to a JavaScript error used the JavaScript runtime from the wrong thread.
    fix: Fix the native module that raised, and update React Native.
    search: convertNSExceptionToJSError crash; Hermes crash in HiddenClass addProperty
    seen: 4
    source: https://github.com/react/react-native/issues/55337
    source: https://github.com/react/react-native/pull/56265
    source: https://github.com/DataDog/dd-sdk-reactnative/issues/1134

    api: -[EXUpdatesErrorRecovery _crash]
    api: -[EXUpdatesAppController throwException:]
    api: ErrorRecovery.crash()
    api: StartupProcedure.throwException(_:)
    api: AppController.throwException(_:)
    api: EnabledAppController.throwException(_:)
    id: expo-updates-error-recovery
    image: EXUpdates
    raises: exception RCTFatalException, NSException
    kind: handler
    requires: The JavaScript update starts without a fatal error.
    cause: JavaScript or a native module failed shortly after launch, and expo-updates found no other update to run, so it raises the first error again.
    fix: Read the exception's name and reason (the original JavaScript error), run a release build of the same update, and publish a fixed update or roll back.
    search: expo-updates crash; EXUpdates ErrorRecovery crash; expo.controller.errorRecoveryQueue
    seen: 4
    source: https://docs.expo.dev/eas-update/error-recovery/
    source: https://github.com/expo/expo/issues/45772
    source: https://github.com/expo/expo/issues/38560
    source: https://github.com/expo/expo/issues/47665

    api: fml::LogMessage::~LogMessage
    api: fml::KillProcess
    id: flutter-fml-fatal
    image: Flutter
    raises: abort
    requires: A check (`FML_CHECK`) in the Flutter engine holds.
    reason: [FATAL:flutter/{}] Check failed: {}.
    cause: A check in the Flutter engine failed; on iOS often a thread or file could not be created, or the engine still ran while the process exited.
    fix: Read the `[FATAL:…]` line in the console, shut down engines before the process exits, and update Flutter.
    count: 0
    search: Flutter engine crash; fml LogMessage abort; FML_CHECK
    seen: 2
    source: https://github.com/flutter/flutter/issues/149133
    source: https://github.com/flutter/flutter/issues/129541

    api: konan::abort
    api: (anonymous namespace)::terminateWithUnhandledException(ObjHeader*)
    api: (anonymous namespace)::terminateWithUnhandledException(ObjHeader*)::$_1::operator()() const
    api: (anonymous namespace)::processUnhandledException(ObjHeader*)
    api: TerminateWithUnhandledException
    api: ProcessUnhandledException
    api: ReportUnhandledException
    api: Kotlin_ObjCExport_trapOnUndeclaredException
    api: Kotlin_terminateWithUnhandledException
    id: kotlin-unhandled-exception
    image: *
    raises: abort
    kind: handler
    requires: A Kotlin exception is caught in Kotlin, or the function that throws it is annotated with `@Throws`.
    reason: Uncaught Kotlin exception: {}
    cause: A Kotlin exception reached Swift, Objective-C or the top of a coroutine.
    fix: Read the exception and its `kfun:` frames in the console; catch it in Kotlin, add `@Throws`, or install a `CoroutineExceptionHandler`.
    count: 2
    reason: Function doesn't have or inherit @Throws annotation and thus exception isn't propagated from Kotlin to Objective-C/Swift as NSError.
    cause: A function called from Swift throws and has no `@Throws`.
    fix: Add `@Throws(Exception::class)` to the function, or catch the exception in Kotlin.
    count: 1
    reason: Instances of kotlin.Error, kotlin.RuntimeException and subclasses aren't propagated from Kotlin to Objective-C/Swift.
    cause: A function called from Swift throws an exception that its `@Throws` does not list.
    fix: List the exception in `@Throws`, or catch it in Kotlin.
    count: 1
    search: Uncaught Kotlin exception; terminateWithUnhandledException; KMP crash iOS
    seen: 4
    source: https://github.com/Kotlin/kotlinx.coroutines/issues/3530
    source: https://github.com/touchlab/CrashKiOS/issues/85
    source: https://github.com/JetBrains/kotlin-native/issues/1382
    source: https://github.com/JetBrains/kotlin-native/issues/2763

    api: mono_invoke_unhandled_exception_hook
    api: xamarin_process_managed_exception
    api: xamarin_find_protocol_wrapper_type
    api: xamarin_initialize
    id: xamarin-unhandled-exception
    image: *
    raises: abort
    requires: A .NET exception is caught before it reaches native code.
    cause: A .NET exception reached native code (an `async void` method, an event handler or a selector called by UIKit).
    fix: Read the managed exception in the console or in the frames below, and catch it in that method. Without symbols the abort shows as `xamarin_initialize.cold.1` or `xamarin_find_protocol_wrapper_type`.
    search: Xamarin crash mono_invoke_unhandled_exception_hook; xamarin_initialize.cold.1; xamarin_process_managed_exception
    seen: 4
    source: https://github.com/dotnet/macios/issues/8822
    source: https://github.com/dotnet/macios/issues/9626
    source: https://github.com/xamarin/Xamarin.Forms/issues/15799
    source: https://github.com/dotnet/macios/issues/14293

    api: tns::NativeScriptException::OnUncaughtError
    api: NativeScript::reportFatalErrorBeforeShutdown
    id: nativescript-fatal
    image: NativeScript
    raises: exception NativeScript encountered a fatal error
    kind: handler
    requires: JavaScript throws no error that nothing catches.
    reason: NativeScript encountered a fatal error: {}
    cause: JavaScript threw an error that no handler caught; the message is the name of the exception, and the reason can be `(null)`.
    fix: Read the JavaScript error and its stack in the exception's name, and fix that line; set `discardUncaughtJsExceptions` only as a last resort.
    count: 2
    search: NativeScript encountered a fatal error; OnUncaughtError crash
    seen: 5
    source: https://github.com/NativeScript/NativeScript/issues/9236
    source: https://github.com/NativeScript/NativeScript/issues/9382
    source: https://github.com/NativeScript/canvas/issues/11
    source: https://github.com/NativeScript/ios-jsc/issues/1049

    api: hermes::vm::GCBase::oom
    api: hermes::vm::GCBase::oomDetail
    id: hermes-out-of-memory
    image: hermes, *
    raises: abort
    kind: handler
    requires: The JavaScript heap stays below its maximum.
    reason: OOM: error_code(value = {}, category = vm_allocate_category, message = Max heap size was exceeded)
    cause: JavaScript keeps too much memory (a leak, a large list or large strings), so Hermes' heap reached its limit.
    fix: Take a heap snapshot, release what is not needed, and page large data.
    count: 1
    search: Hermes out of memory; Max heap size was exceeded; GCBase oom
    seen: 3
    source: https://github.com/facebook/hermes/issues/511
    source: https://github.com/facebook/hermes/issues/1133
    source: https://github.com/facebook/hermes/issues/439

    api: facebook::hermes::detail::hermesFatalErrorHandler
    api: hermes::hermes_fatal
    api: llvh::report_fatal_error
    id: hermes-fatal
    image: hermes, *
    raises: abort
    kind: handler
    requires: Hermes can allocate memory and its heap is intact.
    cause: Hermes stopped itself, usually because it ran out of memory; the fault at a low address is on purpose.
    fix: Look at the frame below for the reason (`GCBase::oom` is out of memory), and update React Native.
    search: hermes_fatal; hermesFatalErrorHandler crash
    seen: 2
    source: https://github.com/facebook/hermes/issues/511
    source: https://github.com/facebook/hermes/issues/439

    api: -[RCTEventEmitter sendEventWithName:body:]
    id: rct-event-emitter
    image: React, React-Core
    raises: assertion NSInternalInconsistencyException
    requires: React Native created the event emitter, and JavaScript runs, before an event is sent.
    reason: Error when sending event: {} with body: {}. RCTCallableJSModules is not set. This is probably because you've explicitly synthesized the RCTCallableJSModules in {}, even though it's inherited from RCTEventEmitter.
    cause: The event is sent before JavaScript added a listener or after a reload, or by an instance that the app created with `alloc init`.
    fix: Send events only between `startObserving` and `stopObserving`, through the instance that React Native created.
    count: 5
    reason: Error when sending event: {} with body: {}. Bridge is not set. This is probably because you've explicitly synthesized the bridge in {}, even though it's inherited from RCTEventEmitter.
    cause: The event is sent by an instance that the app created itself, so it has no bridge.
    fix: Send events through the instance that React Native created.
    count: 3
    search: RCTCallableJSModules is not set; Bridge is not set; sendEventWithName crash
    seen: 8
    source: https://github.com/DataDog/dd-sdk-reactnative/issues/854
    source: https://github.com/pusher/pusher-websocket-react-native/issues/85
    source: https://github.com/Purchasely/Purchasely-ReactNative/issues/88
    source: https://github.com/react/react-native/issues/30321

    api: -[FlutterEngine sendOnChannel:message:binaryReply:]
    api: -[FlutterBinaryMessengerRelay sendOnChannel:message:binaryReply:]
    id: flutter-send-before-run
    image: Flutter
    raises: assertion NSInternalInconsistencyException
    requires: The Flutter engine runs when a plugin sends a message.
    reason: Sending a message before the FlutterEngine has been run.
    cause: A plugin sends an event before the engine was started or after it was destroyed (an app in the background, or a call from another thread).
    fix: Send from the main thread, and stop the plugin's events when the engine is detached.
    count: 5
    search: Sending a message before the FlutterEngine has been run
    seen: 5
    source: https://github.com/flutter/flutter/issues/99673
    source: https://github.com/flutter/flutter/issues/117523
    source: https://github.com/flutter/flutter/issues/104637
    source: https://github.com/oddbit/flutter_facebook_app_events/issues/379

    api: -[FlutterStandardWriter writeValue:]
    id: flutter-unsupported-value
    image: Flutter
    raises: assertion NSInternalInconsistencyException
    requires: A plugin sends only values that the standard message codec encodes.
    reason: Unsupported value: {} of type {}
    cause: A plugin returns an object of another class, for example an error, a date or a URL.
    fix: Convert it to a number, string, list, dictionary or `FlutterStandardTypedData`.
    count: 1
    search: Flutter Unsupported value of type; FlutterStandardWriter writeValue crash
    seen: 1
    source: https://github.com/flutter/flutter/issues/12784

    api: il2cpp::vm::Exception::Raise
    api: il2cpp_codegen_raise_exception
    id: unity-il2cpp-exception
    image: UnityFramework, *
    raises: cxx Il2CppExceptionWrapper
    requires: A C# exception is caught in C#.
    reason: terminating with uncaught exception of type Il2CppExceptionWrapper
    cause: A C# exception was thrown in a callback that native code called, where nothing catches it.
    fix: Read the C# exception in the console, and catch it inside the callback (`MonoPInvokeCallback`).
    count: 5
    search: Il2CppExceptionWrapper; Unity iOS uncaught exception
    seen: 5
    source: https://github.com/googleads/googleads-mobile-unity/issues/838
    source: https://github.com/googleads/googleads-mobile-unity/issues/1124
    source: https://github.com/firebase/firebase-unity-sdk/issues/1195
    source: https://github.com/AppLovin/AppLovin-MAX-Unity-Plugin/issues/459

    api: rtc::webrtc_checks_impl::FatalLog
    api: webrtc::webrtc_checks_impl::FatalLog
    api: rtc::FatalMessage::~FatalMessage
    id: webrtc-check-failed
    image: WebRTC, *
    raises: abort
    kind: handler
    requires: A check (`RTC_CHECK`) in WebRTC holds.
    reason: Check failed: IsUnifiedPlan()
    cause: A method of Unified Plan is used on a connection with Plan B.
    fix: Set `sdpSemantics` to Unified Plan, and use `addTrack` instead of `addStream`.
    count: 1
    reason: Check failed: decoder.decoder
    cause: No decoder exists for the video codec that was negotiated.
    fix: Create the factory with the default video encoder and decoder factories.
    count: 1
    search: WebRTC Check failed; RTC_CHECK crash; FatalLog
    seen: 2
    source: https://github.com/flutter-webrtc/flutter-webrtc/issues/938
    source: https://github.com/AlexKMDev/WebRTC/issues/46

    api: +[RTCSessionDescription typeForStdString:]
    api: +[RTCSessionDescription typeForString:]
    id: webrtc-session-description-type
    image: WebRTC
    raises: abort
    requires: The type of a session description is `offer`, `pranswer`, `answer` or `rollback`.
    cause: The type's text does not match exactly, for example in case or with a space.
    fix: Pass the type exactly as the other side sent it, and check it first.
    search: RTCSessionDescription typeForString crash
    seen: 1
    source: https://github.com/flutter-webrtc/flutter-webrtc/issues/1540
    """#
}
