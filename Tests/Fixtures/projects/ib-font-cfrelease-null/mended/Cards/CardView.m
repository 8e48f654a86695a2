#import "CardView.h"

@implementation CardView


@end
