// As Swift array literals (`.embedInCode`), the two tables took more compile time than the rest of
// GradesLocalization. `#embed` costs nothing and names the files as dependencies.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "tables.h"

static const unsigned char czech[] = {
#embed "../cs.strings"
};

static const unsigned char english[] = {
#embed "../en.strings"
};

grades_table grades_czech_table(void) {
  return (grades_table){czech, sizeof czech};
}

grades_table grades_english_table(void) {
  return (grades_table){english, sizeof english};
}
