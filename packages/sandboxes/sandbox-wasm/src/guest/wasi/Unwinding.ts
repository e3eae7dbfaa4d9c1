/**
 * Thrown through the guest, which called `proc_exit`. It cannot catch what is thrown through it, since modules with exception
 * handling are not admitted.
 */
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
