#import <CoreText/CoreText.h>
#import "CardView.h"

__attribute__((constructor)) static void LoadFonts(void) {
  NSString *path = [[NSBundle mainBundle] pathForResource:@"Icons" ofType:@"ttf"];
  CGDataProviderRef provider = CGDataProviderCreateWithFilename(path.fileSystemRepresentation);
  CGFontRef font = CGFontCreateWithDataProvider(provider);
  CTFontManagerRegisterGraphicsFont(font, NULL);
  CFRelease(font);
  CGDataProviderRelease(provider);
}
