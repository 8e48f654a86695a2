#import <UIKit/UIKit.h>

IB_DESIGNABLE
@interface CardView : UIView
@property (nonatomic, copy) IBInspectable NSString *title;
@end
