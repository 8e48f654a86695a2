extension RaisingAPI {
  /// Masonry, SnapKit and AFNetworking, which assert on views without a common superview, constraints that do not exist and missing URLs.
  static let layoutAndNetworking: StaticString = #"""
    api: -[MASViewConstraint install]
    id: masonry-install
    image: Masonry
    raises: assertion NSInternalInconsistencyException
    requires: Both views of a constraint are in one view hierarchy before the constraint is made.
    reason: couldn't find a common superview for {} and {}
    cause: One of the views was not added to a superview yet, or the two views are in different windows.
    fix: Call `addSubview:` before `mas_makeConstraints:`.
    count: 3
    reason: A multiplier of 0 or a nil second item together with a location for the first attribute creates an illegal constraint of a location equal to a constant. Location attributes must be specified in pairs.
    cause: The view has no superview, so the second item of the constraint is nil.
    fix: Add the view to its superview before you make the constraint.
    count: 1
    search: Masonry crash; couldn't find a common superview
    seen: 4
    source: https://github.com/SnapKit/Masonry/issues/170
    source: https://github.com/tisfeng/Easydict/issues/69
    source: https://github.com/JerryLMJ/LMJDropdownMenu/issues/9
    source: https://github.com/SnapKit/Masonry/issues/185

    api: -[MASViewConstraint setSecondViewAttribute:]
    id: masonry-unsupported-attribute
    image: Masonry
    raises: assertion NSInternalInconsistencyException
    requires: `equalTo` gets a view, a view attribute or a number object that is not nil.
    reason: attempting to add unsupported attribute: {}
    cause: The object passed to `equalTo` is nil or of another type, for example a nil layout guide or a shorthand that is not Masonry's.
    fix: Check that the view exists; use `mas_equalTo` for numbers and structs.
    count: 1
    search: Masonry attempting to add unsupported attribute
    seen: 1
    source: https://github.com/SnapKit/Masonry/issues/256

    api: -[MASConstraint setLayoutConstantWithValue:]
    id: masonry-unsupported-value
    image: Masonry
    raises: assertion NSInternalInconsistencyException
    requires: A constant is a number, `CGPoint`, `CGSize` or insets.
    reason: attempting to set layout constant with unsupported value: {}
    cause: The value passed to `mas_equalTo` or `valueOffset` has another type.
    fix: Pass a number, `CGPoint`, `CGSize` or `UIEdgeInsets`.
    count: 0
    search: Masonry unsupported value
    seen: 0
    source: https://github.com/SnapKit/Masonry/blob/master/Masonry/MASConstraint.m

    api: -[NSArray mas_distributeViewsAlongAxis:withFixedSpacing:leadSpacing:tailSpacing:]
    api: -[NSArray mas_distributeViewsAlongAxis:withFixedItemLength:leadSpacing:tailSpacing:]
    id: masonry-distribute
    image: Masonry
    raises: assertion NSInternalInconsistencyException
    requires: The array contains at least two views.
    reason: views to distribute need to bigger than one
    cause: The array has fewer than two views.
    fix: Check the count, and constrain a single view directly.
    count: 0
    search: mas_distributeViewsAlongAxis crash
    seen: 0
    source: https://github.com/SnapKit/Masonry/blob/master/Masonry/NSArray%2BMASAdditions.m

    api: -[NSArray mas_commonSuperviewOfViews]
    id: masonry-common-superview-of-views
    image: Masonry
    raises: assertion NSInternalInconsistencyException
    requires: All views of the array are in one view hierarchy.
    reason: Can't constrain views that do not share a common superview. Make sure that all the views in this array have been added into the same view hierarchy.
    cause: A view of the array was not added to the common superview.
    fix: Add all views before you distribute them.
    count: 0
    search: Masonry views do not share a common superview
    seen: 0
    source: https://github.com/SnapKit/Masonry/blob/master/Masonry/NSArray%2BMASAdditions.m

    api: Constraint.activateIfNeeded(updatingExisting:)
    id: snapkit-update-constraints
    image: SnapKit
    raises: swift
    requires: `updateConstraints` changes only the constant of a constraint that `makeConstraints` made before.
    reason: Updated constraint could not find existing matching constraint to update: {}
    cause: The constraint in `updateConstraints` differs in its items, attributes, relation, multiplier or priority from the existing one, or none exists.
    fix: Use `remakeConstraints`, or change only `offset`, `inset` or the constant of the same constraint.
    count: 10
    search: SnapKit updateConstraints crash; could not find existing matching constraint to update
    seen: 10
    source: https://github.com/SnapKit/SnapKit/issues/295
    source: https://github.com/SnapKit/SnapKit/issues/361
    source: https://github.com/SnapKit/SnapKit/issues/408
    source: https://github.com/SnapKit/SnapKit/issues/591

    api: ConstraintMakerRelatable.equalToSuperview(_:_:)
    api: ConstraintMakerRelatable.lessThanOrEqualToSuperview(_:_:)
    api: ConstraintMakerRelatable.greaterThanOrEqualToSuperview(_:line:)
    api: ConstraintMakerRelatable.equalToSuperview(_:_:line:)
    id: snapkit-superview
    image: SnapKit
    raises: swift
    requires: The view has a superview before `equalToSuperview` is used.
    reason: Expected superview but found nil when attempting make constraint `equalToSuperview`.
    cause: Constraints are made before `addSubview`.
    fix: Call `addSubview` before `snp.makeConstraints`.
    count: 0
    search: SnapKit expected superview but found nil; equalToSuperview crash
    seen: 0
    source: https://github.com/SnapKit/SnapKit/blob/develop/Sources/ConstraintMakerRelatable.swift

    api: ConstraintMakerRelatable.relatedTo(_:relation:file:line:)
    id: snapkit-related-to
    image: SnapKit
    raises: swift
    requires: A constraint relates one attribute, or several to the same attributes of the other item.
    reason: Cannot constraint to multiple non identical attributes. ({}, {})
    cause: Several attributes on the left are related to different attributes on the right.
    fix: Write one line for each attribute.
    count: 0
    reason: Invalid constraint. ({}, {})
    cause: The target has no layout item.
    fix: Pass a view, a layout guide or a constant.
    count: 0
    search: SnapKit invalid constraint; multiple non identical attributes
    seen: 0
    source: https://github.com/SnapKit/SnapKit/blob/develop/Sources/ConstraintMakerRelatable.swift

    api: -[AFHTTPSessionManager setSecurityPolicy:]
    id: afnetworking-security-policy
    image: AFNetworking
    raises: exception Invalid Security Policy
    requires: A manager with SSL pinning has a base URL with the scheme `https`.
    reason: A security policy configured with `{}` can only be applied on a manager with a secure base URL (i.e. https)
    cause: The manager was created without a base URL (`[AFHTTPSessionManager manager]`) or with `http` (the check is case-sensitive).
    fix: Create the manager with `initWithBaseURL:` and an `https` URL before you set the policy.
    count: 8
    search: AFNetworking Invalid Security Policy; AFSSLPinningMode secure base URL
    seen: 9
    source: https://github.com/AFNetworking/AFNetworking/issues/4150
    source: https://github.com/AFNetworking/AFNetworking/issues/4563
    source: https://github.com/AFNetworking/AFNetworking/issues/4240
    source: https://github.com/AFNetworking/AFNetworking/issues/4141

    api: -[AFHTTPRequestSerializer requestWithMethod:URLString:parameters:error:]
    id: afnetworking-request-url
    image: AFNetworking
    raises: assertion NSInternalInconsistencyException
    requires: The URL string forms a valid URL, and the method is not nil.
    reason: Invalid parameter not satisfying: URLString
    cause: `NSURL` could not parse the string (a space, a Chinese character or an empty host), so the URL is nil.
    fix: Percent-encode the path and query, and check that the URL is not nil.
    count: 2
    reason: Invalid parameter not satisfying: url
    cause: The URL string is not valid.
    fix: Percent-encode the string, and check that the URL is not nil.
    count: 0
    search: AFNetworking URLString assertion; Invalid parameter not satisfying URLString
    seen: 3
    source: https://github.com/AFNetworking/AFNetworking/issues/3080
    source: https://github.com/AFNetworking/AFNetworking/issues/2778
    source: https://github.com/alexruperez/PFLinkedInUtils/issues/12

    api: -[AFHTTPClient initWithBaseURL:]
    id: afnetworking-client-base-url
    image: AFNetworking
    raises: assertion NSInternalInconsistencyException
    requires: The base URL is not nil.
    reason: Invalid parameter not satisfying: url
    cause: The base URL could not be parsed or is nil.
    fix: Check the base URL before you create the client.
    count: 1
    search: AFHTTPClient initWithBaseURL crash
    seen: 2
    source: https://github.com/dennisreimann/ioctocat/issues/345
    source: https://github.com/AFNetworking/AFNetworking/pull/547

    api: AFPercentEscapedStringFromString
    id: afnetworking-percent-escape
    image: AFNetworking
    raises: exception NSInvalidArgumentException
    requires: Query parameters are well-formed strings.
    reason: -[__NSCFString appendString:]: nil argument
    cause: A parameter contains half of a surrogate pair (a cut emoji), so it cannot be percent-encoded.
    fix: Cut strings at composed character boundaries before you pass them as parameters.
    count: 1
    search: AFPercentEscapedStringFromString crash
    seen: 1
    source: https://github.com/AFNetworking/AFNetworking/issues/4359

    api: -[AFStreamingMultipartFormData appendPartWithFileURL:name:error:]
    api: -[AFStreamingMultipartFormData appendPartWithFileURL:name:fileName:mimeType:error:]
    api: -[AFStreamingMultipartFormData appendPartWithFileData:name:fileName:mimeType:]
    api: -[AFStreamingMultipartFormData appendPartWithInputStream:name:fileName:length:mimeType:]
    api: -[AFStreamingMultipartFormData appendPartWithFormData:name:]
    api: -[AFStreamingMultipartFormData appendPartWithHeaders:body:]
    id: afnetworking-multipart
    image: AFNetworking
    raises: assertion NSInternalInconsistencyException
    requires: File URL, name, file name and MIME type of a part are not nil.
    reason: Invalid parameter not satisfying: {}
    cause: The parameter that the message names is nil.
    fix: Check the value before you append the part.
    count: 0
    search: AFNetworking multipart upload crash; appendPartWithFileData
    seen: 0
    source: https://github.com/AFNetworking/AFNetworking/blob/master/AFNetworking/AFURLRequestSerialization.m

    api: -[AFURLSessionManager setDelegate:forTask:]
    api: -[AFURLSessionManager delegateForTask:]
    api: -[AFURLSessionManager removeDelegateForTask:]
    id: afnetworking-task
    image: AFNetworking
    raises: assertion NSInternalInconsistencyException
    requires: The session created a task, which fails when the session is invalidated.
    reason: Invalid parameter not satisfying: task
    cause: The session returned no task, because it was invalidated or the resume data was not valid.
    fix: Do not create tasks after `invalidateSessionCancelingTasks:`.
    count: 0
    search: AFNetworking Invalid parameter not satisfying task
    seen: 0
    source: https://github.com/AFNetworking/AFNetworking/blob/master/AFNetworking/AFURLSessionManager.m
    """#
}
