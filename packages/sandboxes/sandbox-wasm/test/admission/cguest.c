#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sorts and counts what is on its standard input: calls through a table, memory that grows, floating point.
static int compare(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

int main(void) {
  size_t size = 0, room = 16;
  unsigned char *text = malloc(room);
  for (int c; (c = getchar()) != EOF;) {
    if (size == room) text = realloc(text, room *= 2);
    text[size++] = (unsigned char)c;
  }
  qsort(text, size, 1, compare);
  double mean = 0;
  for (size_t i = 0; i < size; i++) mean += text[i] / (double)(size ? size : 1);
  printf("%zu %.6f ", size, mean);
  fwrite(text, 1, size, stdout);
  return size % 7;
}
