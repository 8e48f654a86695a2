#include "knowledge.h"

#ifndef __has_embed
#error "This compiler has no #embed: clang 19 or Xcode 16.3 is needed, which every toolchain with Swift 6.2 has."
#endif

// The directive is part of C23, and other standards have it as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A new file is a new line here. `suffix` is the empty line after a file.

#define TEXT(name) \
  struct diagnose_text diagnose_##name(void) { return (struct diagnose_text){name, sizeof name}; }

static const unsigned char apis[] = {
#embed "../../Knowledge/apis/AVFAudioEngine.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AVFoundationCapture.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AVFoundationMedia.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AppKitDrawing.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AppKitInteraction.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AppKitTables.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AppKitWindows.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AppServices.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/AutoLayout.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/CarPlayTemplates.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/CastParseAndCalls.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/CoreAnimation.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/CoreData.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/CoreGraphicsPaths.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/CrossPlatform.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/DatabasesAndServices.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/Dispatch.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/FirebaseCore.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/FirebaseData.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/FoundationCollections.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/FoundationObjects.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/FoundationServices.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/FoundationText.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/GoogleAndFacebook.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/HealthBluetooth.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/LayoutAndNetworking.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/ListsAndReactive.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/MapKitViews.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/Metal.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/MoreSDKs.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/Realm.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/SceneKitAndPDF.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/SpriteKitNodes.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/SwiftRuntime.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/SwiftUIViews.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/SwiftValues.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/SystemLibraries.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/SystemServices.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitAnimation.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitAppearance.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitCollections.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitCompositionalLayout.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitContainers.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitGraphics.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitInteraction.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitNibs.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitPresentation.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitScenes.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitTables.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/UIKitText.txt" suffix(, '\n',)
#embed "../../Knowledge/apis/WebKitViews.txt" suffix(, '\n',)
};
TEXT(apis)

static const unsigned char refused_calls[] = {
#embed "../../Knowledge/refused-calls/Capabilities.txt" suffix(, '\n',)
#embed "../../Knowledge/refused-calls/PrivacyUsage.txt" suffix(, '\n',)
};
TEXT(refused_calls)

static const unsigned char bug_types[] = {
#embed "../../Knowledge/bug-types.txt" suffix(, '\n',)
};
TEXT(bug_types)

static const unsigned char exception_types[] = {
#embed "../../Knowledge/topics/exception-types.txt" suffix(, '\n',)
};
TEXT(exception_types)

static const unsigned char exception_codes[] = {
#embed "../../Knowledge/topics/exception-codes.txt" suffix(, '\n',)
};
TEXT(exception_codes)

static const unsigned char signals[] = {
#embed "../../Knowledge/topics/signals.txt" suffix(, '\n',)
};
TEXT(signals)

static const unsigned char namespaces[] = {
#embed "../../Knowledge/topics/namespaces.txt" suffix(, '\n',)
};
TEXT(namespaces)

static const unsigned char termination_codes[] = {
#embed "../../Knowledge/topics/termination-codes.txt" suffix(, '\n',)
};
TEXT(termination_codes)

static const unsigned char fields[] = {
#embed "../../Knowledge/topics/fields.txt" suffix(, '\n',)
};
TEXT(fields)

static const unsigned char situations[] = {
#embed "../../Knowledge/topics/situations.txt" suffix(, '\n',)
};
TEXT(situations)

static const unsigned char roles[] = {
#embed "../../Knowledge/frames/roles.txt" suffix(, '\n',)
};
TEXT(roles)

static const unsigned char apple_images[] = {
#embed "../../Knowledge/frames/apple-images.txt" suffix(, '\n',)
};
TEXT(apple_images)

static const unsigned char linked_libraries[] = {
#embed "../../Knowledge/frames/linked-libraries.txt" suffix(, '\n',)
};
TEXT(linked_libraries)

static const unsigned char system_libraries[] = {
#embed "../../Knowledge/frames/system-libraries.txt" suffix(, '\n',)
};
TEXT(system_libraries)

static const unsigned char blame[] = {
#embed "../../Knowledge/frames/blame.txt" suffix(, '\n',)
};
TEXT(blame)

static const unsigned char profile[] = {
#embed "../../Knowledge/frames/profile.txt" suffix(, '\n',)
};
TEXT(profile)

static const unsigned char threads[] = {
#embed "../../Knowledge/frames/threads.txt" suffix(, '\n',)
};
TEXT(threads)

static const unsigned char runtimes[] = {
#embed "../../Knowledge/frames/runtimes.txt" suffix(, '\n',)
};
TEXT(runtimes)

static const unsigned char frame_words[] = {
#embed "../../Knowledge/frames/wording.txt" suffix(, '\n',)
};
TEXT(frame_words)

static const unsigned char guards[] = {
#embed "../../Knowledge/codes/guards.txt" suffix(, '\n',)
};
TEXT(guards)

static const unsigned char sanitizers[] = {
#embed "../../Knowledge/codes/sanitizers.txt" suffix(, '\n',)
};
TEXT(sanitizers)

static const unsigned char cpp_exceptions[] = {
#embed "../../Knowledge/codes/cpp-exceptions.txt" suffix(, '\n',)
};
TEXT(cpp_exceptions)

static const unsigned char interface_builder[] = {
#embed "../../Knowledge/projects/interface-builder.txt" suffix(, '\n',)
};
TEXT(interface_builder)

static const unsigned char languages[] = {
#embed "../../Knowledge/words/english.txt" suffix(, '\n',)
#embed "../../Knowledge/words/german.txt" suffix(, '\n',)
#embed "../../Knowledge/words/russian.txt" suffix(, '\n',)
#embed "../../Knowledge/words/chinese.txt" suffix(, '\n',)
#embed "../../Knowledge/words/japanese.txt" suffix(, '\n',)
#embed "../../Knowledge/words/korean.txt" suffix(, '\n',)
#embed "../../Knowledge/words/french.txt" suffix(, '\n',)
#embed "../../Knowledge/words/spanish.txt" suffix(, '\n',)
};
TEXT(languages)

static const unsigned char words[] = {
#embed "../../Knowledge/words/lists.txt" suffix(, '\n',)
};
TEXT(words)

static const unsigned char descriptions[] = {
#embed "../../Knowledge/words/descriptions.txt" suffix(, '\n',)
};
TEXT(descriptions)

static const unsigned char listings[] = {
#embed "../../Knowledge/words/listings.txt" suffix(, '\n',)
};
TEXT(listings)

static const unsigned char prose[] = {
#embed "../../Knowledge/words/prose.txt" suffix(, '\n',)
};
TEXT(prose)

static const unsigned char signal_messages[] = {
#embed "../../Knowledge/words/signals.txt" suffix(, '\n',)
};
TEXT(signal_messages)

static const unsigned char tool_messages[] = {
#embed "../../Knowledge/words/tools.txt" suffix(, '\n',)
};
TEXT(tool_messages)

static const unsigned char given_names[] = {
#embed "../../Knowledge/privacy/given-names.txt" suffix(, '\n',)
};
TEXT(given_names)

static const unsigned char surnames[] = {
#embed "../../Knowledge/privacy/surnames.txt" suffix(, '\n',)
};
TEXT(surnames)

static const unsigned char sentences[] = {
#embed "../../Knowledge/privacy/sentences.txt" suffix(, '\n',)
};
TEXT(sentences)

static const unsigned char places[] = {
#embed "../../Knowledge/privacy/places.txt" suffix(, '\n',)
};
TEXT(places)

static const unsigned char things[] = {
#embed "../../Knowledge/privacy/things.txt" suffix(, '\n',)
};
TEXT(things)
