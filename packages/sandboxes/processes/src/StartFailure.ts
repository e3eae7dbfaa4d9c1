/** The reason why a process was not started, for a cause that the caller should know. */
export class StartFailure extends Error {
  /** The reason, as the end of a sentence. */
  readonly because: string

  constructor(because: string) {
    super(because)
    this.because = because
  }
}

/** A failure to start a program because its arguments are too long for the system. */
export class ArgumentsTooLong extends StartFailure {
  constructor() {
    super("its arguments are longer than the system hands to a program")
  }
}

/**
 * Turns the cause of a failed start into a `StartFailure`. Returns the cause itself if only a log can say more about
 * it.
 */
export const startFailure = (cause: unknown): unknown => {
  switch (cause instanceof Error && "code" in cause ? cause.code : undefined) {
    case "E2BIG":
      return new ArgumentsTooLong()
    // The launcher exists, so the missing path is the folder in which it should start.
    case "ENOENT":
      return new StartFailure("the folder that it works in does not exist")
    default:
      return cause
  }
}
