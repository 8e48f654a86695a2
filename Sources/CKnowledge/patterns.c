// Written by KnowledgeTests from the folder Knowledge/patterns: UPDATE_EXPECTED=1 scripts/test --filter KnowledgeTests

#include "knowledge.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char needs[] = {
#embed "../../Knowledge/pattern-needs.txt" suffix(, '\n',)
};

static const unsigned char p0[] = {
#embed "../../Knowledge/patterns/amfi-restricted-entitlement.md"
};
static const unsigned char p1[] = {
#embed "../../Knowledge/patterns/amfi-unsigned-code.md"
};
static const unsigned char p2[] = {
#embed "../../Knowledge/patterns/app-ended-at-launch.md"
};
static const unsigned char p3[] = {
#embed "../../Knowledge/patterns/app-install-failed.md"
};
static const unsigned char p4[] = {
#embed "../../Knowledge/patterns/app-install-incompatible.md"
};
static const unsigned char p5[] = {
#embed "../../Knowledge/patterns/app-install-signature-rejected.md"
};
static const unsigned char p6[] = {
#embed "../../Knowledge/patterns/app-intent-parameter-missing.md"
};
static const unsigned char p7[] = {
#embed "../../Knowledge/patterns/app-open-no-permission.md"
};
static const unsigned char p8[] = {
#embed "../../Knowledge/patterns/app-sandbox-setup-failed.md"
};
static const unsigned char p9[] = {
#embed "../../Knowledge/patterns/app-store-access-refused.md"
};
static const unsigned char p10[] = {
#embed "../../Knowledge/patterns/app-store-api-key-role.md"
};
static const unsigned char p11[] = {
#embed "../../Knowledge/patterns/app-store-app-not-found.md"
};
static const unsigned char p12[] = {
#embed "../../Knowledge/patterns/app-store-architecture.md"
};
static const unsigned char p13[] = {
#embed "../../Knowledge/patterns/app-store-bitcode.md"
};
static const unsigned char p14[] = {
#embed "../../Knowledge/patterns/app-store-bundle-structure.md"
};
static const unsigned char p15[] = {
#embed "../../Knowledge/patterns/app-store-dsym-missing.md"
};
static const unsigned char p16[] = {
#embed "../../Knowledge/patterns/app-store-icon-invalid.md"
};
static const unsigned char p17[] = {
#embed "../../Knowledge/patterns/app-store-info-plist.md"
};
static const unsigned char p18[] = {
#embed "../../Knowledge/patterns/app-store-ipad-multitasking.md"
};
static const unsigned char p19[] = {
#embed "../../Knowledge/patterns/app-store-minimum-os.md"
};
static const unsigned char p20[] = {
#embed "../../Knowledge/patterns/app-store-name-taken.md"
};
static const unsigned char p21[] = {
#embed "../../Knowledge/patterns/app-store-privacy-manifest.md"
};
static const unsigned char p22[] = {
#embed "../../Knowledge/patterns/app-store-private-api.md"
};
static const unsigned char p23[] = {
#embed "../../Knowledge/patterns/app-store-purpose-string-missing.md"
};
static const unsigned char p24[] = {
#embed "../../Knowledge/patterns/app-store-review-not-ready.md"
};
static const unsigned char p25[] = {
#embed "../../Knowledge/patterns/app-store-sandbox-missing.md"
};
static const unsigned char p26[] = {
#embed "../../Knowledge/patterns/app-store-sdk-too-old.md"
};
static const unsigned char p27[] = {
#embed "../../Knowledge/patterns/app-store-signature-rejected.md"
};
static const unsigned char p28[] = {
#embed "../../Knowledge/patterns/app-store-swift-support.md"
};
static const unsigned char p29[] = {
#embed "../../Knowledge/patterns/app-store-upload-rejected.md"
};
static const unsigned char p30[] = {
#embed "../../Knowledge/patterns/app-store-version-not-higher.md"
};
static const unsigned char p31[] = {
#embed "../../Knowledge/patterns/app-trust-unverified.md"
};
static const unsigned char p32[] = {
#embed "../../Knowledge/patterns/appkit-layout-recursion.md"
};
static const unsigned char p33[] = {
#embed "../../Knowledge/patterns/appkit-panel-entitlement.md"
};
static const unsigned char p34[] = {
#embed "../../Knowledge/patterns/appkit-principal-class-missing.md"
};
static const unsigned char p35[] = {
#embed "../../Knowledge/patterns/apple-events-not-authorized.md"
};
static const unsigned char p36[] = {
#embed "../../Knowledge/patterns/apple-service-unavailable.md"
};
static const unsigned char p37[] = {
#embed "../../Knowledge/patterns/application-not-found.md"
};
static const unsigned char p38[] = {
#embed "../../Knowledge/patterns/application-not-running.md"
};
static const unsigned char p39[] = {
#embed "../../Knowledge/patterns/archive-not-found.md"
};
static const unsigned char p40[] = {
#embed "../../Knowledge/patterns/arkit-frames-retained.md"
};
static const unsigned char p41[] = {
#embed "../../Knowledge/patterns/assert-failed.md"
};
static const unsigned char p42[] = {
#embed "../../Knowledge/patterns/asset-catalog-agent-failed.md"
};
static const unsigned char p43[] = {
#embed "../../Knowledge/patterns/asset-name-not-found.md"
};
static const unsigned char p44[] = {
#embed "../../Knowledge/patterns/ats-cleartext-blocked.md"
};
static const unsigned char p45[] = {
#embed "../../Knowledge/patterns/audio-engine-condition.md"
};
static const unsigned char p46[] = {
#embed "../../Knowledge/patterns/audio-render-callback-crash.md"
};
static const unsigned char p47[] = {
#embed "../../Knowledge/patterns/audio-session-refused.md"
};
static const unsigned char p48[] = {
#embed "../../Knowledge/patterns/audio-session-running-io.md"
};
static const unsigned char p49[] = {
#embed "../../Knowledge/patterns/autolayout-engine-background.md"
};
static const unsigned char p50[] = {
#embed "../../Knowledge/patterns/autolayout-engine-internal.md"
};
static const unsigned char p51[] = {
#embed "../../Knowledge/patterns/autolayout-private-api.md"
};
static const unsigned char p52[] = {
#embed "../../Knowledge/patterns/autolayout-unsatisfiable.md"
};
static const unsigned char p53[] = {
#embed "../../Knowledge/patterns/automatic-signing-failed.md"
};
static const unsigned char p54[] = {
#embed "../../Knowledge/patterns/autorelease-pool-overrelease.md"
};
static const unsigned char p55[] = {
#embed "../../Knowledge/patterns/autorelease-without-pool.md"
};
static const unsigned char p56[] = {
#embed "../../Knowledge/patterns/avassetwriter-misused.md"
};
static const unsigned char p57[] = {
#embed "../../Knowledge/patterns/background-task-ended-twice.md"
};
static const unsigned char p58[] = {
#embed "../../Knowledge/patterns/background-task-not-ended.md"
};
static const unsigned char p59[] = {
#embed "../../Knowledge/patterns/bad-cpu-type.md"
};
static const unsigned char p60[] = {
#embed "../../Knowledge/patterns/bazel-apple-build-failed.md"
};
static const unsigned char p61[] = {
#embed "../../Knowledge/patterns/bgtask-handler-not-registered.md"
};
static const unsigned char p62[] = {
#embed "../../Knowledge/patterns/bgtask-submit-refused.md"
};
static const unsigned char p63[] = {
#embed "../../Knowledge/patterns/binary-edit-failed.md"
};
static const unsigned char p64[] = {
#embed "../../Knowledge/patterns/bonjour-service-not-declared.md"
};
static const unsigned char p65[] = {
#embed "../../Knowledge/patterns/build-architectures-none.md"
};
static const unsigned char p66[] = {
#embed "../../Knowledge/patterns/build-arguments-too-long.md"
};
static const unsigned char p67[] = {
#embed "../../Knowledge/patterns/build-command-failed.md"
};
static const unsigned char p68[] = {
#embed "../../Knowledge/patterns/build-database-locked.md"
};
static const unsigned char p69[] = {
#embed "../../Knowledge/patterns/build-dependency-cycle.md"
};
static const unsigned char p70[] = {
#embed "../../Knowledge/patterns/build-input-missing.md"
};
static const unsigned char p71[] = {
#embed "../../Knowledge/patterns/build-outputs-duplicate.md"
};
static const unsigned char p72[] = {
#embed "../../Knowledge/patterns/build-plist-unreadable.md"
};
static const unsigned char p73[] = {
#embed "../../Knowledge/patterns/build-script-command-missing.md"
};
static const unsigned char p74[] = {
#embed "../../Knowledge/patterns/build-script-failed.md"
};
static const unsigned char p75[] = {
#embed "../../Knowledge/patterns/build-script-sandbox.md"
};
static const unsigned char p76[] = {
#embed "../../Knowledge/patterns/build-service-failed.md"
};
static const unsigned char p77[] = {
#embed "../../Knowledge/patterns/bun-crashed.md"
};
static const unsigned char p78[] = {
#embed "../../Knowledge/patterns/bundle-id-unavailable.md"
};
static const unsigned char p79[] = {
#embed "../../Knowledge/patterns/bundle-identifier-missing.md"
};
static const unsigned char p80[] = {
#embed "../../Knowledge/patterns/c-function-bad-argument.md"
};
static const unsigned char p81[] = {
#embed "../../Knowledge/patterns/callback-context-freed.md"
};
static const unsigned char p82[] = {
#embed "../../Knowledge/patterns/carthage-failed.md"
};
static const unsigned char p83[] = {
#embed "../../Knowledge/patterns/cell-not-registered.md"
};
static const unsigned char p84[] = {
#embed "../../Knowledge/patterns/certificate-import-failed.md"
};
static const unsigned char p85[] = {
#embed "../../Knowledge/patterns/certificate-limit-reached.md"
};
static const unsigned char p86[] = {
#embed "../../Knowledge/patterns/cfmessageport-registration-refused.md"
};
static const unsigned char p87[] = {
#embed "../../Knowledge/patterns/cfrelease-null-other.md"
};
static const unsigned char p88[] = {
#embed "../../Knowledge/patterns/cg-bitmap-parameters.md"
};
static const unsigned char p89[] = {
#embed "../../Knowledge/patterns/cg-invalid-context.md"
};
static const unsigned char p90[] = {
#embed "../../Knowledge/patterns/clang-module-failed.md"
};
static const unsigned char p91[] = {
#embed "../../Knowledge/patterns/clang-module-stale.md"
};
static const unsigned char p92[] = {
#embed "../../Knowledge/patterns/cloud-signing-permission.md"
};
static const unsigned char p93[] = {
#embed "../../Knowledge/patterns/cloudkit-entitlement-missing.md"
};
static const unsigned char p94[] = {
#embed "../../Knowledge/patterns/cloudkit-operation-failed.md"
};
static const unsigned char p95[] = {
#embed "../../Knowledge/patterns/cloudkit-push-background-mode.md"
};
static const unsigned char p96[] = {
#embed "../../Knowledge/patterns/cocoapods-download-failed.md"
};
static const unsigned char p97[] = {
#embed "../../Knowledge/patterns/cocoapods-locale-not-utf8.md"
};
static const unsigned char p98[] = {
#embed "../../Knowledge/patterns/cocoapods-podfile-invalid.md"
};
static const unsigned char p99[] = {
#embed "../../Knowledge/patterns/cocoapods-ruby-broken.md"
};
static const unsigned char p100[] = {
#embed "../../Knowledge/patterns/cocoapods-sandbox-out-of-sync.md"
};
static const unsigned char p101[] = {
#embed "../../Knowledge/patterns/cocoapods-static-linkage.md"
};
static const unsigned char p102[] = {
#embed "../../Knowledge/patterns/cocoapods-versions-conflict.md"
};
static const unsigned char p103[] = {
#embed "../../Knowledge/patterns/code-page-invalid.md"
};
static const unsigned char p104[] = {
#embed "../../Knowledge/patterns/code-signature-fault.md"
};
static const unsigned char p105[] = {
#embed "../../Knowledge/patterns/codesign-allocate-missing.md"
};
static const unsigned char p106[] = {
#embed "../../Knowledge/patterns/codesign-bundle-invalid.md"
};
static const unsigned char p107[] = {
#embed "../../Knowledge/patterns/codesign-detritus.md"
};
static const unsigned char p108[] = {
#embed "../../Knowledge/patterns/codesign-failed.md"
};
static const unsigned char p109[] = {
#embed "../../Knowledge/patterns/codesign-keychain-locked.md"
};
static const unsigned char p110[] = {
#embed "../../Knowledge/patterns/codesign-requirement-failed.md"
};
static const unsigned char p111[] = {
#embed "../../Knowledge/patterns/codesign-timestamp-failed.md"
};
static const unsigned char p112[] = {
#embed "../../Knowledge/patterns/collection-element-freed.md"
};
static const unsigned char p113[] = {
#embed "../../Knowledge/patterns/collection-mutated-in-loop.md"
};
static const unsigned char p114[] = {
#embed "../../Knowledge/patterns/combine-subscription-race.md"
};
static const unsigned char p115[] = {
#embed "../../Knowledge/patterns/compiler-option-unsupported.md"
};
static const unsigned char p116[] = {
#embed "../../Knowledge/patterns/compiler-out-of-memory.md"
};
static const unsigned char p117[] = {
#embed "../../Knowledge/patterns/constraint-no-common-ancestor.md"
};
static const unsigned char p118[] = {
#embed "../../Knowledge/patterns/cordova-plugin-missing.md"
};
static const unsigned char p119[] = {
#embed "../../Knowledge/patterns/corebluetooth-api-misuse.md"
};
static const unsigned char p120[] = {
#embed "../../Knowledge/patterns/coredata-cloudkit-no-account.md"
};
static const unsigned char p121[] = {
#embed "../../Knowledge/patterns/coredata-cloudkit-schema.md"
};
static const unsigned char p122[] = {
#embed "../../Knowledge/patterns/coredata-cloudkit-second-container.md"
};
static const unsigned char p123[] = {
#embed "../../Knowledge/patterns/coredata-delegate-exception.md"
};
static const unsigned char p124[] = {
#embed "../../Knowledge/patterns/coredata-entity-ambiguous.md"
};
static const unsigned char p125[] = {
#embed "../../Knowledge/patterns/coredata-history-read-only.md"
};
static const unsigned char p126[] = {
#embed "../../Knowledge/patterns/coredata-migration-plan-invalid.md"
};
static const unsigned char p127[] = {
#embed "../../Knowledge/patterns/coredata-model-incompatible.md"
};
static const unsigned char p128[] = {
#embed "../../Knowledge/patterns/coredata-model-not-found.md"
};
static const unsigned char p129[] = {
#embed "../../Knowledge/patterns/coredata-recursive-save.md"
};
static const unsigned char p130[] = {
#embed "../../Knowledge/patterns/coredata-section-order.md"
};
static const unsigned char p131[] = {
#embed "../../Knowledge/patterns/coredata-staged-migration-unknown.md"
};
static const unsigned char p132[] = {
#embed "../../Knowledge/patterns/coredata-thread-violation.md"
};
static const unsigned char p133[] = {
#embed "../../Knowledge/patterns/corelocation-failed.md"
};
static const unsigned char p134[] = {
#embed "../../Knowledge/patterns/coreml-model-compile-failed.md"
};
static const unsigned char p135[] = {
#embed "../../Knowledge/patterns/coreml-model-load-failed.md"
};
static const unsigned char p136[] = {
#embed "../../Knowledge/patterns/coreml-neural-engine-failed.md"
};
static const unsigned char p137[] = {
#embed "../../Knowledge/patterns/coreml-prediction-failed.md"
};
static const unsigned char p138[] = {
#embed "../../Knowledge/patterns/coverage-profile-not-written.md"
};
static const unsigned char p139[] = {
#embed "../../Knowledge/patterns/coverage-report-failed.md"
};
static const unsigned char p140[] = {
#embed "../../Knowledge/patterns/cpp-container-damaged.md"
};
static const unsigned char p141[] = {
#embed "../../Knowledge/patterns/cpp-hardening-trap.md"
};
static const unsigned char p142[] = {
#embed "../../Knowledge/patterns/cpp-mutex-invalid.md"
};
static const unsigned char p143[] = {
#embed "../../Knowledge/patterns/crash-reporter-crashed.md"
};
static const unsigned char p144[] = {
#embed "../../Knowledge/patterns/dart-ffi-missing.md"
};
static const unsigned char p145[] = {
#embed "../../Knowledge/patterns/dart-isolate-unprepared.md"
};
static const unsigned char p146[] = {
#embed "../../Knowledge/patterns/dart-native-callback.md"
};
static const unsigned char p147[] = {
#embed "../../Knowledge/patterns/dart-out-of-memory.md"
};
static const unsigned char p148[] = {
#embed "../../Knowledge/patterns/dart-snapshot-mismatch.md"
};
static const unsigned char p149[] = {
#embed "../../Knowledge/patterns/data-model-compile-failed.md"
};
static const unsigned char p150[] = {
#embed "../../Knowledge/patterns/debugger-attach-failed.md"
};
static const unsigned char p151[] = {
#embed "../../Knowledge/patterns/debugger-connection-lost.md"
};
static const unsigned char p152[] = {
#embed "../../Knowledge/patterns/decoding-failed.md"
};
static const unsigned char p153[] = {
#embed "../../Knowledge/patterns/delegate-freed.md"
};
static const unsigned char p154[] = {
#embed "../../Knowledge/patterns/destination-ambiguous.md"
};
static const unsigned char p155[] = {
#embed "../../Knowledge/patterns/destination-not-found.md"
};
static const unsigned char p156[] = {
#embed "../../Knowledge/patterns/developer-directory-wrong.md"
};
static const unsigned char p157[] = {
#embed "../../Knowledge/patterns/development-team-missing.md"
};
static const unsigned char p158[] = {
#embed "../../Knowledge/patterns/device-app-not-installed.md"
};
static const unsigned char p159[] = {
#embed "../../Knowledge/patterns/device-connection-lost.md"
};
static const unsigned char p160[] = {
#embed "../../Knowledge/patterns/device-developer-mode-off.md"
};
static const unsigned char p161[] = {
#embed "../../Knowledge/patterns/device-disk-image-mount.md"
};
static const unsigned char p162[] = {
#embed "../../Knowledge/patterns/device-launch-failed.md"
};
static const unsigned char p163[] = {
#embed "../../Knowledge/patterns/device-locked.md"
};
static const unsigned char p164[] = {
#embed "../../Knowledge/patterns/device-not-found.md"
};
static const unsigned char p165[] = {
#embed "../../Knowledge/patterns/device-not-prepared.md"
};
static const unsigned char p166[] = {
#embed "../../Knowledge/patterns/device-pairing-failed.md"
};
static const unsigned char p167[] = {
#embed "../../Knowledge/patterns/device-tunnel-not-running.md"
};
static const unsigned char p168[] = {
#embed "../../Knowledge/patterns/device-untrusted-developer.md"
};
static const unsigned char p169[] = {
#embed "../../Knowledge/patterns/diffable-identifiers-invalid.md"
};
static const unsigned char p170[] = {
#embed "../../Knowledge/patterns/disk-full.md"
};
static const unsigned char p171[] = {
#embed "../../Knowledge/patterns/disk-image-failed.md"
};
static const unsigned char p172[] = {
#embed "../../Knowledge/patterns/disk-image-unreadable.md"
};
static const unsigned char p173[] = {
#embed "../../Knowledge/patterns/dispatch-call-misused.md"
};
static const unsigned char p174[] = {
#embed "../../Knowledge/patterns/dispatch-object-freed.md"
};
static const unsigned char p175[] = {
#embed "../../Knowledge/patterns/dispatch-object-null.md"
};
static const unsigned char p176[] = {
#embed "../../Knowledge/patterns/dispatch-thread-limit.md"
};
static const unsigned char p177[] = {
#embed "../../Knowledge/patterns/dlopen-dependency-missing.md"
};
static const unsigned char p178[] = {
#embed "../../Knowledge/patterns/dlopen-file-missing.md"
};
static const unsigned char p179[] = {
#embed "../../Knowledge/patterns/dlopen-injection-failed.md"
};
static const unsigned char p180[] = {
#embed "../../Knowledge/patterns/dlopen-library-validation.md"
};
static const unsigned char p181[] = {
#embed "../../Knowledge/patterns/dlopen-symbol-missing.md"
};
static const unsigned char p182[] = {
#embed "../../Knowledge/patterns/docker-not-reached.md"
};
static const unsigned char p183[] = {
#embed "../../Knowledge/patterns/domain-not-associated.md"
};
static const unsigned char p184[] = {
#embed "../../Knowledge/patterns/dotnet-apple-build-failed.md"
};
static const unsigned char p185[] = {
#embed "../../Knowledge/patterns/dotnet-assembly-missing.md"
};
static const unsigned char p186[] = {
#embed "../../Knowledge/patterns/dotnet-native-class-missing.md"
};
static const unsigned char p187[] = {
#embed "../../Knowledge/patterns/dotnet-objc-exception.md"
};
static const unsigned char p188[] = {
#embed "../../Knowledge/patterns/dotnet-runtime-fatal.md"
};
static const unsigned char p189[] = {
#embed "../../Knowledge/patterns/dotnet-ui-thread.md"
};
static const unsigned char p190[] = {
#embed "../../Knowledge/patterns/dsym-generation-failed.md"
};
static const unsigned char p191[] = {
#embed "../../Knowledge/patterns/dyld-duplicate-rpath.md"
};
static const unsigned char p192[] = {
#embed "../../Knowledge/patterns/dyld-image-malformed.md"
};
static const unsigned char p193[] = {
#embed "../../Knowledge/patterns/dyld-inserted-library.md"
};
static const unsigned char p194[] = {
#embed "../../Knowledge/patterns/dyld-library-malformed.md"
};
static const unsigned char p195[] = {
#embed "../../Knowledge/patterns/dyld-library-missing.md"
};
static const unsigned char p196[] = {
#embed "../../Knowledge/patterns/dyld-library-sandbox.md"
};
static const unsigned char p197[] = {
#embed "../../Knowledge/patterns/dyld-library-signature.md"
};
static const unsigned char p198[] = {
#embed "../../Knowledge/patterns/dyld-library-wrong-arch.md"
};
static const unsigned char p199[] = {
#embed "../../Knowledge/patterns/dyld-library-wrong-platform.md"
};
static const unsigned char p200[] = {
#embed "../../Knowledge/patterns/dyld-library-wrong-version.md"
};
static const unsigned char p201[] = {
#embed "../../Knowledge/patterns/dyld-map-out-of-memory.md"
};
static const unsigned char p202[] = {
#embed "../../Knowledge/patterns/dyld-program-wrong-platform.md"
};
static const unsigned char p203[] = {
#embed "../../Knowledge/patterns/dyld-shared-cache-unavailable.md"
};
static const unsigned char p204[] = {
#embed "../../Knowledge/patterns/dyld-weak-definition-missing.md"
};
static const unsigned char p205[] = {
#embed "../../Knowledge/patterns/electron-child-process-gone.md"
};
static const unsigned char p206[] = {
#embed "../../Knowledge/patterns/electron-main-process-error.md"
};
static const unsigned char p207[] = {
#embed "../../Knowledge/patterns/embedded-bundle-id-prefix.md"
};
static const unsigned char p208[] = {
#embed "../../Knowledge/patterns/embedded-certificate-mismatch.md"
};
static const unsigned char p209[] = {
#embed "../../Knowledge/patterns/embedded-version-mismatch.md"
};
static const unsigned char p210[] = {
#embed "../../Knowledge/patterns/endpoint-security-client-refused.md"
};
static const unsigned char p211[] = {
#embed "../../Knowledge/patterns/endpoint-security-deadline.md"
};
static const unsigned char p212[] = {
#embed "../../Knowledge/patterns/entitlement-not-in-profile.md"
};
static const unsigned char p213[] = {
#embed "../../Knowledge/patterns/entitlements-file-unreadable.md"
};
static const unsigned char p214[] = {
#embed "../../Knowledge/patterns/entitlements-modified-in-build.md"
};
static const unsigned char p215[] = {
#embed "../../Knowledge/patterns/exc-arithmetic.md"
};
static const unsigned char p216[] = {
#embed "../../Knowledge/patterns/exc-guard.md"
};
static const unsigned char p217[] = {
#embed "../../Knowledge/patterns/exc-resource-cpu.md"
};
static const unsigned char p218[] = {
#embed "../../Knowledge/patterns/exc-resource-diskwrites.md"
};
static const unsigned char p219[] = {
#embed "../../Knowledge/patterns/exec-refused.md"
};
static const unsigned char p220[] = {
#embed "../../Knowledge/patterns/executable-format-invalid.md"
};
static const unsigned char p221[] = {
#embed "../../Knowledge/patterns/expo-config-plugin-failed.md"
};
static const unsigned char p222[] = {
#embed "../../Knowledge/patterns/expo-credentials-missing.md"
};
static const unsigned char p223[] = {
#embed "../../Knowledge/patterns/expo-module-call-failed.md"
};
static const unsigned char p224[] = {
#embed "../../Knowledge/patterns/export-archive-failed.md"
};
static const unsigned char p225[] = {
#embed "../../Knowledge/patterns/export-copy-failed.md"
};
static const unsigned char p226[] = {
#embed "../../Knowledge/patterns/export-options-invalid.md"
};
static const unsigned char p227[] = {
#embed "../../Knowledge/patterns/fastlane-needs-input.md"
};
static const unsigned char p228[] = {
#embed "../../Knowledge/patterns/fastlane-settings-timeout.md"
};
static const unsigned char p229[] = {
#embed "../../Knowledge/patterns/fd-set-overflow.md"
};
static const unsigned char p230[] = {
#embed "../../Knowledge/patterns/file-lock-dead10cc.md"
};
static const unsigned char p231[] = {
#embed "../../Knowledge/patterns/flutter-channel-thread.md"
};
static const unsigned char p232[] = {
#embed "../../Knowledge/patterns/flutter-dart-exception.md"
};
static const unsigned char p233[] = {
#embed "../../Knowledge/patterns/flutter-data-missing.md"
};
static const unsigned char p234[] = {
#embed "../../Knowledge/patterns/flutter-debug-mode-launch.md"
};
static const unsigned char p235[] = {
#embed "../../Knowledge/patterns/flutter-framework-error.md"
};
static const unsigned char p236[] = {
#embed "../../Knowledge/patterns/flutter-impeller-failed.md"
};
static const unsigned char p237[] = {
#embed "../../Knowledge/patterns/flutter-launch-failed.md"
};
static const unsigned char p238[] = {
#embed "../../Knowledge/patterns/flutter-plugin-missing.md"
};
static const unsigned char p239[] = {
#embed "../../Knowledge/patterns/flutter-pods-failed.md"
};
static const unsigned char p240[] = {
#embed "../../Knowledge/patterns/flutter-vm-service-not-found.md"
};
static const unsigned char p241[] = {
#embed "../../Knowledge/patterns/font-file-missing.md"
};
static const unsigned char p242[] = {
#embed "../../Knowledge/patterns/font-registration-deadlock.md"
};
static const unsigned char p243[] = {
#embed "../../Knowledge/patterns/fork-child.md"
};
static const unsigned char p244[] = {
#embed "../../Knowledge/patterns/format-argument-mismatch.md"
};
static const unsigned char p245[] = {
#embed "../../Knowledge/patterns/foundation-collection-race.md"
};
static const unsigned char p246[] = {
#embed "../../Knowledge/patterns/foundation-models-concurrent.md"
};
static const unsigned char p247[] = {
#embed "../../Knowledge/patterns/foundation-models-context-exceeded.md"
};
static const unsigned char p248[] = {
#embed "../../Knowledge/patterns/foundation-models-refused.md"
};
static const unsigned char p249[] = {
#embed "../../Knowledge/patterns/foundation-models-unavailable.md"
};
static const unsigned char p250[] = {
#embed "../../Knowledge/patterns/framework-entitlement-missing.md"
};
static const unsigned char p251[] = {
#embed "../../Knowledge/patterns/free-team-app-id-limit.md"
};
static const unsigned char p252[] = {
#embed "../../Knowledge/patterns/free-team-capability.md"
};
static const unsigned char p253[] = {
#embed "../../Knowledge/patterns/gatekeeper-app-damaged.md"
};
static const unsigned char p254[] = {
#embed "../../Knowledge/patterns/gatekeeper-malware-blocked.md"
};
static const unsigned char p255[] = {
#embed "../../Knowledge/patterns/gatekeeper-not-verified.md"
};
static const unsigned char p256[] = {
#embed "../../Knowledge/patterns/gesture-handler-root-missing.md"
};
static const unsigned char p257[] = {
#embed "../../Knowledge/patterns/go-native-fault.md"
};
static const unsigned char p258[] = {
#embed "../../Knowledge/patterns/godot-crashed.md"
};
static const unsigned char p259[] = {
#embed "../../Knowledge/patterns/godot-engine-error.md"
};
static const unsigned char p260[] = {
#embed "../../Knowledge/patterns/gpu-address-fault.md"
};
static const unsigned char p261[] = {
#embed "../../Knowledge/patterns/gpu-background-denied.md"
};
static const unsigned char p262[] = {
#embed "../../Knowledge/patterns/gpu-background-execution.md"
};
static const unsigned char p263[] = {
#embed "../../Knowledge/patterns/gpu-client-stopped.md"
};
static const unsigned char p264[] = {
#embed "../../Knowledge/patterns/gpu-command-buffer-failed.md"
};
static const unsigned char p265[] = {
#embed "../../Knowledge/patterns/gpu-driver-fault.md"
};
static const unsigned char p266[] = {
#embed "../../Knowledge/patterns/gpu-error-abort.md"
};
static const unsigned char p267[] = {
#embed "../../Knowledge/patterns/gpu-out-of-memory.md"
};
static const unsigned char p268[] = {
#embed "../../Knowledge/patterns/gpu-timeout.md"
};
static const unsigned char p269[] = {
#embed "../../Knowledge/patterns/hardened-runtime-resource-denied.md"
};
static const unsigned char p270[] = {
#embed "../../Knowledge/patterns/header-not-found.md"
};
static const unsigned char p271[] = {
#embed "../../Knowledge/patterns/homebrew-failed.md"
};
static const unsigned char p272[] = {
#embed "../../Knowledge/patterns/html-import-nested-loop.md"
};
static const unsigned char p273[] = {
#embed "../../Knowledge/patterns/html-import-off-main.md"
};
static const unsigned char p274[] = {
#embed "../../Knowledge/patterns/ib-agent-crashed-unspecified.md"
};
static const unsigned char p275[] = {
#embed "../../Knowledge/patterns/ib-agent-exception-unspecified.md"
};
static const unsigned char p276[] = {
#embed "../../Knowledge/patterns/ib-agent-hang.md"
};
static const unsigned char p277[] = {
#embed "../../Knowledge/patterns/ib-agent-launch-failed.md"
};
static const unsigned char p278[] = {
#embed "../../Knowledge/patterns/ib-app-context-missing.md"
};
static const unsigned char p279[] = {
#embed "../../Knowledge/patterns/ib-bundle-executable-missing.md"
};
static const unsigned char p280[] = {
#embed "../../Knowledge/patterns/ib-constraint-no-superview.md"
};
static const unsigned char p281[] = {
#embed "../../Knowledge/patterns/ib-debug-finishes-at-once.md"
};
static const unsigned char p282[] = {
#embed "../../Knowledge/patterns/ib-dlopen-codesign-missing.md"
};
static const unsigned char p283[] = {
#embed "../../Knowledge/patterns/ib-dlopen-library-missing.md"
};
static const unsigned char p284[] = {
#embed "../../Knowledge/patterns/ib-dlopen-not-dynamic.md"
};
static const unsigned char p285[] = {
#embed "../../Knowledge/patterns/ib-dlopen-symbol-missing.md"
};
static const unsigned char p286[] = {
#embed "../../Knowledge/patterns/ib-dlopen-wrong-arch.md"
};
static const unsigned char p287[] = {
#embed "../../Knowledge/patterns/ib-dlopen-wrong-platform.md"
};
static const unsigned char p288[] = {
#embed "../../Knowledge/patterns/ib-dlopen-wrong-version.md"
};
static const unsigned char p289[] = {
#embed "../../Knowledge/patterns/ib-font-cfrelease-null.md"
};
static const unsigned char p290[] = {
#embed "../../Knowledge/patterns/ib-load-null-path.md"
};
static const unsigned char p291[] = {
#embed "../../Knowledge/patterns/ib-overlays-mainbundle-nib.md"
};
static const unsigned char p292[] = {
#embed "../../Knowledge/patterns/ib-render-failed-unspecified.md"
};
static const unsigned char p293[] = {
#embed "../../Knowledge/patterns/ib-render-slow.md"
};
static const unsigned char p294[] = {
#embed "../../Knowledge/patterns/ib-unified-agent-crashed.md"
};
static const unsigned char p295[] = {
#embed "../../Knowledge/patterns/ibtool-agent-communication.md"
};
static const unsigned char p296[] = {
#embed "../../Knowledge/patterns/ibtool-crash.md"
};
static const unsigned char p297[] = {
#embed "../../Knowledge/patterns/illegal-instruction.md"
};
static const unsigned char p298[] = {
#embed "../../Knowledge/patterns/image-data-unreadable.md"
};
static const unsigned char p299[] = {
#embed "../../Knowledge/patterns/initializer-memory-fault.md"
};
static const unsigned char p300[] = {
#embed "../../Knowledge/patterns/insecure-drawing-2bad45ec.md"
};
static const unsigned char p301[] = {
#embed "../../Knowledge/patterns/install-architecture-mismatch.md"
};
static const unsigned char p302[] = {
#embed "../../Knowledge/patterns/install-bundle-invalid.md"
};
static const unsigned char p303[] = {
#embed "../../Knowledge/patterns/install-certificate-revoked.md"
};
static const unsigned char p304[] = {
#embed "../../Knowledge/patterns/install-code-unsigned.md"
};
static const unsigned char p305[] = {
#embed "../../Knowledge/patterns/install-device-not-in-profile.md"
};
static const unsigned char p306[] = {
#embed "../../Knowledge/patterns/install-extension-invalid.md"
};
static const unsigned char p307[] = {
#embed "../../Knowledge/patterns/install-free-app-limit.md"
};
static const unsigned char p308[] = {
#embed "../../Knowledge/patterns/install-internal-error.md"
};
static const unsigned char p309[] = {
#embed "../../Knowledge/patterns/install-no-space.md"
};
static const unsigned char p310[] = {
#embed "../../Knowledge/patterns/install-profile-expired.md"
};
static const unsigned char p311[] = {
#embed "../../Knowledge/patterns/install-prohibited.md"
};
static const unsigned char p312[] = {
#embed "../../Knowledge/patterns/install-watch-app-invalid.md"
};
static const unsigned char p313[] = {
#embed "../../Knowledge/patterns/installer-package-untrusted.md"
};
static const unsigned char p314[] = {
#embed "../../Knowledge/patterns/installer-script-failed.md"
};
static const unsigned char p315[] = {
#embed "../../Knowledge/patterns/intents-metadata-failed.md"
};
static const unsigned char p316[] = {
#embed "../../Knowledge/patterns/ios-deploy-missing.md"
};
static const unsigned char p317[] = {
#embed "../../Knowledge/patterns/java-first-thread.md"
};
static const unsigned char p318[] = {
#embed "../../Knowledge/patterns/java-native-library-failed.md"
};
static const unsigned char p319[] = {
#embed "../../Knowledge/patterns/java-runtime-missing.md"
};
static const unsigned char p320[] = {
#embed "../../Knowledge/patterns/javascript-engine-crash.md"
};
static const unsigned char p321[] = {
#embed "../../Knowledge/patterns/jetsam-memory.md"
};
static const unsigned char p322[] = {
#embed "../../Knowledge/patterns/jit-execution-denied.md"
};
static const unsigned char p323[] = {
#embed "../../Knowledge/patterns/json-object-invalid.md"
};
static const unsigned char p324[] = {
#embed "../../Knowledge/patterns/kernel-bus-timeout.md"
};
static const unsigned char p325[] = {
#embed "../../Knowledge/patterns/kernel-catastrophic-error.md"
};
static const unsigned char p326[] = {
#embed "../../Knowledge/patterns/kernel-extension-refused.md"
};
static const unsigned char p327[] = {
#embed "../../Knowledge/patterns/kernel-file-system-damaged.md"
};
static const unsigned char p328[] = {
#embed "../../Knowledge/patterns/kernel-i2c-timeout.md"
};
static const unsigned char p329[] = {
#embed "../../Knowledge/patterns/kernel-illegal-instruction.md"
};
static const unsigned char p330[] = {
#embed "../../Knowledge/patterns/kernel-interrupts-masked.md"
};
static const unsigned char p331[] = {
#embed "../../Knowledge/patterns/kernel-iommu-fault.md"
};
static const unsigned char p332[] = {
#embed "../../Knowledge/patterns/kernel-memory-controller-error.md"
};
static const unsigned char p333[] = {
#embed "../../Knowledge/patterns/kernel-overheated.md"
};
static const unsigned char p334[] = {
#embed "../../Knowledge/patterns/kernel-pointer-authentication.md"
};
static const unsigned char p335[] = {
#embed "../../Knowledge/patterns/kernel-radio-failure.md"
};
static const unsigned char p336[] = {
#embed "../../Knowledge/patterns/kernel-reference-count.md"
};
static const unsigned char p337[] = {
#embed "../../Knowledge/patterns/kernel-remote-processor-watchdog.md"
};
static const unsigned char p338[] = {
#embed "../../Knowledge/patterns/kernel-root-not-mounted.md"
};
static const unsigned char p339[] = {
#embed "../../Knowledge/patterns/kernel-secure-monitor-violation.md"
};
static const unsigned char p340[] = {
#embed "../../Knowledge/patterns/kernel-sensor-missing.md"
};
static const unsigned char p341[] = {
#embed "../../Knowledge/patterns/kernel-soc-watchdog-reset.md"
};
static const unsigned char p342[] = {
#embed "../../Knowledge/patterns/kernel-stack-corruption.md"
};
static const unsigned char p343[] = {
#embed "../../Knowledge/patterns/keychain-already-exists.md"
};
static const unsigned char p344[] = {
#embed "../../Knowledge/patterns/keychain-not-found.md"
};
static const unsigned char p345[] = {
#embed "../../Knowledge/patterns/kivy-window-missing.md"
};
static const unsigned char p346[] = {
#embed "../../Knowledge/patterns/kotlin-framework-build-failed.md"
};
static const unsigned char p347[] = {
#embed "../../Knowledge/patterns/kotlin-linkage-error.md"
};
static const unsigned char p348[] = {
#embed "../../Knowledge/patterns/kvo-observer-dealloc.md"
};
static const unsigned char p349[] = {
#embed "../../Knowledge/patterns/kvo-observer-freed.md"
};
static const unsigned char p350[] = {
#embed "../../Knowledge/patterns/kvo-observer-not-registered.md"
};
static const unsigned char p351[] = {
#embed "../../Knowledge/patterns/kvo-unhandled.md"
};
static const unsigned char p352[] = {
#embed "../../Knowledge/patterns/launch-constraint-violation.md"
};
static const unsigned char p353[] = {
#embed "../../Knowledge/patterns/launchctl-bootstrap-failed.md"
};
static const unsigned char p354[] = {
#embed "../../Knowledge/patterns/launchd-exit-reason.md"
};
static const unsigned char p355[] = {
#embed "../../Knowledge/patterns/launchd-exit-timeout.md"
};
static const unsigned char p356[] = {
#embed "../../Knowledge/patterns/launchd-program-not-started.md"
};
static const unsigned char p357[] = {
#embed "../../Knowledge/patterns/launchd-service-exited.md"
};
static const unsigned char p358[] = {
#embed "../../Knowledge/patterns/launchd-spawn-failed.md"
};
static const unsigned char p359[] = {
#embed "../../Knowledge/patterns/launchservices-open-failed.md"
};
static const unsigned char p360[] = {
#embed "../../Knowledge/patterns/layer-commit-off-main.md"
};
static const unsigned char p361[] = {
#embed "../../Knowledge/patterns/libcrypto-unversioned.md"
};
static const unsigned char p362[] = {
#embed "../../Knowledge/patterns/libdispatch.md"
};
static const unsigned char p363[] = {
#embed "../../Knowledge/patterns/libgdx-robovm-failed.md"
};
static const unsigned char p364[] = {
#embed "../../Knowledge/patterns/libmalloc-client-bug.md"
};
static const unsigned char p365[] = {
#embed "../../Knowledge/patterns/libxml2-tree-freed.md"
};
static const unsigned char p366[] = {
#embed "../../Knowledge/patterns/linker-arclite-missing.md"
};
static const unsigned char p367[] = {
#embed "../../Knowledge/patterns/linker-bitcode.md"
};
static const unsigned char p368[] = {
#embed "../../Knowledge/patterns/linker-crashed.md"
};
static const unsigned char p369[] = {
#embed "../../Knowledge/patterns/linker-failed.md"
};
static const unsigned char p370[] = {
#embed "../../Knowledge/patterns/linker-library-missing.md"
};
static const unsigned char p371[] = {
#embed "../../Knowledge/patterns/linker-main-missing.md"
};
static const unsigned char p372[] = {
#embed "../../Knowledge/patterns/linker-range-exceeded.md"
};
static const unsigned char p373[] = {
#embed "../../Knowledge/patterns/linker-swift-compatibility.md"
};
static const unsigned char p374[] = {
#embed "../../Knowledge/patterns/linker-symbols-duplicate.md"
};
static const unsigned char p375[] = {
#embed "../../Knowledge/patterns/linker-symbols-undefined.md"
};
static const unsigned char p376[] = {
#embed "../../Knowledge/patterns/linker-wrong-arch.md"
};
static const unsigned char p377[] = {
#embed "../../Knowledge/patterns/linker-wrong-platform.md"
};
static const unsigned char p378[] = {
#embed "../../Knowledge/patterns/list-update-inconsistent.md"
};
static const unsigned char p379[] = {
#embed "../../Knowledge/patterns/live-activity-refused.md"
};
static const unsigned char p380[] = {
#embed "../../Knowledge/patterns/lldb-expression-failed.md"
};
static const unsigned char p381[] = {
#embed "../../Knowledge/patterns/lldb-expression-interrupted.md"
};
static const unsigned char p382[] = {
#embed "../../Knowledge/patterns/lldb-rpc-crashed.md"
};
static const unsigned char p383[] = {
#embed "../../Knowledge/patterns/lldb-swift-module-failed.md"
};
static const unsigned char p384[] = {
#embed "../../Knowledge/patterns/login-item-registration-failed.md"
};
static const unsigned char p385[] = {
#embed "../../Knowledge/patterns/main-thread-blocked.md"
};
static const unsigned char p386[] = {
#embed "../../Knowledge/patterns/main-thread-slow-call.md"
};
static const unsigned char p387[] = {
#embed "../../Knowledge/patterns/malloc-abort-unnamed.md"
};
static const unsigned char p388[] = {
#embed "../../Knowledge/patterns/malloc-allocation-failed.md"
};
static const unsigned char p389[] = {
#embed "../../Knowledge/patterns/malloc-invalid-free.md"
};
static const unsigned char p390[] = {
#embed "../../Knowledge/patterns/managed-aot-code-missing.md"
};
static const unsigned char p391[] = {
#embed "../../Knowledge/patterns/managed-object-collected.md"
};
static const unsigned char p392[] = {
#embed "../../Knowledge/patterns/map-renderer-crash.md"
};
static const unsigned char p393[] = {
#embed "../../Knowledge/patterns/match-certificate-not-valid.md"
};
static const unsigned char p394[] = {
#embed "../../Knowledge/patterns/match-decryption-failed.md"
};
static const unsigned char p395[] = {
#embed "../../Knowledge/patterns/match-repository-access.md"
};
static const unsigned char p396[] = {
#embed "../../Knowledge/patterns/media-buffer-freed.md"
};
static const unsigned char p397[] = {
#embed "../../Knowledge/patterns/media-services-reset.md"
};
static const unsigned char p398[] = {
#embed "../../Knowledge/patterns/memory-bad-access.md"
};
static const unsigned char p399[] = {
#embed "../../Knowledge/patterns/memory-bus-error.md"
};
static const unsigned char p400[] = {
#embed "../../Knowledge/patterns/memory-tag-fault.md"
};
static const unsigned char p401[] = {
#embed "../../Knowledge/patterns/metal-compile-failed.md"
};
static const unsigned char p402[] = {
#embed "../../Knowledge/patterns/metal-drawable-reused.md"
};
static const unsigned char p403[] = {
#embed "../../Knowledge/patterns/metal-encoder-misuse.md"
};
static const unsigned char p404[] = {
#embed "../../Knowledge/patterns/metal-toolchain-missing.md"
};
static const unsigned char p405[] = {
#embed "../../Knowledge/patterns/metal-validation-failed.md"
};
static const unsigned char p406[] = {
#embed "../../Knowledge/patterns/metro-module-unresolved.md"
};
static const unsigned char p407[] = {
#embed "../../Knowledge/patterns/metro-watch-limit.md"
};
static const unsigned char p408[] = {
#embed "../../Knowledge/patterns/model-runtime-refused-model.md"
};
static const unsigned char p409[] = {
#embed "../../Knowledge/patterns/module-deployment-target.md"
};
static const unsigned char p410[] = {
#embed "../../Knowledge/patterns/module-not-found.md"
};
static const unsigned char p411[] = {
#embed "../../Knowledge/patterns/module-version-mismatch.md"
};
static const unsigned char p412[] = {
#embed "../../Knowledge/patterns/moltenvk-error.md"
};
static const unsigned char p413[] = {
#embed "../../Knowledge/patterns/mono-runtime-assertion.md"
};
static const unsigned char p414[] = {
#embed "../../Knowledge/patterns/mps-operation-failed.md"
};
static const unsigned char p415[] = {
#embed "../../Knowledge/patterns/mps-out-of-memory.md"
};
static const unsigned char p416[] = {
#embed "../../Knowledge/patterns/musickit-token-failed.md"
};
static const unsigned char p417[] = {
#embed "../../Knowledge/patterns/native-check-failed.md"
};
static const unsigned char p418[] = {
#embed "../../Knowledge/patterns/native-log-check-failed.md"
};
static const unsigned char p419[] = {
#embed "../../Knowledge/patterns/nib-awakeafter-recursion.md"
};
static const unsigned char p420[] = {
#embed "../../Knowledge/patterns/nib-kvc-undefined-key.md"
};
static const unsigned char p421[] = {
#embed "../../Knowledge/patterns/nib-missing-in-bundle.md"
};
static const unsigned char p422[] = {
#embed "../../Knowledge/patterns/nib-unknown-class.md"
};
static const unsigned char p423[] = {
#embed "../../Knowledge/patterns/nib-view-outlet-not-set.md"
};
static const unsigned char p424[] = {
#embed "../../Knowledge/patterns/nil-block-called.md"
};
static const unsigned char p425[] = {
#embed "../../Knowledge/patterns/nio-event-loop-misuse.md"
};
static const unsigned char p426[] = {
#embed "../../Knowledge/patterns/node-module-incompatible.md"
};
static const unsigned char p427[] = {
#embed "../../Knowledge/patterns/notarization-rejected.md"
};
static const unsigned char p428[] = {
#embed "../../Knowledge/patterns/notary-altool-retired.md"
};
static const unsigned char p429[] = {
#embed "../../Knowledge/patterns/notary-credentials-missing.md"
};
static const unsigned char p430[] = {
#embed "../../Knowledge/patterns/notary-submission-incomplete.md"
};
static const unsigned char p431[] = {
#embed "../../Knowledge/patterns/notification-observer-freed.md"
};
static const unsigned char p432[] = {
#embed "../../Knowledge/patterns/notifications-not-allowed.md"
};
static const unsigned char p433[] = {
#embed "../../Knowledge/patterns/notify-registration-leak.md"
};
static const unsigned char p434[] = {
#embed "../../Knowledge/patterns/nsexception-geometry-nan.md"
};
static const unsigned char p435[] = {
#embed "../../Knowledge/patterns/nsexception-internal-inconsistency.md"
};
static const unsigned char p436[] = {
#embed "../../Knowledge/patterns/nsexception-nil-insert.md"
};
static const unsigned char p437[] = {
#embed "../../Knowledge/patterns/nsexception-range.md"
};
static const unsigned char p438[] = {
#embed "../../Knowledge/patterns/objc-duplicate-class.md"
};
static const unsigned char p439[] = {
#embed "../../Knowledge/patterns/objc-retained-in-dealloc.md"
};
static const unsigned char p440[] = {
#embed "../../Knowledge/patterns/objc-runtime-fatal.md"
};
static const unsigned char p441[] = {
#embed "../../Knowledge/patterns/objc-weak-variable-damaged.md"
};
static const unsigned char p442[] = {
#embed "../../Knowledge/patterns/objc-zombie-message.md"
};
static const unsigned char p443[] = {
#embed "../../Knowledge/patterns/objc-zombie-trap.md"
};
static const unsigned char p444[] = {
#embed "../../Knowledge/patterns/openmp-loaded-twice.md"
};
static const unsigned char p445[] = {
#embed "../../Knowledge/patterns/owned-object-overreleased.md"
};
static const unsigned char p446[] = {
#embed "../../Knowledge/patterns/pdf-document-threads.md"
};
static const unsigned char p447[] = {
#embed "../../Knowledge/patterns/popover-without-source.md"
};
static const unsigned char p448[] = {
#embed "../../Knowledge/patterns/preview-app-not-launched.md"
};
static const unsigned char p449[] = {
#embed "../../Knowledge/patterns/preview-crashed.md"
};
static const unsigned char p450[] = {
#embed "../../Knowledge/patterns/preview-failed-unspecified.md"
};
static const unsigned char p451[] = {
#embed "../../Knowledge/patterns/preview-optimization-level.md"
};
static const unsigned char p452[] = {
#embed "../../Knowledge/patterns/preview-timeout.md"
};
static const unsigned char p453[] = {
#embed "../../Knowledge/patterns/process-exit-reported.md"
};
static const unsigned char p454[] = {
#embed "../../Knowledge/patterns/process-limit-reached.md"
};
static const unsigned char p455[] = {
#embed "../../Knowledge/patterns/profile-without-devices.md"
};
static const unsigned char p456[] = {
#embed "../../Knowledge/patterns/project-format-unsupported.md"
};
static const unsigned char p457[] = {
#embed "../../Knowledge/patterns/project-generator-failed.md"
};
static const unsigned char p458[] = {
#embed "../../Knowledge/patterns/project-not-found.md"
};
static const unsigned char p459[] = {
#embed "../../Knowledge/patterns/project-unreadable.md"
};
static const unsigned char p460[] = {
#embed "../../Knowledge/patterns/property-setter-race.md"
};
static const unsigned char p461[] = {
#embed "../../Knowledge/patterns/provisioning-profile-mismatch.md"
};
static const unsigned char p462[] = {
#embed "../../Knowledge/patterns/provisioning-profile-missing.md"
};
static const unsigned char p463[] = {
#embed "../../Knowledge/patterns/pthread-object-damaged.md"
};
static const unsigned char p464[] = {
#embed "../../Knowledge/patterns/push-entitlement-missing.md"
};
static const unsigned char p465[] = {
#embed "../../Knowledge/patterns/python-app-start-failed.md"
};
static const unsigned char p466[] = {
#embed "../../Knowledge/patterns/python-extension-not-loaded.md"
};
static const unsigned char p467[] = {
#embed "../../Knowledge/patterns/qml-not-loaded.md"
};
static const unsigned char p468[] = {
#embed "../../Knowledge/patterns/qt-check-failed.md"
};
static const unsigned char p469[] = {
#embed "../../Knowledge/patterns/react-native-bundle-missing.md"
};
static const unsigned char p470[] = {
#embed "../../Knowledge/patterns/react-native-component-not-registered.md"
};
static const unsigned char p471[] = {
#embed "../../Knowledge/patterns/react-native-conversion-failed.md"
};
static const unsigned char p472[] = {
#embed "../../Knowledge/patterns/react-native-duplicate-registration.md"
};
static const unsigned char p473[] = {
#embed "../../Knowledge/patterns/react-native-invariant-violation.md"
};
static const unsigned char p474[] = {
#embed "../../Knowledge/patterns/react-native-javascript-error.md"
};
static const unsigned char p475[] = {
#embed "../../Knowledge/patterns/react-native-module-not-callable.md"
};
static const unsigned char p476[] = {
#embed "../../Knowledge/patterns/react-native-mounting-inconsistent.md"
};
static const unsigned char p477[] = {
#embed "../../Knowledge/patterns/react-native-native-module-missing.md"
};
static const unsigned char p478[] = {
#embed "../../Knowledge/patterns/react-native-version-mismatch.md"
};
static const unsigned char p479[] = {
#embed "../../Knowledge/patterns/react-native-view-missing.md"
};
static const unsigned char p480[] = {
#embed "../../Knowledge/patterns/reality-assets-not-compiled.md"
};
static const unsigned char p481[] = {
#embed "../../Knowledge/patterns/realm-file-unreadable.md"
};
static const unsigned char p482[] = {
#embed "../../Knowledge/patterns/reanimated-native-mismatch.md"
};
static const unsigned char p483[] = {
#embed "../../Knowledge/patterns/reanimated-worklet-refused.md"
};
static const unsigned char p484[] = {
#embed "../../Knowledge/patterns/registered-device-limit.md"
};
static const unsigned char p485[] = {
#embed "../../Knowledge/patterns/rosetta-failed.md"
};
static const unsigned char p486[] = {
#embed "../../Knowledge/patterns/ruby-crashed.md"
};
static const unsigned char p487[] = {
#embed "../../Knowledge/patterns/runningboard-assertion-refused.md"
};
static const unsigned char p488[] = {
#embed "../../Knowledge/patterns/sandbox-denied.md"
};
static const unsigned char p489[] = {
#embed "../../Knowledge/patterns/sanitizer-not-started.md"
};
static const unsigned char p490[] = {
#embed "../../Knowledge/patterns/scene-graph-race.md"
};
static const unsigned char p491[] = {
#embed "../../Knowledge/patterns/scheme-not-found.md"
};
static const unsigned char p492[] = {
#embed "../../Knowledge/patterns/script-engine-error.md"
};
static const unsigned char p493[] = {
#embed "../../Knowledge/patterns/segfault-raised.md"
};
static const unsigned char p494[] = {
#embed "../../Knowledge/patterns/shell-operation-not-permitted.md"
};
static const unsigned char p495[] = {
#embed "../../Knowledge/patterns/shutdown-cause-abnormal.md"
};
static const unsigned char p496[] = {
#embed "../../Knowledge/patterns/sign-in-with-apple-unknown.md"
};
static const unsigned char p497[] = {
#embed "../../Knowledge/patterns/signal-handler-crashed.md"
};
static const unsigned char p498[] = {
#embed "../../Knowledge/patterns/signing-certificate-missing.md"
};
static const unsigned char p499[] = {
#embed "../../Knowledge/patterns/signing-identity-unusable.md"
};
static const unsigned char p500[] = {
#embed "../../Knowledge/patterns/signing-private-key-missing.md"
};
static const unsigned char p501[] = {
#embed "../../Knowledge/patterns/signing-required-for-entitlements.md"
};
static const unsigned char p502[] = {
#embed "../../Knowledge/patterns/signing-settings-conflict.md"
};
static const unsigned char p503[] = {
#embed "../../Knowledge/patterns/signing-without-certificate-refused.md"
};
static const unsigned char p504[] = {
#embed "../../Knowledge/patterns/sigtrap-in-test.md"
};
static const unsigned char p505[] = {
#embed "../../Knowledge/patterns/simulator-already-booted.md"
};
static const unsigned char p506[] = {
#embed "../../Knowledge/patterns/simulator-boot-failed.md"
};
static const unsigned char p507[] = {
#embed "../../Knowledge/patterns/simulator-device-incompatible.md"
};
static const unsigned char p508[] = {
#embed "../../Knowledge/patterns/simulator-device-not-found.md"
};
static const unsigned char p509[] = {
#embed "../../Knowledge/patterns/simulator-launch-denied.md"
};
static const unsigned char p510[] = {
#embed "../../Knowledge/patterns/simulator-runtime-image-failed.md"
};
static const unsigned char p511[] = {
#embed "../../Knowledge/patterns/simulator-runtime-missing.md"
};
static const unsigned char p512[] = {
#embed "../../Knowledge/patterns/simulator-service-failed.md"
};
static const unsigned char p513[] = {
#embed "../../Knowledge/patterns/simulator-url-not-opened.md"
};
static const unsigned char p514[] = {
#embed "../../Knowledge/patterns/sleep-wake-failure.md"
};
static const unsigned char p515[] = {
#embed "../../Knowledge/patterns/source-compile-error.md"
};
static const unsigned char p516[] = {
#embed "../../Knowledge/patterns/spctl-wrong-assessment.md"
};
static const unsigned char p517[] = {
#embed "../../Knowledge/patterns/sqlite-memory-fault.md"
};
static const unsigned char p518[] = {
#embed "../../Knowledge/patterns/sqlite-wal-index-unreadable.md"
};
static const unsigned char p519[] = {
#embed "../../Knowledge/patterns/stack-buffer-overflow.md"
};
static const unsigned char p520[] = {
#embed "../../Knowledge/patterns/stack-frame-too-large.md"
};
static const unsigned char p521[] = {
#embed "../../Knowledge/patterns/storekit-no-transaction-listener.md"
};
static const unsigned char p522[] = {
#embed "../../Knowledge/patterns/storekit-purchase-failed.md"
};
static const unsigned char p523[] = {
#embed "../../Knowledge/patterns/storyboard-identifier-missing.md"
};
static const unsigned char p524[] = {
#embed "../../Knowledge/patterns/swift-abi-mismatch.md"
};
static const unsigned char p525[] = {
#embed "../../Knowledge/patterns/swift-assertion-failed.md"
};
static const unsigned char p526[] = {
#embed "../../Knowledge/patterns/swift-bootstrap-twice.md"
};
static const unsigned char p527[] = {
#embed "../../Knowledge/patterns/swift-cast-freed-object.md"
};
static const unsigned char p528[] = {
#embed "../../Knowledge/patterns/swift-collection-race.md"
};
static const unsigned char p529[] = {
#embed "../../Knowledge/patterns/swift-compiler-crashed.md"
};
static const unsigned char p530[] = {
#embed "../../Knowledge/patterns/swift-continuation-leaked.md"
};
static const unsigned char p531[] = {
#embed "../../Knowledge/patterns/swift-continuation-resumed-twice.md"
};
static const unsigned char p532[] = {
#embed "../../Knowledge/patterns/swift-exclusivity.md"
};
static const unsigned char p533[] = {
#embed "../../Knowledge/patterns/swift-executor-isolation.md"
};
static const unsigned char p534[] = {
#embed "../../Knowledge/patterns/swift-fatal-error.md"
};
static const unsigned char p535[] = {
#embed "../../Knowledge/patterns/swift-forced-cast.md"
};
static const unsigned char p536[] = {
#embed "../../Knowledge/patterns/swift-initcoder-unimplemented.md"
};
static const unsigned char p537[] = {
#embed "../../Knowledge/patterns/swift-isolated-deinit-runtime-bug.md"
};
static const unsigned char p538[] = {
#embed "../../Knowledge/patterns/swift-isolation-error.md"
};
static const unsigned char p539[] = {
#embed "../../Knowledge/patterns/swift-macro-not-enabled.md"
};
static const unsigned char p540[] = {
#embed "../../Knowledge/patterns/swift-macro-plugin-failed.md"
};
static const unsigned char p541[] = {
#embed "../../Knowledge/patterns/swift-metadata-crash.md"
};
static const unsigned char p542[] = {
#embed "../../Knowledge/patterns/swift-nil-unwrap.md"
};
static const unsigned char p543[] = {
#embed "../../Knowledge/patterns/swift-precondition.md"
};
static const unsigned char p544[] = {
#embed "../../Knowledge/patterns/swift-runtime-failure.md"
};
static const unsigned char p545[] = {
#embed "../../Knowledge/patterns/swift-server-not-shut-down.md"
};
static const unsigned char p546[] = {
#embed "../../Knowledge/patterns/swift-superclass-missing.md"
};
static const unsigned char p547[] = {
#embed "../../Knowledge/patterns/swift-task-allocator.md"
};
static const unsigned char p548[] = {
#embed "../../Knowledge/patterns/swift-task-local-misuse.md"
};
static const unsigned char p549[] = {
#embed "../../Knowledge/patterns/swift-task-misuse.md"
};
static const unsigned char p550[] = {
#embed "../../Knowledge/patterns/swift-tool-not-runnable.md"
};
static const unsigned char p551[] = {
#embed "../../Knowledge/patterns/swift-type-check-timeout.md"
};
static const unsigned char p552[] = {
#embed "../../Knowledge/patterns/swift-unimplemented-init.md"
};
static const unsigned char p553[] = {
#embed "../../Knowledge/patterns/swift-version-setting.md"
};
static const unsigned char p554[] = {
#embed "../../Knowledge/patterns/swiftdata-container-failed.md"
};
static const unsigned char p555[] = {
#embed "../../Knowledge/patterns/swiftdata-context-off-queue.md"
};
static const unsigned char p556[] = {
#embed "../../Knowledge/patterns/swiftdata-macro-error.md"
};
static const unsigned char p557[] = {
#embed "../../Knowledge/patterns/swiftdata-no-context.md"
};
static const unsigned char p558[] = {
#embed "../../Knowledge/patterns/swiftdata-predicate-unsupported.md"
};
static const unsigned char p559[] = {
#embed "../../Knowledge/patterns/swiftlint-violations.md"
};
static const unsigned char p560[] = {
#embed "../../Knowledge/patterns/swiftpm-artifact-missing.md"
};
static const unsigned char p561[] = {
#embed "../../Knowledge/patterns/swiftpm-checksum-mismatch.md"
};
static const unsigned char p562[] = {
#embed "../../Knowledge/patterns/swiftpm-fetch-failed.md"
};
static const unsigned char p563[] = {
#embed "../../Knowledge/patterns/swiftpm-identity-conflict.md"
};
static const unsigned char p564[] = {
#embed "../../Knowledge/patterns/swiftpm-manifest-invalid.md"
};
static const unsigned char p565[] = {
#embed "../../Knowledge/patterns/swiftpm-plugin-failed.md"
};
static const unsigned char p566[] = {
#embed "../../Knowledge/patterns/swiftpm-product-missing.md"
};
static const unsigned char p567[] = {
#embed "../../Knowledge/patterns/swiftpm-resolved-file.md"
};
static const unsigned char p568[] = {
#embed "../../Knowledge/patterns/swiftpm-sandbox-refused.md"
};
static const unsigned char p569[] = {
#embed "../../Knowledge/patterns/swiftpm-tools-version.md"
};
static const unsigned char p570[] = {
#embed "../../Knowledge/patterns/swiftpm-unresolvable.md"
};
static const unsigned char p571[] = {
#embed "../../Knowledge/patterns/swiftui-constant-foreach.md"
};
static const unsigned char p572[] = {
#embed "../../Knowledge/patterns/swiftui-duplicate-id.md"
};
static const unsigned char p573[] = {
#embed "../../Knowledge/patterns/swiftui-image-slot-failed.md"
};
static const unsigned char p574[] = {
#embed "../../Knowledge/patterns/swiftui-invalid-frame.md"
};
static const unsigned char p575[] = {
#embed "../../Knowledge/patterns/swiftui-matched-geometry.md"
};
static const unsigned char p576[] = {
#embed "../../Knowledge/patterns/swiftui-navigation-destination.md"
};
static const unsigned char p577[] = {
#embed "../../Knowledge/patterns/swiftui-picker-selection.md"
};
static const unsigned char p578[] = {
#embed "../../Knowledge/patterns/swiftui-progress-out-of-range.md"
};
static const unsigned char p579[] = {
#embed "../../Knowledge/patterns/swiftui-published-off-main.md"
};
static const unsigned char p580[] = {
#embed "../../Knowledge/patterns/swiftui-scene-methods-outside-lifecycle.md"
};
static const unsigned char p581[] = {
#embed "../../Knowledge/patterns/swiftui-second-sheet.md"
};
static const unsigned char p582[] = {
#embed "../../Knowledge/patterns/swiftui-state-changed-in-update.md"
};
static const unsigned char p583[] = {
#embed "../../Knowledge/patterns/swiftui-state-outside-view.md"
};
static const unsigned char p584[] = {
#embed "../../Knowledge/patterns/swiftui-update-loop.md"
};
static const unsigned char p585[] = {
#embed "../../Knowledge/patterns/system-extension-refused.md"
};
static const unsigned char p586[] = {
#embed "../../Knowledge/patterns/system-library-client-bug.md"
};
static const unsigned char p587[] = {
#embed "../../Knowledge/patterns/system-version-too-old.md"
};
static const unsigned char p588[] = {
#embed "../../Knowledge/patterns/tcc-missing-usage.md"
};
static const unsigned char p589[] = {
#embed "../../Knowledge/patterns/test-app-not-running.md"
};
static const unsigned char p590[] = {
#embed "../../Knowledge/patterns/test-assertion-failed.md"
};
static const unsigned char p591[] = {
#embed "../../Knowledge/patterns/test-bundle-not-loaded.md"
};
static const unsigned char p592[] = {
#embed "../../Knowledge/patterns/test-clone-failed.md"
};
static const unsigned char p593[] = {
#embed "../../Knowledge/patterns/test-connection-lost.md"
};
static const unsigned char p594[] = {
#embed "../../Knowledge/patterns/test-expectation-misuse.md"
};
static const unsigned char p595[] = {
#embed "../../Knowledge/patterns/test-runner-launch-failed.md"
};
static const unsigned char p596[] = {
#embed "../../Knowledge/patterns/test-runner-not-started.md"
};
static const unsigned char p597[] = {
#embed "../../Knowledge/patterns/test-selection-empty.md"
};
static const unsigned char p598[] = {
#embed "../../Knowledge/patterns/test-snapshot-mismatch.md"
};
static const unsigned char p599[] = {
#embed "../../Knowledge/patterns/test-time-allowance.md"
};
static const unsigned char p600[] = {
#embed "../../Knowledge/patterns/test-wait-timeout.md"
};
static const unsigned char p601[] = {
#embed "../../Knowledge/patterns/testflight-distribution-refused.md"
};
static const unsigned char p602[] = {
#embed "../../Knowledge/patterns/text-storage-race.md"
};
static const unsigned char p603[] = {
#embed "../../Knowledge/patterns/thermal-c00010ff.md"
};
static const unsigned char p604[] = {
#embed "../../Knowledge/patterns/thread-creation-failed.md"
};
static const unsigned char p605[] = {
#embed "../../Knowledge/patterns/tipkit-error.md"
};
static const unsigned char p606[] = {
#embed "../../Knowledge/patterns/tk-system-version-refused.md"
};
static const unsigned char p607[] = {
#embed "../../Knowledge/patterns/too-many-open-files.md"
};
static const unsigned char p608[] = {
#embed "../../Knowledge/patterns/translation-failed.md"
};
static const unsigned char p609[] = {
#embed "../../Knowledge/patterns/ui-call-off-main-crash.md"
};
static const unsigned char p610[] = {
#embed "../../Knowledge/patterns/ui-object-freed-off-main.md"
};
static const unsigned char p611[] = {
#embed "../../Knowledge/patterns/ui-test-accessibility-failed.md"
};
static const unsigned char p612[] = {
#embed "../../Knowledge/patterns/ui-test-automation-failed.md"
};
static const unsigned char p613[] = {
#embed "../../Knowledge/patterns/ui-test-element-ambiguous.md"
};
static const unsigned char p614[] = {
#embed "../../Knowledge/patterns/ui-test-element-not-found.md"
};
static const unsigned char p615[] = {
#embed "../../Knowledge/patterns/ui-test-element-not-hittable.md"
};
static const unsigned char p616[] = {
#embed "../../Knowledge/patterns/ui-test-launch-failed.md"
};
static const unsigned char p617[] = {
#embed "../../Knowledge/patterns/ui-transaction-background-thread.md"
};
static const unsigned char p618[] = {
#embed "../../Knowledge/patterns/uikit-main-storyboard-entry.md"
};
static const unsigned char p619[] = {
#embed "../../Knowledge/patterns/uikit-presentation-ignored.md"
};
static const unsigned char p620[] = {
#embed "../../Knowledge/patterns/uikit-private-ivar-kvc.md"
};
static const unsigned char p621[] = {
#embed "../../Knowledge/patterns/uiscene-class-not-found.md"
};
static const unsigned char p622[] = {
#embed "../../Knowledge/patterns/uiscene-lifecycle-missing.md"
};
static const unsigned char p623[] = {
#embed "../../Knowledge/patterns/uniffi-bindings-mismatch.md"
};
static const unsigned char p624[] = {
#embed "../../Knowledge/patterns/unity-build-failed.md"
};
static const unsigned char p625[] = {
#embed "../../Knowledge/patterns/unity-code-not-generated.md"
};
static const unsigned char p626[] = {
#embed "../../Knowledge/patterns/unity-code-stripped.md"
};
static const unsigned char p627[] = {
#embed "../../Knowledge/patterns/unity-data-missing.md"
};
static const unsigned char p628[] = {
#embed "../../Knowledge/patterns/unity-graphics-failed.md"
};
static const unsigned char p629[] = {
#embed "../../Knowledge/patterns/unity-native-function-missing.md"
};
static const unsigned char p630[] = {
#embed "../../Knowledge/patterns/unity-out-of-memory.md"
};
static const unsigned char p631[] = {
#embed "../../Knowledge/patterns/unity-script-exception.md"
};
static const unsigned char p632[] = {
#embed "../../Knowledge/patterns/unity-usage-description-empty.md"
};
static const unsigned char p633[] = {
#embed "../../Knowledge/patterns/unreal-engine-stopped.md"
};
static const unsigned char p634[] = {
#embed "../../Knowledge/patterns/unreal-fatal-error.md"
};
static const unsigned char p635[] = {
#embed "../../Knowledge/patterns/user-fault.md"
};
static const unsigned char p636[] = {
#embed "../../Knowledge/patterns/variadic-list-not-terminated.md"
};
static const unsigned char p637[] = {
#embed "../../Knowledge/patterns/viewcontroller-shown-twice.md"
};
static const unsigned char p638[] = {
#embed "../../Knowledge/patterns/viewcontroller-view-in-initwithcoder.md"
};
static const unsigned char p639[] = {
#embed "../../Knowledge/patterns/viewcontroller-view-while-deallocating.md"
};
static const unsigned char p640[] = {
#embed "../../Knowledge/patterns/virtualization-failed.md"
};
static const unsigned char p641[] = {
#embed "../../Knowledge/patterns/visionos-immersive-space-refused.md"
};
static const unsigned char p642[] = {
#embed "../../Knowledge/patterns/voip-push-not-reported.md"
};
static const unsigned char p643[] = {
#embed "../../Knowledge/patterns/voip-resumed-bad22222.md"
};
static const unsigned char p644[] = {
#embed "../../Knowledge/patterns/watch-app-install-failed.md"
};
static const unsigned char p645[] = {
#embed "../../Knowledge/patterns/watchdog-8badf00d.md"
};
static const unsigned char p646[] = {
#embed "../../Knowledge/patterns/watchdog-service-unresponsive.md"
};
static const unsigned char p647[] = {
#embed "../../Knowledge/patterns/weak-reference-damaged.md"
};
static const unsigned char p648[] = {
#embed "../../Knowledge/patterns/weatherkit-not-authorized.md"
};
static const unsigned char p649[] = {
#embed "../../Knowledge/patterns/web-app-not-loaded.md"
};
static const unsigned char p650[] = {
#embed "../../Knowledge/patterns/web-thread-lock-off-main.md"
};
static const unsigned char p651[] = {
#embed "../../Knowledge/patterns/webauth-no-presentation-context.md"
};
static const unsigned char p652[] = {
#embed "../../Knowledge/patterns/webdriveragent-not-started.md"
};
static const unsigned char p653[] = {
#embed "../../Knowledge/patterns/webkit-app-process-crash.md"
};
static const unsigned char p654[] = {
#embed "../../Knowledge/patterns/webkit-handler-misused.md"
};
static const unsigned char p655[] = {
#embed "../../Knowledge/patterns/webview-process-terminated.md"
};
static const unsigned char p656[] = {
#embed "../../Knowledge/patterns/widget-debug-not-shown.md"
};
static const unsigned char p657[] = {
#embed "../../Knowledge/patterns/widget-image-too-large.md"
};
static const unsigned char p658[] = {
#embed "../../Knowledge/patterns/xamarin-install-failed.md"
};
static const unsigned char p659[] = {
#embed "../../Knowledge/patterns/xcframework-creation-failed.md"
};
static const unsigned char p660[] = {
#embed "../../Knowledge/patterns/xcode-account-missing.md"
};
static const unsigned char p661[] = {
#embed "../../Knowledge/patterns/xcode-account-rejected.md"
};
static const unsigned char p662[] = {
#embed "../../Knowledge/patterns/xcode-automation-failed.md"
};
static const unsigned char p663[] = {
#embed "../../Knowledge/patterns/xcode-cloud-script-failed.md"
};
static const unsigned char p664[] = {
#embed "../../Knowledge/patterns/xcode-first-launch.md"
};
static const unsigned char p665[] = {
#embed "../../Knowledge/patterns/xcode-license.md"
};
static const unsigned char p666[] = {
#embed "../../Knowledge/patterns/xcode-log-stream-failed.md"
};
static const unsigned char p667[] = {
#embed "../../Knowledge/patterns/xcresult-unusable.md"
};
static const unsigned char p668[] = {
#embed "../../Knowledge/patterns/xctest-unexpected-exit.md"
};
static const unsigned char p669[] = {
#embed "../../Knowledge/patterns/xctrace-recording-failed.md"
};
static const unsigned char p670[] = {
#embed "../../Knowledge/patterns/xpc-connection-invalid.md"
};

static const struct diagnose_text patterns[] = {
  {p0, sizeof p0},
  {p1, sizeof p1},
  {p2, sizeof p2},
  {p3, sizeof p3},
  {p4, sizeof p4},
  {p5, sizeof p5},
  {p6, sizeof p6},
  {p7, sizeof p7},
  {p8, sizeof p8},
  {p9, sizeof p9},
  {p10, sizeof p10},
  {p11, sizeof p11},
  {p12, sizeof p12},
  {p13, sizeof p13},
  {p14, sizeof p14},
  {p15, sizeof p15},
  {p16, sizeof p16},
  {p17, sizeof p17},
  {p18, sizeof p18},
  {p19, sizeof p19},
  {p20, sizeof p20},
  {p21, sizeof p21},
  {p22, sizeof p22},
  {p23, sizeof p23},
  {p24, sizeof p24},
  {p25, sizeof p25},
  {p26, sizeof p26},
  {p27, sizeof p27},
  {p28, sizeof p28},
  {p29, sizeof p29},
  {p30, sizeof p30},
  {p31, sizeof p31},
  {p32, sizeof p32},
  {p33, sizeof p33},
  {p34, sizeof p34},
  {p35, sizeof p35},
  {p36, sizeof p36},
  {p37, sizeof p37},
  {p38, sizeof p38},
  {p39, sizeof p39},
  {p40, sizeof p40},
  {p41, sizeof p41},
  {p42, sizeof p42},
  {p43, sizeof p43},
  {p44, sizeof p44},
  {p45, sizeof p45},
  {p46, sizeof p46},
  {p47, sizeof p47},
  {p48, sizeof p48},
  {p49, sizeof p49},
  {p50, sizeof p50},
  {p51, sizeof p51},
  {p52, sizeof p52},
  {p53, sizeof p53},
  {p54, sizeof p54},
  {p55, sizeof p55},
  {p56, sizeof p56},
  {p57, sizeof p57},
  {p58, sizeof p58},
  {p59, sizeof p59},
  {p60, sizeof p60},
  {p61, sizeof p61},
  {p62, sizeof p62},
  {p63, sizeof p63},
  {p64, sizeof p64},
  {p65, sizeof p65},
  {p66, sizeof p66},
  {p67, sizeof p67},
  {p68, sizeof p68},
  {p69, sizeof p69},
  {p70, sizeof p70},
  {p71, sizeof p71},
  {p72, sizeof p72},
  {p73, sizeof p73},
  {p74, sizeof p74},
  {p75, sizeof p75},
  {p76, sizeof p76},
  {p77, sizeof p77},
  {p78, sizeof p78},
  {p79, sizeof p79},
  {p80, sizeof p80},
  {p81, sizeof p81},
  {p82, sizeof p82},
  {p83, sizeof p83},
  {p84, sizeof p84},
  {p85, sizeof p85},
  {p86, sizeof p86},
  {p87, sizeof p87},
  {p88, sizeof p88},
  {p89, sizeof p89},
  {p90, sizeof p90},
  {p91, sizeof p91},
  {p92, sizeof p92},
  {p93, sizeof p93},
  {p94, sizeof p94},
  {p95, sizeof p95},
  {p96, sizeof p96},
  {p97, sizeof p97},
  {p98, sizeof p98},
  {p99, sizeof p99},
  {p100, sizeof p100},
  {p101, sizeof p101},
  {p102, sizeof p102},
  {p103, sizeof p103},
  {p104, sizeof p104},
  {p105, sizeof p105},
  {p106, sizeof p106},
  {p107, sizeof p107},
  {p108, sizeof p108},
  {p109, sizeof p109},
  {p110, sizeof p110},
  {p111, sizeof p111},
  {p112, sizeof p112},
  {p113, sizeof p113},
  {p114, sizeof p114},
  {p115, sizeof p115},
  {p116, sizeof p116},
  {p117, sizeof p117},
  {p118, sizeof p118},
  {p119, sizeof p119},
  {p120, sizeof p120},
  {p121, sizeof p121},
  {p122, sizeof p122},
  {p123, sizeof p123},
  {p124, sizeof p124},
  {p125, sizeof p125},
  {p126, sizeof p126},
  {p127, sizeof p127},
  {p128, sizeof p128},
  {p129, sizeof p129},
  {p130, sizeof p130},
  {p131, sizeof p131},
  {p132, sizeof p132},
  {p133, sizeof p133},
  {p134, sizeof p134},
  {p135, sizeof p135},
  {p136, sizeof p136},
  {p137, sizeof p137},
  {p138, sizeof p138},
  {p139, sizeof p139},
  {p140, sizeof p140},
  {p141, sizeof p141},
  {p142, sizeof p142},
  {p143, sizeof p143},
  {p144, sizeof p144},
  {p145, sizeof p145},
  {p146, sizeof p146},
  {p147, sizeof p147},
  {p148, sizeof p148},
  {p149, sizeof p149},
  {p150, sizeof p150},
  {p151, sizeof p151},
  {p152, sizeof p152},
  {p153, sizeof p153},
  {p154, sizeof p154},
  {p155, sizeof p155},
  {p156, sizeof p156},
  {p157, sizeof p157},
  {p158, sizeof p158},
  {p159, sizeof p159},
  {p160, sizeof p160},
  {p161, sizeof p161},
  {p162, sizeof p162},
  {p163, sizeof p163},
  {p164, sizeof p164},
  {p165, sizeof p165},
  {p166, sizeof p166},
  {p167, sizeof p167},
  {p168, sizeof p168},
  {p169, sizeof p169},
  {p170, sizeof p170},
  {p171, sizeof p171},
  {p172, sizeof p172},
  {p173, sizeof p173},
  {p174, sizeof p174},
  {p175, sizeof p175},
  {p176, sizeof p176},
  {p177, sizeof p177},
  {p178, sizeof p178},
  {p179, sizeof p179},
  {p180, sizeof p180},
  {p181, sizeof p181},
  {p182, sizeof p182},
  {p183, sizeof p183},
  {p184, sizeof p184},
  {p185, sizeof p185},
  {p186, sizeof p186},
  {p187, sizeof p187},
  {p188, sizeof p188},
  {p189, sizeof p189},
  {p190, sizeof p190},
  {p191, sizeof p191},
  {p192, sizeof p192},
  {p193, sizeof p193},
  {p194, sizeof p194},
  {p195, sizeof p195},
  {p196, sizeof p196},
  {p197, sizeof p197},
  {p198, sizeof p198},
  {p199, sizeof p199},
  {p200, sizeof p200},
  {p201, sizeof p201},
  {p202, sizeof p202},
  {p203, sizeof p203},
  {p204, sizeof p204},
  {p205, sizeof p205},
  {p206, sizeof p206},
  {p207, sizeof p207},
  {p208, sizeof p208},
  {p209, sizeof p209},
  {p210, sizeof p210},
  {p211, sizeof p211},
  {p212, sizeof p212},
  {p213, sizeof p213},
  {p214, sizeof p214},
  {p215, sizeof p215},
  {p216, sizeof p216},
  {p217, sizeof p217},
  {p218, sizeof p218},
  {p219, sizeof p219},
  {p220, sizeof p220},
  {p221, sizeof p221},
  {p222, sizeof p222},
  {p223, sizeof p223},
  {p224, sizeof p224},
  {p225, sizeof p225},
  {p226, sizeof p226},
  {p227, sizeof p227},
  {p228, sizeof p228},
  {p229, sizeof p229},
  {p230, sizeof p230},
  {p231, sizeof p231},
  {p232, sizeof p232},
  {p233, sizeof p233},
  {p234, sizeof p234},
  {p235, sizeof p235},
  {p236, sizeof p236},
  {p237, sizeof p237},
  {p238, sizeof p238},
  {p239, sizeof p239},
  {p240, sizeof p240},
  {p241, sizeof p241},
  {p242, sizeof p242},
  {p243, sizeof p243},
  {p244, sizeof p244},
  {p245, sizeof p245},
  {p246, sizeof p246},
  {p247, sizeof p247},
  {p248, sizeof p248},
  {p249, sizeof p249},
  {p250, sizeof p250},
  {p251, sizeof p251},
  {p252, sizeof p252},
  {p253, sizeof p253},
  {p254, sizeof p254},
  {p255, sizeof p255},
  {p256, sizeof p256},
  {p257, sizeof p257},
  {p258, sizeof p258},
  {p259, sizeof p259},
  {p260, sizeof p260},
  {p261, sizeof p261},
  {p262, sizeof p262},
  {p263, sizeof p263},
  {p264, sizeof p264},
  {p265, sizeof p265},
  {p266, sizeof p266},
  {p267, sizeof p267},
  {p268, sizeof p268},
  {p269, sizeof p269},
  {p270, sizeof p270},
  {p271, sizeof p271},
  {p272, sizeof p272},
  {p273, sizeof p273},
  {p274, sizeof p274},
  {p275, sizeof p275},
  {p276, sizeof p276},
  {p277, sizeof p277},
  {p278, sizeof p278},
  {p279, sizeof p279},
  {p280, sizeof p280},
  {p281, sizeof p281},
  {p282, sizeof p282},
  {p283, sizeof p283},
  {p284, sizeof p284},
  {p285, sizeof p285},
  {p286, sizeof p286},
  {p287, sizeof p287},
  {p288, sizeof p288},
  {p289, sizeof p289},
  {p290, sizeof p290},
  {p291, sizeof p291},
  {p292, sizeof p292},
  {p293, sizeof p293},
  {p294, sizeof p294},
  {p295, sizeof p295},
  {p296, sizeof p296},
  {p297, sizeof p297},
  {p298, sizeof p298},
  {p299, sizeof p299},
  {p300, sizeof p300},
  {p301, sizeof p301},
  {p302, sizeof p302},
  {p303, sizeof p303},
  {p304, sizeof p304},
  {p305, sizeof p305},
  {p306, sizeof p306},
  {p307, sizeof p307},
  {p308, sizeof p308},
  {p309, sizeof p309},
  {p310, sizeof p310},
  {p311, sizeof p311},
  {p312, sizeof p312},
  {p313, sizeof p313},
  {p314, sizeof p314},
  {p315, sizeof p315},
  {p316, sizeof p316},
  {p317, sizeof p317},
  {p318, sizeof p318},
  {p319, sizeof p319},
  {p320, sizeof p320},
  {p321, sizeof p321},
  {p322, sizeof p322},
  {p323, sizeof p323},
  {p324, sizeof p324},
  {p325, sizeof p325},
  {p326, sizeof p326},
  {p327, sizeof p327},
  {p328, sizeof p328},
  {p329, sizeof p329},
  {p330, sizeof p330},
  {p331, sizeof p331},
  {p332, sizeof p332},
  {p333, sizeof p333},
  {p334, sizeof p334},
  {p335, sizeof p335},
  {p336, sizeof p336},
  {p337, sizeof p337},
  {p338, sizeof p338},
  {p339, sizeof p339},
  {p340, sizeof p340},
  {p341, sizeof p341},
  {p342, sizeof p342},
  {p343, sizeof p343},
  {p344, sizeof p344},
  {p345, sizeof p345},
  {p346, sizeof p346},
  {p347, sizeof p347},
  {p348, sizeof p348},
  {p349, sizeof p349},
  {p350, sizeof p350},
  {p351, sizeof p351},
  {p352, sizeof p352},
  {p353, sizeof p353},
  {p354, sizeof p354},
  {p355, sizeof p355},
  {p356, sizeof p356},
  {p357, sizeof p357},
  {p358, sizeof p358},
  {p359, sizeof p359},
  {p360, sizeof p360},
  {p361, sizeof p361},
  {p362, sizeof p362},
  {p363, sizeof p363},
  {p364, sizeof p364},
  {p365, sizeof p365},
  {p366, sizeof p366},
  {p367, sizeof p367},
  {p368, sizeof p368},
  {p369, sizeof p369},
  {p370, sizeof p370},
  {p371, sizeof p371},
  {p372, sizeof p372},
  {p373, sizeof p373},
  {p374, sizeof p374},
  {p375, sizeof p375},
  {p376, sizeof p376},
  {p377, sizeof p377},
  {p378, sizeof p378},
  {p379, sizeof p379},
  {p380, sizeof p380},
  {p381, sizeof p381},
  {p382, sizeof p382},
  {p383, sizeof p383},
  {p384, sizeof p384},
  {p385, sizeof p385},
  {p386, sizeof p386},
  {p387, sizeof p387},
  {p388, sizeof p388},
  {p389, sizeof p389},
  {p390, sizeof p390},
  {p391, sizeof p391},
  {p392, sizeof p392},
  {p393, sizeof p393},
  {p394, sizeof p394},
  {p395, sizeof p395},
  {p396, sizeof p396},
  {p397, sizeof p397},
  {p398, sizeof p398},
  {p399, sizeof p399},
  {p400, sizeof p400},
  {p401, sizeof p401},
  {p402, sizeof p402},
  {p403, sizeof p403},
  {p404, sizeof p404},
  {p405, sizeof p405},
  {p406, sizeof p406},
  {p407, sizeof p407},
  {p408, sizeof p408},
  {p409, sizeof p409},
  {p410, sizeof p410},
  {p411, sizeof p411},
  {p412, sizeof p412},
  {p413, sizeof p413},
  {p414, sizeof p414},
  {p415, sizeof p415},
  {p416, sizeof p416},
  {p417, sizeof p417},
  {p418, sizeof p418},
  {p419, sizeof p419},
  {p420, sizeof p420},
  {p421, sizeof p421},
  {p422, sizeof p422},
  {p423, sizeof p423},
  {p424, sizeof p424},
  {p425, sizeof p425},
  {p426, sizeof p426},
  {p427, sizeof p427},
  {p428, sizeof p428},
  {p429, sizeof p429},
  {p430, sizeof p430},
  {p431, sizeof p431},
  {p432, sizeof p432},
  {p433, sizeof p433},
  {p434, sizeof p434},
  {p435, sizeof p435},
  {p436, sizeof p436},
  {p437, sizeof p437},
  {p438, sizeof p438},
  {p439, sizeof p439},
  {p440, sizeof p440},
  {p441, sizeof p441},
  {p442, sizeof p442},
  {p443, sizeof p443},
  {p444, sizeof p444},
  {p445, sizeof p445},
  {p446, sizeof p446},
  {p447, sizeof p447},
  {p448, sizeof p448},
  {p449, sizeof p449},
  {p450, sizeof p450},
  {p451, sizeof p451},
  {p452, sizeof p452},
  {p453, sizeof p453},
  {p454, sizeof p454},
  {p455, sizeof p455},
  {p456, sizeof p456},
  {p457, sizeof p457},
  {p458, sizeof p458},
  {p459, sizeof p459},
  {p460, sizeof p460},
  {p461, sizeof p461},
  {p462, sizeof p462},
  {p463, sizeof p463},
  {p464, sizeof p464},
  {p465, sizeof p465},
  {p466, sizeof p466},
  {p467, sizeof p467},
  {p468, sizeof p468},
  {p469, sizeof p469},
  {p470, sizeof p470},
  {p471, sizeof p471},
  {p472, sizeof p472},
  {p473, sizeof p473},
  {p474, sizeof p474},
  {p475, sizeof p475},
  {p476, sizeof p476},
  {p477, sizeof p477},
  {p478, sizeof p478},
  {p479, sizeof p479},
  {p480, sizeof p480},
  {p481, sizeof p481},
  {p482, sizeof p482},
  {p483, sizeof p483},
  {p484, sizeof p484},
  {p485, sizeof p485},
  {p486, sizeof p486},
  {p487, sizeof p487},
  {p488, sizeof p488},
  {p489, sizeof p489},
  {p490, sizeof p490},
  {p491, sizeof p491},
  {p492, sizeof p492},
  {p493, sizeof p493},
  {p494, sizeof p494},
  {p495, sizeof p495},
  {p496, sizeof p496},
  {p497, sizeof p497},
  {p498, sizeof p498},
  {p499, sizeof p499},
  {p500, sizeof p500},
  {p501, sizeof p501},
  {p502, sizeof p502},
  {p503, sizeof p503},
  {p504, sizeof p504},
  {p505, sizeof p505},
  {p506, sizeof p506},
  {p507, sizeof p507},
  {p508, sizeof p508},
  {p509, sizeof p509},
  {p510, sizeof p510},
  {p511, sizeof p511},
  {p512, sizeof p512},
  {p513, sizeof p513},
  {p514, sizeof p514},
  {p515, sizeof p515},
  {p516, sizeof p516},
  {p517, sizeof p517},
  {p518, sizeof p518},
  {p519, sizeof p519},
  {p520, sizeof p520},
  {p521, sizeof p521},
  {p522, sizeof p522},
  {p523, sizeof p523},
  {p524, sizeof p524},
  {p525, sizeof p525},
  {p526, sizeof p526},
  {p527, sizeof p527},
  {p528, sizeof p528},
  {p529, sizeof p529},
  {p530, sizeof p530},
  {p531, sizeof p531},
  {p532, sizeof p532},
  {p533, sizeof p533},
  {p534, sizeof p534},
  {p535, sizeof p535},
  {p536, sizeof p536},
  {p537, sizeof p537},
  {p538, sizeof p538},
  {p539, sizeof p539},
  {p540, sizeof p540},
  {p541, sizeof p541},
  {p542, sizeof p542},
  {p543, sizeof p543},
  {p544, sizeof p544},
  {p545, sizeof p545},
  {p546, sizeof p546},
  {p547, sizeof p547},
  {p548, sizeof p548},
  {p549, sizeof p549},
  {p550, sizeof p550},
  {p551, sizeof p551},
  {p552, sizeof p552},
  {p553, sizeof p553},
  {p554, sizeof p554},
  {p555, sizeof p555},
  {p556, sizeof p556},
  {p557, sizeof p557},
  {p558, sizeof p558},
  {p559, sizeof p559},
  {p560, sizeof p560},
  {p561, sizeof p561},
  {p562, sizeof p562},
  {p563, sizeof p563},
  {p564, sizeof p564},
  {p565, sizeof p565},
  {p566, sizeof p566},
  {p567, sizeof p567},
  {p568, sizeof p568},
  {p569, sizeof p569},
  {p570, sizeof p570},
  {p571, sizeof p571},
  {p572, sizeof p572},
  {p573, sizeof p573},
  {p574, sizeof p574},
  {p575, sizeof p575},
  {p576, sizeof p576},
  {p577, sizeof p577},
  {p578, sizeof p578},
  {p579, sizeof p579},
  {p580, sizeof p580},
  {p581, sizeof p581},
  {p582, sizeof p582},
  {p583, sizeof p583},
  {p584, sizeof p584},
  {p585, sizeof p585},
  {p586, sizeof p586},
  {p587, sizeof p587},
  {p588, sizeof p588},
  {p589, sizeof p589},
  {p590, sizeof p590},
  {p591, sizeof p591},
  {p592, sizeof p592},
  {p593, sizeof p593},
  {p594, sizeof p594},
  {p595, sizeof p595},
  {p596, sizeof p596},
  {p597, sizeof p597},
  {p598, sizeof p598},
  {p599, sizeof p599},
  {p600, sizeof p600},
  {p601, sizeof p601},
  {p602, sizeof p602},
  {p603, sizeof p603},
  {p604, sizeof p604},
  {p605, sizeof p605},
  {p606, sizeof p606},
  {p607, sizeof p607},
  {p608, sizeof p608},
  {p609, sizeof p609},
  {p610, sizeof p610},
  {p611, sizeof p611},
  {p612, sizeof p612},
  {p613, sizeof p613},
  {p614, sizeof p614},
  {p615, sizeof p615},
  {p616, sizeof p616},
  {p617, sizeof p617},
  {p618, sizeof p618},
  {p619, sizeof p619},
  {p620, sizeof p620},
  {p621, sizeof p621},
  {p622, sizeof p622},
  {p623, sizeof p623},
  {p624, sizeof p624},
  {p625, sizeof p625},
  {p626, sizeof p626},
  {p627, sizeof p627},
  {p628, sizeof p628},
  {p629, sizeof p629},
  {p630, sizeof p630},
  {p631, sizeof p631},
  {p632, sizeof p632},
  {p633, sizeof p633},
  {p634, sizeof p634},
  {p635, sizeof p635},
  {p636, sizeof p636},
  {p637, sizeof p637},
  {p638, sizeof p638},
  {p639, sizeof p639},
  {p640, sizeof p640},
  {p641, sizeof p641},
  {p642, sizeof p642},
  {p643, sizeof p643},
  {p644, sizeof p644},
  {p645, sizeof p645},
  {p646, sizeof p646},
  {p647, sizeof p647},
  {p648, sizeof p648},
  {p649, sizeof p649},
  {p650, sizeof p650},
  {p651, sizeof p651},
  {p652, sizeof p652},
  {p653, sizeof p653},
  {p654, sizeof p654},
  {p655, sizeof p655},
  {p656, sizeof p656},
  {p657, sizeof p657},
  {p658, sizeof p658},
  {p659, sizeof p659},
  {p660, sizeof p660},
  {p661, sizeof p661},
  {p662, sizeof p662},
  {p663, sizeof p663},
  {p664, sizeof p664},
  {p665, sizeof p665},
  {p666, sizeof p666},
  {p667, sizeof p667},
  {p668, sizeof p668},
  {p669, sizeof p669},
  {p670, sizeof p670},
  {0, 0},
};

struct diagnose_text diagnose_pattern_needs(void) { return (struct diagnose_text){needs, sizeof needs}; }

size_t diagnose_pattern_count(void) { return sizeof patterns / sizeof patterns[0] - 1; }

struct diagnose_text diagnose_pattern(size_t index) { return patterns[index]; }
