/**
 * Thrown through the guest by `proc_exit`. The guest cannot catch it, because modules with exception handling are
 * refused.
 */
export class Exited {
  readonly status: number

  constructor(status: number) {
    this.status = status
  }
}

/** Carries a host exception through the guest. It is rethrown outside the guest. */
export class Escaped {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}
