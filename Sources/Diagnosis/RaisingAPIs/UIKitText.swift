extension RaisingAPI {
  /// Keyboard, text views, text layout.
  static let uiKitText: StaticString = #"""
    api: -[UIKeyboardTaskQueue waitUntilAllTasksAreFinished]
    id: uikeyboardtaskqueue-main-thread
    image: UIKitCore, UIKit
    raises: assertion NSInternalInconsistencyException
    requires: Anything that shows or hides the keyboard runs on the main thread.
    reason: -[UIKeyboardTaskQueue waitUntilAllTasksAreFinished] may only be called from the main thread.
    cause: A screen is presented, dismissed or a text field resigned on a background thread while the keyboard is visible.
    fix: Wrap the presentation or `resignFirstResponder()` in `DispatchQueue.main.async`.
    count: 9
    search: waitUntilAllTasksAreFinished may only be called from the main thread; keyboard crash background thread
    seen: 9
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/5144
    source: https://github.com/RocketChat/Rocket.Chat.iOS/issues/2001
    source: https://github.com/Ink/ios-picker/issues/31
    source: https://github.com/doefler/react-native-social-share/issues/20

    api: -[NSLayoutManager _fillGlyphHoleForCharacterRange:startGlyphIndex:desiredNumberOfCharacters:]
    api: -[NSLayoutManager _fillLayoutHoleForCharacterRange:desiredNumberOfLines:isSoft:]
    id: nslayoutmanager-layout-while-editing
    image: UIFoundation
    raises: exception NSInternalInconsistencyException
    requires: Layout and glyphs are not requested between `beginEditing` and `endEditing` of the text storage.
    reason: -[{} _fillLayoutHoleForCharacterRange:desiredNumberOfLines:isSoft:] *** attempted layout while textStorage is editing. It is not valid to cause the layoutManager to do layout while the textStorage is editing (ie the textStorage has been sent a beginEditing message without a matching endEditing.)
    cause: Code in `processEditing`, a text storage delegate or an attachment asks for rectangles, glyphs or scrolls while the storage is being edited.
    fix: Move that code after `endEditing`, for example to the next pass of the main run loop.
    count: 1
    reason: -[{} _fillGlyphHoleForCharacterRange:startGlyphIndex:desiredNumberOfCharacters:] *** attempted glyph generation while textStorage is editing. It is not valid to cause the layoutManager to do glyph generation while the textStorage is editing (ie the textStorage has been sent a beginEditing message without a matching endEditing.)
    cause: Glyphs are requested while the text storage is being edited.
    fix: Call `endEditing` first, and balance every `beginEditing`.
    count: 1
    search: attempted layout while textStorage is editing; attempted glyph generation while textStorage is editing; NSTextStorage crash
    seen: 2
    source: https://github.com/rajdeep/proton/issues/138
    source: https://github.com/abentele/Erbele/issues/29

    api: -[NSTextStorage ensureAttributesAreFixedInRange:]
    api: -[NSConcreteTextStorage attribute:atIndex:effectiveRange:]
    api: -[NSConcreteTextStorage attributesAtIndex:effectiveRange:]
    api: -[NSConcreteTextStorage attribute:atIndex:longestEffectiveRange:inRange:]
    id: nstextstorage-range
    image: UIFoundation
    raises: exception NSRangeException
    requires: Index and range are within the text storage.
    reason: -[NSConcreteTextStorage attribute:atIndex:effectiveRange:]: Range or index out of bounds
    cause: The range was computed from an older text, or the storage was changed by another thread or by an input method.
    fix: Compare the range with `textStorage.length` before the call, and use text storage on the main thread.
    count: 1
    search: NSConcreteTextStorage Range or index out of bounds; ensureAttributesAreFixedInRange crash
    seen: 1
    source: https://github.com/meitu/MPITextKit/issues/66

    api: _NSBlockNumberForIndex
    api: -[NSRunStorage elementAtIndex:effectiveRange:]
    id: nsrunstorage-index
    image: UIFoundation
    raises: exception NSRangeException
    requires: Glyph and character indexes that are passed to the layout manager exist.
    reason: *** NSRunStorage, _NSBlockNumberForIndex(): index ({}) beyond array bounds ({})
    cause: A glyph or character range from before an edit is used after the text became shorter, or the text is changed on a background thread.
    fix: Recompute the range after each edit and limit it to the text's length.
    count: 1
    search: NSRunStorage _NSBlockNumberForIndex index beyond array bounds; text view crash
    seen: 1
    source: https://github.com/mariohahn/MHValidationClass/issues/4
    """#
}
