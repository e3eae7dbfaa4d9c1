/** Why a process was not started, where that is for whoever starts it to know. */
export class StartFailure extends Error {
  /** The end of a sentence. */
  readonly because: string

  constructor(because: string) {
    super(because)
    this.because = because
  }
}

export class ArgumentsTooLong extends StartFailure {
  constructor() {
    super("its arguments are longer than the system hands to a program")
  }
}

/** What keeps a process from being started as a `StartFailure`, or as it is where only a log can say more of it. */
export const startFailure = (cause: unknown): unknown => {
  switch (cause instanceof Error && "code" in cause ? cause.code : undefined) {
    case "E2BIG":
      return new ArgumentsTooLong()
    // The launcher is there: it is the folder to start it in that is not.
    case "ENOENT":
      return new StartFailure("the folder that it works in does not exist")
    default:
      return cause
  }
}
