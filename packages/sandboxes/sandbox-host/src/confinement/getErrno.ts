/** Returns the system's code of an error from `node:fs` or `node:child_process`, or "". */
export const getErrno = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
