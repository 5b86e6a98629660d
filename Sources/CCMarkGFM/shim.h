// GitHub's own reader of Markdown. It is linked in whole: see decision 0042 and Package.swift.
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
