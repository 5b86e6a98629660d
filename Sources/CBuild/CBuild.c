#include "CBuild.h"

#ifndef GHSEARCH_BUILD
#define GHSEARCH_BUILD ""
#endif

const char *ghsearch_build(void) { return GHSEARCH_BUILD; }
