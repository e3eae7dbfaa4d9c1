/** The reason why a process was not started, for a cause that the caller should see. */
export class StartFailure extends Error {
  readonly because: string

  constructor(because: string) {
    super(because)
    this.because = because
  }
}

/** The start failed because the arguments are too long for the system. */
export class ArgumentsTooLong extends StartFailure {
  constructor() {
    super("its arguments exceed the system's limit")
  }
}

/**
 * Converts the cause of a failed start into a `StartFailure`. Returns a cause that is useful only in a log unchanged.
 */
export const wrapStartFailure = (cause: unknown): unknown => {
  switch (cause instanceof Error && "code" in cause ? cause.code : undefined) {
    case "E2BIG":
      return new ArgumentsTooLong()
    // The launcher exists, so the working folder must be missing.
    case "ENOENT":
      return new StartFailure("its working folder does not exist")
    default:
      return cause
  }
}
