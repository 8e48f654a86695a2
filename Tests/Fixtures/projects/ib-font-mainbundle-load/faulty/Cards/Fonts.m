#import <CoreText/CoreText.h>

@interface Fonts : NSObject
@end

@implementation Fonts

+ (void)load {
  NSURL *url = [[NSBundle mainBundle] URLForResource:@"Icons" withExtension:@"ttf"];
  if (url) { CTFontManagerRegisterFontsForURL((__bridge CFURLRef)url, kCTFontManagerScopeProcess, NULL); }
}

@end
