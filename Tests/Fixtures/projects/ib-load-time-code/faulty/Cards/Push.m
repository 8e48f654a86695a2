#import <UserNotifications/UserNotifications.h>

@implementation Push

+ (void)load {
  [UNUserNotificationCenter currentNotificationCenter].delegate = (id)[NSObject new];
}

@end
