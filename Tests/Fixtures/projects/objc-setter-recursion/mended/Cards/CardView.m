#import "CardView.h"

@implementation CardView

- (void)setTitle:(NSString *)title {
  _title = title;
}

@end
