#import <UserNotifications/UserNotifications.h>

@implementation Push

+ (void)load {
#if !TARGET_INTERFACE_BUILDER
  [UNUserNotificationCenter currentNotificationCenter].delegate = (id)[NSObject new];
#endif
}

@end
