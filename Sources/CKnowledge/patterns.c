// Written by KnowledgeTests from the folder Knowledge/patterns: UPDATE_EXPECTED=1 scripts/test --filter KnowledgeTests

#include "knowledge.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char needs[] = {
#embed "../../Knowledge/pattern-needs.txt" suffix(, '\n',)
};

static const unsigned char p0[] = {
#embed "../../Knowledge/patterns/app-install-failed.md"
};
static const unsigned char p1[] = {
#embed "../../Knowledge/patterns/app-install-incompatible.md"
};
static const unsigned char p2[] = {
#embed "../../Knowledge/patterns/app-install-signature-rejected.md"
};
static const unsigned char p3[] = {
#embed "../../Knowledge/patterns/app-store-access-refused.md"
};
static const unsigned char p4[] = {
#embed "../../Knowledge/patterns/app-store-upload-rejected.md"
};
static const unsigned char p5[] = {
#embed "../../Knowledge/patterns/assert-failed.md"
};
static const unsigned char p6[] = {
#embed "../../Knowledge/patterns/asset-catalog-agent-failed.md"
};
static const unsigned char p7[] = {
#embed "../../Knowledge/patterns/autolayout-engine-background.md"
};
static const unsigned char p8[] = {
#embed "../../Knowledge/patterns/autolayout-engine-internal.md"
};
static const unsigned char p9[] = {
#embed "../../Knowledge/patterns/autolayout-private-api.md"
};
static const unsigned char p10[] = {
#embed "../../Knowledge/patterns/bad-cpu-type.md"
};
static const unsigned char p11[] = {
#embed "../../Knowledge/patterns/cfrelease-null-other.md"
};
static const unsigned char p12[] = {
#embed "../../Knowledge/patterns/codesign-bundle-invalid.md"
};
static const unsigned char p13[] = {
#embed "../../Knowledge/patterns/codesign-detritus.md"
};
static const unsigned char p14[] = {
#embed "../../Knowledge/patterns/codesign-failed.md"
};
static const unsigned char p15[] = {
#embed "../../Knowledge/patterns/codesign-keychain-locked.md"
};
static const unsigned char p16[] = {
#embed "../../Knowledge/patterns/codesign-requirement-failed.md"
};
static const unsigned char p17[] = {
#embed "../../Knowledge/patterns/codesign-timestamp-failed.md"
};
static const unsigned char p18[] = {
#embed "../../Knowledge/patterns/coredata-model-incompatible.md"
};
static const unsigned char p19[] = {
#embed "../../Knowledge/patterns/cpp-hardening-trap.md"
};
static const unsigned char p20[] = {
#embed "../../Knowledge/patterns/debugger-attach-failed.md"
};
static const unsigned char p21[] = {
#embed "../../Knowledge/patterns/destination-not-found.md"
};
static const unsigned char p22[] = {
#embed "../../Knowledge/patterns/device-connection-lost.md"
};
static const unsigned char p23[] = {
#embed "../../Knowledge/patterns/device-developer-mode-off.md"
};
static const unsigned char p24[] = {
#embed "../../Knowledge/patterns/device-disk-image-mount.md"
};
static const unsigned char p25[] = {
#embed "../../Knowledge/patterns/device-launch-failed.md"
};
static const unsigned char p26[] = {
#embed "../../Knowledge/patterns/device-locked.md"
};
static const unsigned char p27[] = {
#embed "../../Knowledge/patterns/device-not-prepared.md"
};
static const unsigned char p28[] = {
#embed "../../Knowledge/patterns/device-untrusted-developer.md"
};
static const unsigned char p29[] = {
#embed "../../Knowledge/patterns/dlopen-injection-failed.md"
};
static const unsigned char p30[] = {
#embed "../../Knowledge/patterns/dlopen-library-validation.md"
};
static const unsigned char p31[] = {
#embed "../../Knowledge/patterns/dyld-inserted-library.md"
};
static const unsigned char p32[] = {
#embed "../../Knowledge/patterns/dyld-library-malformed.md"
};
static const unsigned char p33[] = {
#embed "../../Knowledge/patterns/dyld-library-missing.md"
};
static const unsigned char p34[] = {
#embed "../../Knowledge/patterns/dyld-library-sandbox.md"
};
static const unsigned char p35[] = {
#embed "../../Knowledge/patterns/dyld-library-signature.md"
};
static const unsigned char p36[] = {
#embed "../../Knowledge/patterns/dyld-library-wrong-arch.md"
};
static const unsigned char p37[] = {
#embed "../../Knowledge/patterns/dyld-library-wrong-platform.md"
};
static const unsigned char p38[] = {
#embed "../../Knowledge/patterns/dyld-library-wrong-version.md"
};
static const unsigned char p39[] = {
#embed "../../Knowledge/patterns/dyld-map-out-of-memory.md"
};
static const unsigned char p40[] = {
#embed "../../Knowledge/patterns/electron-main-process-error.md"
};
static const unsigned char p41[] = {
#embed "../../Knowledge/patterns/exc-arithmetic.md"
};
static const unsigned char p42[] = {
#embed "../../Knowledge/patterns/exc-guard.md"
};
static const unsigned char p43[] = {
#embed "../../Knowledge/patterns/exc-resource-cpu.md"
};
static const unsigned char p44[] = {
#embed "../../Knowledge/patterns/exc-resource-diskwrites.md"
};
static const unsigned char p45[] = {
#embed "../../Knowledge/patterns/export-archive-failed.md"
};
static const unsigned char p46[] = {
#embed "../../Knowledge/patterns/file-lock-dead10cc.md"
};
static const unsigned char p47[] = {
#embed "../../Knowledge/patterns/font-file-missing.md"
};
static const unsigned char p48[] = {
#embed "../../Knowledge/patterns/font-registration-deadlock.md"
};
static const unsigned char p49[] = {
#embed "../../Knowledge/patterns/fork-child.md"
};
static const unsigned char p50[] = {
#embed "../../Knowledge/patterns/gatekeeper-app-damaged.md"
};
static const unsigned char p51[] = {
#embed "../../Knowledge/patterns/gatekeeper-not-verified.md"
};
static const unsigned char p52[] = {
#embed "../../Knowledge/patterns/godot-crashed.md"
};
static const unsigned char p53[] = {
#embed "../../Knowledge/patterns/gpu-command-buffer-failed.md"
};
static const unsigned char p54[] = {
#embed "../../Knowledge/patterns/gpu-error-abort.md"
};
static const unsigned char p55[] = {
#embed "../../Knowledge/patterns/ib-agent-crashed-unspecified.md"
};
static const unsigned char p56[] = {
#embed "../../Knowledge/patterns/ib-agent-exception-unspecified.md"
};
static const unsigned char p57[] = {
#embed "../../Knowledge/patterns/ib-agent-hang.md"
};
static const unsigned char p58[] = {
#embed "../../Knowledge/patterns/ib-agent-launch-failed.md"
};
static const unsigned char p59[] = {
#embed "../../Knowledge/patterns/ib-app-context-missing.md"
};
static const unsigned char p60[] = {
#embed "../../Knowledge/patterns/ib-bundle-executable-missing.md"
};
static const unsigned char p61[] = {
#embed "../../Knowledge/patterns/ib-constraint-no-superview.md"
};
static const unsigned char p62[] = {
#embed "../../Knowledge/patterns/ib-debug-finishes-at-once.md"
};
static const unsigned char p63[] = {
#embed "../../Knowledge/patterns/ib-dlopen-codesign-missing.md"
};
static const unsigned char p64[] = {
#embed "../../Knowledge/patterns/ib-dlopen-library-missing.md"
};
static const unsigned char p65[] = {
#embed "../../Knowledge/patterns/ib-dlopen-not-dynamic.md"
};
static const unsigned char p66[] = {
#embed "../../Knowledge/patterns/ib-dlopen-symbol-missing.md"
};
static const unsigned char p67[] = {
#embed "../../Knowledge/patterns/ib-dlopen-wrong-arch.md"
};
static const unsigned char p68[] = {
#embed "../../Knowledge/patterns/ib-dlopen-wrong-platform.md"
};
static const unsigned char p69[] = {
#embed "../../Knowledge/patterns/ib-dlopen-wrong-version.md"
};
static const unsigned char p70[] = {
#embed "../../Knowledge/patterns/ib-font-cfrelease-null.md"
};
static const unsigned char p71[] = {
#embed "../../Knowledge/patterns/ib-load-null-path.md"
};
static const unsigned char p72[] = {
#embed "../../Knowledge/patterns/ib-overlays-mainbundle-nib.md"
};
static const unsigned char p73[] = {
#embed "../../Knowledge/patterns/ib-render-slow.md"
};
static const unsigned char p74[] = {
#embed "../../Knowledge/patterns/ib-unified-agent-crashed.md"
};
static const unsigned char p75[] = {
#embed "../../Knowledge/patterns/ibtool-agent-communication.md"
};
static const unsigned char p76[] = {
#embed "../../Knowledge/patterns/ibtool-crash.md"
};
static const unsigned char p77[] = {
#embed "../../Knowledge/patterns/illegal-instruction.md"
};
static const unsigned char p78[] = {
#embed "../../Knowledge/patterns/insecure-drawing-2bad45ec.md"
};
static const unsigned char p79[] = {
#embed "../../Knowledge/patterns/jetsam-memory.md"
};
static const unsigned char p80[] = {
#embed "../../Knowledge/patterns/jit-execution-denied.md"
};
static const unsigned char p81[] = {
#embed "../../Knowledge/patterns/kvo-observer-dealloc.md"
};
static const unsigned char p82[] = {
#embed "../../Knowledge/patterns/kvo-observer-not-registered.md"
};
static const unsigned char p83[] = {
#embed "../../Knowledge/patterns/kvo-unhandled.md"
};
static const unsigned char p84[] = {
#embed "../../Knowledge/patterns/libdispatch.md"
};
static const unsigned char p85[] = {
#embed "../../Knowledge/patterns/libmalloc-client-bug.md"
};
static const unsigned char p86[] = {
#embed "../../Knowledge/patterns/lldb-rpc-crashed.md"
};
static const unsigned char p87[] = {
#embed "../../Knowledge/patterns/malloc-invalid-free.md"
};
static const unsigned char p88[] = {
#embed "../../Knowledge/patterns/managed-aot-code-missing.md"
};
static const unsigned char p89[] = {
#embed "../../Knowledge/patterns/managed-object-collected.md"
};
static const unsigned char p90[] = {
#embed "../../Knowledge/patterns/memory-bad-access.md"
};
static const unsigned char p91[] = {
#embed "../../Knowledge/patterns/memory-bus-error.md"
};
static const unsigned char p92[] = {
#embed "../../Knowledge/patterns/memory-tag-fault.md"
};
static const unsigned char p93[] = {
#embed "../../Knowledge/patterns/nib-awakeafter-recursion.md"
};
static const unsigned char p94[] = {
#embed "../../Knowledge/patterns/nib-kvc-undefined-key.md"
};
static const unsigned char p95[] = {
#embed "../../Knowledge/patterns/nib-missing-in-bundle.md"
};
static const unsigned char p96[] = {
#embed "../../Knowledge/patterns/nib-unknown-class.md"
};
static const unsigned char p97[] = {
#embed "../../Knowledge/patterns/nib-view-outlet-not-set.md"
};
static const unsigned char p98[] = {
#embed "../../Knowledge/patterns/notarization-rejected.md"
};
static const unsigned char p99[] = {
#embed "../../Knowledge/patterns/nsexception-geometry-nan.md"
};
static const unsigned char p100[] = {
#embed "../../Knowledge/patterns/nsexception-internal-inconsistency.md"
};
static const unsigned char p101[] = {
#embed "../../Knowledge/patterns/nsexception-nil-insert.md"
};
static const unsigned char p102[] = {
#embed "../../Knowledge/patterns/nsexception-range.md"
};
static const unsigned char p103[] = {
#embed "../../Knowledge/patterns/objc-runtime-fatal.md"
};
static const unsigned char p104[] = {
#embed "../../Knowledge/patterns/objc-zombie-message.md"
};
static const unsigned char p105[] = {
#embed "../../Knowledge/patterns/preview-crashed.md"
};
static const unsigned char p106[] = {
#embed "../../Knowledge/patterns/preview-failed-unspecified.md"
};
static const unsigned char p107[] = {
#embed "../../Knowledge/patterns/preview-timeout.md"
};
static const unsigned char p108[] = {
#embed "../../Knowledge/patterns/provisioning-profile-mismatch.md"
};
static const unsigned char p109[] = {
#embed "../../Knowledge/patterns/provisioning-profile-missing.md"
};
static const unsigned char p110[] = {
#embed "../../Knowledge/patterns/react-native-bundle-missing.md"
};
static const unsigned char p111[] = {
#embed "../../Knowledge/patterns/segfault-raised.md"
};
static const unsigned char p112[] = {
#embed "../../Knowledge/patterns/signing-certificate-missing.md"
};
static const unsigned char p113[] = {
#embed "../../Knowledge/patterns/signing-identity-unusable.md"
};
static const unsigned char p114[] = {
#embed "../../Knowledge/patterns/signing-settings-conflict.md"
};
static const unsigned char p115[] = {
#embed "../../Knowledge/patterns/sigtrap-in-test.md"
};
static const unsigned char p116[] = {
#embed "../../Knowledge/patterns/simulator-already-booted.md"
};
static const unsigned char p117[] = {
#embed "../../Knowledge/patterns/simulator-boot-failed.md"
};
static const unsigned char p118[] = {
#embed "../../Knowledge/patterns/simulator-device-not-found.md"
};
static const unsigned char p119[] = {
#embed "../../Knowledge/patterns/simulator-launch-denied.md"
};
static const unsigned char p120[] = {
#embed "../../Knowledge/patterns/simulator-service-failed.md"
};
static const unsigned char p121[] = {
#embed "../../Knowledge/patterns/stack-buffer-overflow.md"
};
static const unsigned char p122[] = {
#embed "../../Knowledge/patterns/swift-abi-mismatch.md"
};
static const unsigned char p123[] = {
#embed "../../Knowledge/patterns/swift-compiler-crashed.md"
};
static const unsigned char p124[] = {
#embed "../../Knowledge/patterns/swift-continuation-leaked.md"
};
static const unsigned char p125[] = {
#embed "../../Knowledge/patterns/swift-continuation-resumed-twice.md"
};
static const unsigned char p126[] = {
#embed "../../Knowledge/patterns/swift-exclusivity.md"
};
static const unsigned char p127[] = {
#embed "../../Knowledge/patterns/swift-executor-isolation.md"
};
static const unsigned char p128[] = {
#embed "../../Knowledge/patterns/swift-fatal-error.md"
};
static const unsigned char p129[] = {
#embed "../../Knowledge/patterns/swift-forced-cast.md"
};
static const unsigned char p130[] = {
#embed "../../Knowledge/patterns/swift-initcoder-unimplemented.md"
};
static const unsigned char p131[] = {
#embed "../../Knowledge/patterns/swift-isolated-deinit-runtime-bug.md"
};
static const unsigned char p132[] = {
#embed "../../Knowledge/patterns/swift-metadata-crash.md"
};
static const unsigned char p133[] = {
#embed "../../Knowledge/patterns/swift-nil-unwrap.md"
};
static const unsigned char p134[] = {
#embed "../../Knowledge/patterns/swift-precondition.md"
};
static const unsigned char p135[] = {
#embed "../../Knowledge/patterns/swift-superclass-missing.md"
};
static const unsigned char p136[] = {
#embed "../../Knowledge/patterns/swift-unimplemented-init.md"
};
static const unsigned char p137[] = {
#embed "../../Knowledge/patterns/tcc-missing-usage.md"
};
static const unsigned char p138[] = {
#embed "../../Knowledge/patterns/test-app-not-running.md"
};
static const unsigned char p139[] = {
#embed "../../Knowledge/patterns/test-connection-lost.md"
};
static const unsigned char p140[] = {
#embed "../../Knowledge/patterns/test-runner-launch-failed.md"
};
static const unsigned char p141[] = {
#embed "../../Knowledge/patterns/test-runner-not-started.md"
};
static const unsigned char p142[] = {
#embed "../../Knowledge/patterns/test-time-allowance.md"
};
static const unsigned char p143[] = {
#embed "../../Knowledge/patterns/thermal-c00010ff.md"
};
static const unsigned char p144[] = {
#embed "../../Knowledge/patterns/ui-test-automation-failed.md"
};
static const unsigned char p145[] = {
#embed "../../Knowledge/patterns/uikit-private-ivar-kvc.md"
};
static const unsigned char p146[] = {
#embed "../../Knowledge/patterns/uiscene-lifecycle-missing.md"
};
static const unsigned char p147[] = {
#embed "../../Knowledge/patterns/unity-data-missing.md"
};
static const unsigned char p148[] = {
#embed "../../Knowledge/patterns/unreal-fatal-error.md"
};
static const unsigned char p149[] = {
#embed "../../Knowledge/patterns/user-fault.md"
};
static const unsigned char p150[] = {
#embed "../../Knowledge/patterns/viewcontroller-view-in-initwithcoder.md"
};
static const unsigned char p151[] = {
#embed "../../Knowledge/patterns/watchdog-8badf00d.md"
};
static const unsigned char p152[] = {
#embed "../../Knowledge/patterns/xctest-unexpected-exit.md"
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
  {0, 0},
};

struct diagnose_text diagnose_pattern_needs(void) { return (struct diagnose_text){needs, sizeof needs}; }

size_t diagnose_pattern_count(void) { return sizeof patterns / sizeof patterns[0] - 1; }

struct diagnose_text diagnose_pattern(size_t index) { return patterns[index]; }
