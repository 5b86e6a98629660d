#ifndef CBUILD_H
#define CBUILD_H

// The commit that the program was built from and its date, such as "1a2b3c4d5e, 2026-11-23"; empty
// for a build without the Makefile. A separate target, so that a commit recompiles nothing else.
const char *ghsearch_build(void);

#endif
