// Counts the words of a file, for WASI: the file's path is the one argument of the call, as JSON on standard input.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

// The value of "path" in {"path":"…"}: enough for paths without escapes, which this tool's schema asks for.
static int read_path(char *path, size_t size) {
  char input[4096];
  size_t length = fread(input, 1, sizeof input - 1, stdin);
  input[length] = '\0';
  char *key = strstr(input, "\"path\"");
  char *from = key ? strchr(key + 6, '"') : NULL;
  char *to = from ? strchr(from + 1, '"') : NULL;
  if (!to || (size_t)(to - from) > size) return 0;
  memcpy(path, from + 1, to - from - 1);
  path[to - from - 1] = '\0';
  return 1;
}

int main(void) {
  char path[1024];
  if (!read_path(path, sizeof path)) {
    fputs("count needs a \"path\"\n", stderr);
    return 2;
  }
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    return 1;
  }
  long words = 0;
  int inside = 0;
  for (int each = fgetc(file); each != EOF; each = fgetc(file)) {
    if (isspace(each)) inside = 0;
    else if (!inside) inside = 1, words++;
  }
  fclose(file);
  printf("{\"words\":%ld}", words);
  return 0;
}
