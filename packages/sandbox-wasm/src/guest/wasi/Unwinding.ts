/** Thrown through the guest to end it: it cannot catch, since modules with exception handling are not admitted. */
export type Unwinding = Exited | Escaped

/** The guest called `proc_exit`. */
export class Exited {
  readonly status: number

  constructor(status: number) {
    this.status = status
  }
}

/** Something of the host threw, and not the guest: it is thrown again once the guest is left. */
export class Escaped {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}
