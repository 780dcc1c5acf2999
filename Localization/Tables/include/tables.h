// The string tables, embedded in the program.

#ifndef GRADES_TABLES_H
#define GRADES_TABLES_H

#include <stddef.h>

/// The bytes of a file in the `.strings` format, with static lifetime.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} grades_table;

/// The contents of `cs.strings`.
grades_table grades_czech_table(void);

/// The contents of `en.strings`.
grades_table grades_english_table(void);

#endif
