/**
 * Returns the operating system's code of an error that `node:fs` or `node:child_process` threw, or the empty string.
 */
export const errno = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
