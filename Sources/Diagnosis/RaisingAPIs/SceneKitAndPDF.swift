extension RaisingAPI {
  /// SceneKit, PDFKit and QuickLook.
  static let sceneKitAndPDF: StaticString = #"""
    api: -[SCNRenderContextMetal _setupDescriptor:forPass:isFinalTechnique:]
    id: scnview-empty-size
    image: SceneKit
    raises: abort
    requires: A scene view has a size above zero when it renders.
    reason: Assertion failed: (renderSize.x != 0), function -[SCNRenderContextMetal _setupDescriptor:forPass:isFinalTechnique:], file {}, line {}.
    cause: The `SCNView` was created without a frame and rendered before layout (iOS 9).
    fix: Create it with a frame that is not empty.
    count: 1
    search: renderSize.x != 0 assertion failed; SCNView zero frame crash
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/7914

    api: -[PDFDocument removePageAtIndex:]
    api: -[PDFDocument insertPage:atIndex:]
    api: -[PDFDocument exchangePageAtIndex:withPageAtIndex:]
    id: pdfdocument-page-index
    image: PDFKit
    raises: exception NSRangeException
    requires: The page index is less than the document's `pageCount`, or equal to it for an insertion.
    cause: The index is out of bounds, or the pages of the document were not loaded yet (older systems).
    fix: Compare the index with `pageCount` first, and load each page with `page(at:)` before you remove one.
    search: PDFDocument removePage exception; page index out of bounds PDFKit
    seen: 1
    source: https://github.com/lionheart/openradar-mirror/issues/13714
    source: https://developer.apple.com/documentation/pdfkit/pdfdocument/removepage(at:)

    api: -[QLPreviewController reloadData]
    api: -[QLPreviewController refreshCurrentPreviewItem]
    id: qlpreviewcontroller-nil-url
    image: QuickLook
    raises: exception NSInvalidArgumentException
    requires: The preview item has a file URL.
    reason: -[NSURL initFileURLWithPath:]: nil string parameter
    cause: `previewItemURL` is nil because the file is not downloaded yet (iOS 7).
    fix: Return a file URL that exists, and show your own progress view until the file is there.
    count: 1
    reason: setObjectForKey: key cannot be nil
    cause: `previewItemURL` is nil (iOS 6).
    fix: Return a file URL that exists.
    count: 1
    search: QLPreviewController nil previewItemURL crash
    seen: 2
    source: https://github.com/lionheart/openradar-mirror/issues/4842
    source: https://github.com/lionheart/openradar-mirror/issues/13617

    api: -[QLPreviewView setPreviewItem:blockingUntilLoading:timeoutDate:transition:]
    id: qlpreviewview-deactivated
    image: QuickLookUI
    raises: abort
    requires: A preview item is set only while the `QLPreviewView` is active, which ends when it is closed or leaves its window.
    reason: [QL] -[QLPreviewView setPreviewItem:blockingUntilLoading:timeoutDate:transition:]: item == nil || _reserved->internalState != QLPreviewDeactivatedInternalState
    cause: SwiftUI's `updateNSView` sets an item on a preview view that was closed or removed from its window (tab switch).
    fix: Create a new `QLPreviewView` after the old one was closed, and set the item only when `window` is not nil; clear it in `dismantleNSView`.
    count: 4
    search: QLPreviewDeactivatedInternalState; QLPreviewView setPreviewItem crash; QuickLook SwiftUI abort
    seen: 5
    source: https://github.com/manaflow-ai/cmux/issues/4453
    source: https://github.com/manaflow-ai/cmux/pull/6402
    source: https://github.com/batonogov/pine/issues/618
    """#
}
