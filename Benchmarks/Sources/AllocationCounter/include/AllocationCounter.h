#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// Calls of malloc and its kin since the process started; zero where they cannot be counted.
long allocation_count(void);

#endif
