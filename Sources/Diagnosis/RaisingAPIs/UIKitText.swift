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
  """#
}
