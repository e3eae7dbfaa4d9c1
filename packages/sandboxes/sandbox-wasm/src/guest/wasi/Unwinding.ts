/**
 * Thrown through the guest when it calls `proc_exit`. The guest cannot catch it, because modules with exception
 * handling are not admitted.
 */
export class Exited {
  readonly status: number

  constructor(status: number) {
    this.status = status
  }
}

/** Carries an exception of the host through the guest. The exception is thrown again once the guest is left. */
export class Escaped {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}
