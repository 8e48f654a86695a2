#import "CardView.h"

@implementation CardView

- (void)setTitle:(NSString *)title {
  self.title = title;
}

@end
