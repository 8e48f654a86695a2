import CrashReports

extension Pattern {
  /// A Core Data store that was written with another version of the data model.
  static let coredataModelIncompatible: Pattern = Pattern(
    "coredata-model-incompatible",
    title: "Core Data: the persistent store does not match the data model",
    family: .exception,
    symptom: """
      After an update, the app cannot open its Core Data store: "The model used to open the store is incompatible …".
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([stated, .optional(code)])),
      Grade(.likely, cause: .likely, code),
    ],
    headline: "Core Data: the store's model version does not match the app's",
    cause: """
      Core Data compares the hashes of the entities in the store with those of the model, and they differ: the model \
      was changed without a new version, or there is no way to migrate from the old version to the new one. \
      {detail?Missing: {detail}.}
      """,
    remedy: [
      "Keep every released model version in the .xcdatamodeld, and add a new version for each change.",
      "Let the container migrate (NSMigratePersistentStoresAutomaticallyOption and NSInferMappingModelAutomaticallyOption), and provide a mapping model where it cannot be inferred.",
      "During development, delete the app from the device; never ship code that deletes the store on an error.",
    ],
    changes: [
      Change(
        "swift", before: "container.loadPersistentStores { _, error in if let error { fatalError(\"\\(error)\") } }",
        after: """
          let description = NSPersistentStoreDescription(url: url)
          description.shouldMigrateStoreAutomatically = true
          description.shouldInferMappingModelAutomatically = true
          container.persistentStoreDescriptions = [description]
          container.loadPersistentStores { _, error in if let error { report(error) } }
          """),
      Change(
        "objective-c",
        after: """
          NSDictionary *options = @{
            NSMigratePersistentStoresAutomaticallyOption : @YES, NSInferMappingModelAutomaticallyOption : @YES
          };
          [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:options error:&error];
          """),
    ],
    gaps: [
      Gap(
        unless: code,
        "The error code: 134100 hashes differ, 134110 migration failed, 134130 old model missing, 134140 no mapping model."
      )
    ],
    lookalikes: [
      LookAlike(
        "swift-fatal-error", because: "The fatal error reports a Core Data error.",
        when: .text(["Fatal error"])),
      LookAlike("nsexception-internal-inconsistency", because: "The reason names the store and the model."),
    ],
    references: [
      Reference("Migrating your data model automatically (Apple, Core Data)"),
      Reference("NSPersistentStoreIncompatibleVersionHashError (Apple, CoreDataErrors.h)"),
    ],
    supersedes: Designables.generalFailures + ["swift-fatal-error", "swift-trap-unspecified", "swift-nil-unwrap"],
    generality: 2,
    searchTerms: """
      core data
      the model used to open the store is incompatible with the one used to create the store
      NSPersistentStoreIncompatibleVersionHashError
      core data migration
      134100
      migration
      persistent store
      """,
    examples: [
      .matches(
        "the error as it is logged",
        """
        →Unresolved error Error Domain=NSCocoaErrorDomain Code=134100 "The managed object model version used to open the persistent store is incompatible with the one that was used to create the persistent store." UserInfo={reason=The model used to open the store is incompatible with the one used to create the store}
        """),
      .matches(
        "the program stops because of it",
        """
        →Fatal error: Unresolved error Error Domain=NSCocoaErrorDomain Code=134140 "Persistent store migration failed, missing mapping model."
        """),
      .doesNotMatch(
        "the store file cannot be opened at all",
        """
        CoreData: error: Error Domain=NSCocoaErrorDomain Code=256 "The file “Cards.sqlite” couldn’t be opened." UserInfo={NSSQLiteErrorDomain=14}
        """),
      .doesNotMatch(
        "an incompatible library",
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Reason: Incompatible library version: Cards requires version 2.0.0 or later, but CardKit provides version 1.0.0
        """),
    ])

  private static let stated = Evidence.text(
    [
      "model used to open the store is incompatible with the one used to create",
      "version used to open the persistent store is incompatible",
      "Persistent store migration failed, missing {detail}.", "Persistent store migration failed",
      "Can't find model for source store",
      "Can't find mapping model for migration", "Can't find or automatically infer mapping model for migration",
      "Can't find or infer mapping model", "Cannot migrate store in-place", "entity version hashes{}do not match",
    ], statement: "Core Data reports that the store and the model do not match.")
  private static let code = Evidence.text(
    [
      "NSCocoaErrorDomain Code=134100", "NSCocoaErrorDomain Code=134110", "NSCocoaErrorDomain Code=134130",
      "NSCocoaErrorDomain Code=134140", "NSCocoaErrorDomain Code=134020", "Cocoa error 134100", "Cocoa error 134110",
      "Cocoa error 134130", "Cocoa error 134140", "NSCocoaErrorDomain error 134100", "NSCocoaErrorDomain error 134110",
      "NSCocoaErrorDomain error 134140", "NSCocoaErrorDomain error 134130",
    ], statement: "This error code is for a store that does not match the model.")
}
