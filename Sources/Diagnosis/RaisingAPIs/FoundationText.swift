extension RaisingAPI {
  /// NSString, NSAttributedString, NSRegularExpression and NSPredicate.
  static let foundationText: StaticString = #"""
    api: -[NSString substringWithRange:]
    api: -[NSString substringFromIndex:]
    api: -[NSString substringToIndex:]
    api: -[__NSCFString substringWithRange:]
    api: -[__NSCFConstantString substringWithRange:]
    id: nsstring-substring
    image: Foundation, CoreFoundation
    raises: exception NSRangeException
    requires: The index or range lies within the string, counted in UTF-16 units.
    reason: *** -[__NSCFConstantString substringToIndex:]: Index {} out of bounds; string length {}
    cause: The string is shorter than the code assumes, often empty.
    fix: Check `length` first, or use `hasPrefix:` for comparisons.
    count: 3
    reason: *** -[__NSCFConstantString substringFromIndex:]: Index {} out of bounds; string length {}
    cause: The start index is past the end of the string.
    fix: Check `length` first.
    count: 1
    reason: -[__NSCFString substringWithRange:]: Range {} out of bounds; string length {}
    cause: The range was computed for another string, or its location is `NSNotFound`.
    fix: Check the location for `NSNotFound`, and convert Swift indices with `NSRange(range, in: string)`.
    count: 1
    search: substringWithRange out of bounds; substringToIndex out of bounds string length 0; NSString substring crash
    seen: 9
    source: https://github.com/Cocoanetics/DTCoreText/issues/1018
    source: https://github.com/CoderMJLee/MJExtension/issues/663
    source: https://github.com/sensorberg-dev/ios-sdk/issues/19
    source: https://github.com/Clipy/Clipy/issues/68

    api: -[__NSCFString characterAtIndex:]
    api: -[__NSCFConstantString characterAtIndex:]
    api: -[NSBigMutableString characterAtIndex:]
    api: -[NSTaggedPointerString characterAtIndex:]
    id: nsstring-character-at-index
    image: CoreFoundation, Foundation
    raises: exception NSRangeException
    requires: The index is smaller than the string's length in UTF-16 units.
    reason: *** -[NSBigMutableString characterAtIndex:]: Index {} out of bounds; string length {}
    cause: The index equals or exceeds the length; a Swift character count is not the UTF-16 length.
    fix: Check `index < length`, and use the string's own indices in Swift.
    count: 1
    reason: -[__NSCFConstantString characterAtIndex:]: Range or index out of bounds
    cause: The index is past the end of the string.
    fix: Check `index < length`.
    count: 1
    search: characterAtIndex Range or index out of bounds; NSBigMutableString characterAtIndex
    seen: 2
    source: https://github.com/meitu/MTHawkeye/pull/33
    source: https://github.com/malcommac/SwiftRichString/issues/89

    api: -[NSRLEArray objectAtIndex:effectiveRange:]
    api: -[NSConcreteAttributedString attributesAtIndex:effectiveRange:]
    api: -[NSConcreteMutableAttributedString attributesAtIndex:effectiveRange:]
    api: -[NSConcreteMutableAttributedString replaceCharactersInRange:withString:]
    api: -[NSMutableAttributedString removeAttribute:range:]
    id: nsattributedstring-out-of-bounds
    image: Foundation
    raises: exception NSRangeException
    requires: The index or range lies within the attributed string, counted in UTF-16 units.
    reason: NSMutableRLEArray objectAtIndex:effectiveRange:: Out of bounds
    cause: The index is the string's length or more: an empty string, a range of an older text, or a count of Swift characters.
    fix: Limit the range with `NSIntersectionRange`, and compute it with `NSRange(range, in: string)` from the current text.
    count: 8
    reason: NSRLEArray objectAtIndex:effectiveRange:: Out of bounds
    cause: The index is past the end of an immutable attributed string.
    fix: Check `index < attributedString.length`.
    count: 1
    search: NSMutableRLEArray objectAtIndex effectiveRange Out of bounds; attributed string range crash
    seen: 9
    source: https://github.com/TTTAttributedLabel/TTTAttributedLabel/issues/90
    source: https://github.com/TTTAttributedLabel/TTTAttributedLabel/issues/328
    source: https://github.com/ibireme/YYKit/issues/395
    source: https://github.com/leavez/Neat/issues/2

    api: -[NSMutableRLEArray replaceObjectsInRange:withObject:length:]
    api: -[NSConcreteMutableAttributedString addAttribute:value:range:]
    api: -[NSConcreteMutableAttributedString addAttributes:range:]
    api: -[NSConcreteMutableAttributedString setAttributes:range:]
    id: nsattributedstring-add-attribute
    image: Foundation
    raises: exception NSRangeException
    requires: The range lies within the attributed string, counted in UTF-16 units.
    reason: NSMutableRLEArray replaceObjectsInRange:withObject:length:: Out of bounds
    cause: The range ends after the string: it belongs to another text, or it was counted in Swift characters (emoji).
    fix: Compute the range from the attributed string itself, for example `NSRange(location: 0, length: attributedString.length)`.
    count: 4
    search: addAttribute out of bounds; NSMutableRLEArray replaceObjectsInRange Out of bounds; setAttributes range crash
    seen: 4
    source: https://github.com/0xLet/SwiftUIKit/issues/71
    source: https://github.com/ibireme/YYText/issues/970
    source: https://github.com/bytedance/RangersAppLog/issues/15
    source: https://github.com/kishikawakatsumi/SECoreTextView/issues/55

    api: -[NSRegularExpression enumerateMatchesInString:options:range:usingBlock:]
    api: -[NSRegularExpression firstMatchInString:options:range:]
    api: -[NSRegularExpression matchesInString:options:range:]
    api: -[NSRegularExpression numberOfMatchesInString:options:range:]
    id: nsregularexpression-matches
    image: Foundation
    raises: exception NSRangeException, NSInvalidArgumentException
    requires: The string is not nil, and the range lies within it, counted in UTF-16 units.
    reason: *** -[NSRegularExpression enumerateMatchesInString:options:range:usingBlock:]: Range or index out of bounds
    cause: The range is longer than the string in UTF-16 units, or it is that of an older text.
    fix: Pass `NSRange(text.startIndex..., in: text)`.
    count: 4
    reason: *** -[NSRegularExpression enumerateMatchesInString:options:range:usingBlock:]: nil argument
    cause: The string is nil.
    fix: Check the string before you search it.
    count: 2
    search: NSRegularExpression enumerateMatchesInString Range or index out of bounds; NSRegularExpression nil argument
    seen: 6
    source: https://github.com/soffes/SyntaxKit/issues/9
    source: https://github.com/nothingmagical/whiskey-issues/issues/59
    source: https://github.com/macoscope/CodePilot/issues/36
    source: https://github.com/lionheart/openradar-mirror/issues/15084

    api: _qfqp2_performParsing
    api: +[NSPredicate predicateWithFormat:]
    api: +[NSPredicate predicateWithFormat:arguments:]
    api: +[NSPredicate predicateWithFormat:argumentArray:]
    id: nspredicate-format
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The format string is a valid predicate.
    reason: Unable to parse the format string "{}"
    cause: The string was built by interpolation and contains a quote, a reserved word or an incomplete expression.
    fix: Pass values as arguments (`%@`) and key paths as `%K`; never interpolate user text into the format.
    count: 7
    search: NSPredicate Unable to parse the format string; predicateWithFormat crash; predicate apostrophe crash
    seen: 9
    source: https://github.com/realm/realm-swift/issues/2763
    source: https://github.com/realm/realm-swift/issues/6521
    source: https://github.com/ptsochantaris/trailer/pull/165
    source: https://github.com/zingdom/zing-bright/issues/26

    api: -[NSURLComponents setPercentEncodedQuery:]
    api: -[__NSConcreteURLComponents setPercentEncodedQuery:]
    api: URLComponents.percentEncodedQuery.setter
    id: nsurlcomponents-percent-encoded-query
    image: Foundation, CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: The string is already percent-encoded and has only characters that are allowed in a query.
    reason: *** +[NSURLComponents setPercentEncodedQuery:]: invalid characters in percentEncodedQuery
    cause: The string has a character such as a space, a brace or a non-ASCII letter that is not percent-encoded.
    fix: Assign `query` or `queryItems`, which encode the values, or encode the string first with `addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)`.
    count: 3
    search: setPercentEncodedQuery invalid characters in percentEncodedQuery; URLComponents crash
    seen: 4
    source: https://github.com/Alamofire/Alamofire/issues/151
    source: https://github.com/Alamofire/Alamofire/issues/162
    source: https://github.com/Alamofire/Alamofire/issues/165
    source: https://github.com/ProxymanApp/Proxyman/issues/2091

    api: DateInterval.init(start:end:)
    api: DateInterval.end.setter
    id: dateinterval-reversed
    image: Foundation, FoundationEssentials, libswiftFoundation.dylib
    raises: swift
    requires: The end date is not before the start date.
    reason: Reverse intervals are not allowed
    cause: The two dates are reversed, for example because the device clock was set back between two measurements.
    fix: Order the dates with `min` and `max`, or check `start <= end` before you create the interval.
    search: DateInterval init start end crash; end date before start date
    seen: 2
    source: https://github.com/immobiliare/RealHTTP/issues/46
    source: https://github.com/immobiliare/RealHTTP/pull/47

    api: -[NSAttributedString initWithData:options:documentAttributes:error:]
    api: _NSReadAttributedStringFromURLOrData
    api: -[NSHTMLReader _loadUsingWebKit]
    id: nsattributedstring-html-off-main
    image: UIFoundation, UIKitCore, UIKit
    raises: exception NSRangeException, NSInternalInconsistencyException
    requires: HTML data is converted on the main thread, outside of layout and cell callbacks.
    cause: HTML is converted on a background thread or while the app moves to the background; the converter uses WebKit and runs the main run loop.
    fix: Convert HTML on the main thread before the view needs it, or parse it without `NSAttributedString`.
    search: NSAttributedString HTML crash background thread; NSAttributedString init data html crash
    seen: 5
    source: https://github.com/johnxnguyen/Down/issues/171
    source: https://github.com/johnxnguyen/Down/issues/116
    source: https://github.com/lionheart/openradar-mirror/issues/1192
    source: https://github.com/alexander-albers/tripkit/issues/47

    api: -[NSDateInterval initWithStartDate:endDate:]
    api: -[NSDateInterval initWithStartDate:duration:]
    id: nsdateinterval-reversed
    image: Foundation, CoreFoundation
    raises: exception NSInvalidArgumentException
    requires: The end date is not before the start date, and the duration is not negative.
    cause: The two dates are reversed, or a computed duration is below zero.
    fix: Compare the dates before you create the interval.
    search: NSDateInterval initWithStartDate endDate exception
    seen: 1
    source: https://github.com/gnustep/libs-base/pull/658

    api: -[NSPlaceholderString initWithFormat:locale:arguments:]
    api: +[NSString stringWithFormat:]
    id: nsstring-nil-format
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The format string is not nil.
    reason: *** -[NSPlaceholderString initWithFormat:locale:arguments:]: nil argument
    cause: The format is nil, often a localized string whose bundle or table was not found.
    fix: Check that the resource bundle is part of the app, and pass a default value for the format.
    count: 5
    search: stringWithFormat nil argument; NSPlaceholderString initWithFormat:locale:arguments: nil argument
    seen: 5
    source: https://github.com/kevinlawler/NSDate-TimeAgo/issues/61
    source: https://github.com/kevinlawler/NSDate-TimeAgo/issues/37
    source: https://github.com/idnow/de.idnow.ios.sdk/issues/31
    source: https://github.com/etabard/Cordova-PDFReader-IOS/issues/2

    api: -[NSPlaceholderMutableString initWithString:]
    api: -[NSPlaceholderString initWithString:]
    api: +[NSString stringWithString:]
    id: nsstring-init-nil-string
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The string is not nil.
    reason: *** -[NSPlaceholderMutableString initWithString:]: nil argument
    cause: The source string is nil.
    fix: Check the string for nil, or use `copy`, which returns nil for nil.
    count: 1
    search: NSPlaceholderMutableString initWithString nil argument; stringWithString nil crash
    seen: 2
    source: https://github.com/alinradut/Disk-Inventory-X/issues/4
    source: https://github.com/microsoft/appcenter-sdk-apple/pull/2530

    api: -[NSConcreteScanner setScanLocation:]
    id: nsscanner-scan-location
    image: Foundation
    raises: exception NSRangeException
    requires: The location is at most the length of the scanner's string.
    reason: *** -[NSConcreteScanner setScanLocation:]: Index {} out of bounds; string length {}
    cause: The location was computed past the end or below zero; a scanner that was created with a nil string has length 0.
    fix: Check the source string for nil, and compare the new location with `scanner.string.length`.
    count: 1
    search: NSScanner setScanLocation out of bounds; NSScanner nil string argument
    seen: 1
    source: https://github.com/mattgemmell/MGWordCounter/issues/3

    api: -[NSXMLDocument initWithData:options:error:]
    id: nsxmldocument-nil-data
    image: Foundation
    raises: exception NSInvalidArgumentException
    requires: The data is not nil.
    reason: -[NSXMLDocument initWithData:options:error:]: nil argument
    cause: The download or the file read failed and returned nil.
    fix: Check the data for nil before you parse it.
    count: 1
    search: NSXMLDocument initWithData nil argument
    seen: 1
    source: https://github.com/amyworrall/QuickRadar/issues/6

    api: -[NSURL initWithScheme:host:path:]
    id: nsurl-path-not-absolute
    image: CoreFoundation, Foundation
    raises: exception NSInvalidArgumentException
    requires: The path starts with a slash.
    reason: *** -[NSURL initWithScheme:host:path:]: path is not absolute.
    cause: The path is relative or empty.
    fix: Put `/` before the path, or build the URL with `NSURLComponents`.
    count: 1
    search: NSURL initWithScheme host path is not absolute
    seen: 1
    source: https://github.com/octokit/octokit.objc/pull/164
    """#
}
