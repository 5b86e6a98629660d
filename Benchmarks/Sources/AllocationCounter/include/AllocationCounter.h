#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// Returns the number of calls of malloc and related functions since the process started; zero if it
/// cannot count them.
long allocation_count(void);

#endif
