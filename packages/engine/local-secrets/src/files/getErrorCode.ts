/** Returns the system error code of an error, such as `ENOENT`. */
export const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined
