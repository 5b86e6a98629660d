// Functions that glibc's headers declare for programs in GNU's C alone, which Swift does not speak.

#ifndef CGLIBC_H
#define CGLIBC_H

#ifdef __linux__

#include <spawn.h>

int mkostemp(char *pattern, int flags);

#ifdef __GLIBC__
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
#endif

#endif

#endif
