extension RaisingAPI {
  /// WKWebView, its delegates and handlers.
  static let webKitViews: StaticString = #"""
    api: WebKit::CompletionHandlerCallChecker::~CompletionHandlerCallChecker
    api: WTF::Ref::~Ref
    id: wkwebview-handler-not-called
    image: WebKit
    raises: exception NSInternalInconsistencyException
    requires: Every completion or decision handler that WebKit passes to a delegate is called once, before it is released.
    reason: Completion handler passed to -[{} webView:decidePolicyForNavigationAction:decisionHandler:] was not called
    cause: A path of the delegate method returns without calling the handler, or the object that keeps the handler was deallocated (screen closed, plugin answer lost).
    fix: Call the handler on every path, also when `self` is gone, for example `decisionHandler(.cancel)` in the `guard` of a weak self.
    count: 5
    search: Completion handler passed to decidePolicyForNavigationAction was not called; WKWebView crash CompletionHandlerCallChecker; runJavaScriptAlertPanel handler
    seen: 6
    source: https://github.com/flutter/flutter/issues/102476
    source: https://github.com/firebase/firebase-ios-sdk/issues/12687
    source: https://github.com/pichillilorenzo/flutter_inappwebview/issues/1221
    source: https://github.com/manaflow-ai/cmux/issues/10566

    api: WebKit::CompletionHandlerCallChecker::didCallCompletionHandler
    api: WebKit::CompletionHandlerCallChecker::completionHandlerHasBeenCalled
    id: wkwebview-handler-called-twice
    image: WebKit
    raises: exception NSInternalInconsistencyException
    requires: A decision handler is called once only.
    reason: Completion handler passed to -[{} webView:decidePolicyForNavigationAction:decisionHandler:] was called more than once
    cause: The delegate calls the handler and then continues without `return`, or forwards it to another delegate after calling it.
    fix: Return after each call of the handler, or use one `if … else` chain.
    count: 5
    search: decisionHandler called more than once; Completion handler was called more than once WKWebView
    seen: 5
    source: https://github.com/marcuswestin/WebViewJavascriptBridge/issues/278
    source: https://github.com/meismyles/SwiftWebVC/issues/26
    source: https://github.com/GeeTeam/gtapp-ios-oc/issues/6
    source: https://github.com/asifbilal786/ABWebView/issues/1

    api: raiseExceptionIfNecessary
    api: -[WKURLSchemeTaskImpl didReceiveResponse:]
    api: -[WKURLSchemeTaskImpl didReceiveData:]
    api: -[WKURLSchemeTaskImpl didFinish]
    api: -[WKURLSchemeTaskImpl didFailWithError:]
    id: wkurlschemetask-state
    image: WebKit
    raises: exception NSInternalInconsistencyException
    requires: A scheme task gets a response, then data, then one end, all before WebKit stops it.
    reason: This task has already been stopped
    cause: The handler answers after WebKit called `webView(_:stop:)`, typical when the page navigates away during a network request.
    fix: Keep the running tasks in a set that only the main thread uses, remove the task in `webView(_:stop:)`, and test the set before each call.
    count: 4
    search: This task has already been stopped; WKURLSchemeHandler crash; didReceive after stop
    seen: 6
    source: https://github.com/kiwix/kiwix-apple/issues/895
    source: https://github.com/wikimedia/wikipedia-ios/pull/2982
    source: https://github.com/makenotion/react-native-webview/pull/2
    source: https://github.com/Infomaniak/ios-kMail/pull/605

    api: -[WKWebViewConfiguration setURLSchemeHandler:forURLScheme:]
    id: wkwebview-scheme-handler
    image: WebKit
    raises: exception NSInvalidArgumentException
    requires: The scheme is a valid custom scheme that WebKit does not handle itself and that has no handler yet.
    reason: '{}' is a URL scheme that WKWebView handles natively
    cause: A handler is set for http, https, file, data, blob or another scheme of WebKit.
    fix: Use a custom scheme such as `myapp`, or test with `WKWebView.handlesURLScheme(_:)` first.
    count: 3
    search: is a URL scheme that WKWebView handles natively; setURLSchemeHandler https crash
    seen: 3
    source: https://github.com/yeatse/NSURLProtocol-WebKitSupport/issues/6
    source: https://github.com/wilddylan/WKWebViewWithURLProtocol/issues/6

    api: -[WKUserContentController addScriptMessageHandler:name:]
    api: -[WKUserContentController _addScriptMessageHandler:]
    api: -[WKUserContentController _addScriptMessageHandler:name:contentWorld:]
    api: -[WKUserContentController addScriptMessageHandlerWithReply:contentWorld:name:]
    id: wkusercontentcontroller-duplicate-handler
    image: WebKit
    raises: exception NSInvalidArgumentException
    requires: No handler with this name exists in the content world of this user content controller.
    reason: Attempt to add script message handler with name '{}' when one already exists.
    cause: The handler is added twice: a shared configuration, a second `viewDidLoad`, or a window opened with the configuration of its parent.
    fix: Call `removeScriptMessageHandler(forName:)` first, or create a new `WKUserContentController` per web view.
    count: 5
    search: Attempt to add script message handler with name when one already exists; WKUserContentController crash
    seen: 7
    source: https://github.com/klaviyo/klaviyo-swift-sdk/issues/389
    source: https://github.com/flutter/flutter/issues/141242
    source: https://github.com/Lision/WKWebViewJavascriptBridge/issues/3
    source: https://github.com/microsoft/clarity-apps/issues/68

    api: _WebTryThreadLock
    api: WebThreadLock
    id: webthreadlock-background-thread
    image: WebCore
    raises: abort
    requires: `UIWebView` and text views that use WebKit are used on the main thread.
    reason: bool _WebTryThreadLock(bool), {}: Tried to obtain the web lock from a thread other than the main thread or the web thread. This may be a result of calling to UIKit from a secondary thread. Crashing now...
    cause: A `UIWebView`, `UITextView` or HTML string is created or released on a background thread.
    fix: Move the call to the main thread, and replace `UIWebView` with `WKWebView`.
    count: 2
    reason: bool _WebTryThreadLock(bool), {}: Multiple locks on web thread not allowed! Please file a bug. Crashing now...
    cause: A run loop was started on the web thread, or UIKit was called from it.
    fix: Move UIKit and JavaScript callbacks to the main thread, and replace `UIWebView` with `WKWebView`.
    count: 2
    search: Tried to obtain the web lock from a thread other than the main thread or the web thread; WebTryThreadLock; Multiple locks on web thread
    seen: 4
    source: https://github.com/matomo-org/matomo-sdk-ios/issues/1
    source: https://github.com/ibireme/YYImage/issues/52
    source: https://github.com/EddyVerbruggen/SocialSharing-PhoneGap-Plugin/issues/179

    api: WebCoreReportThreadViolation
    id: webkit-legacy-thread-violation
    image: WebCore
    raises: exception WebKitThreadingException
    requires: The methods of the legacy `WebView` and `WebFrame` run on the main thread.
    reason: {} was called from a secondary thread
    cause: A legacy WebKit method such as `loadHTMLString:baseURL:` is called on a background queue.
    fix: Call it in `DispatchQueue.main.async`, and move to `WKWebView`.
    count: 1
    kind: handler
    search: WebKitThreadingException; was called from a secondary thread; WebView crash
    seen: 1
    source: https://github.com/dustinrue/ControlPlane/issues/105
    """#
}
