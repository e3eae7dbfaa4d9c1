/**
 * Thrown when another process changed something between two checks, so that the operation restarts. Not an `Error`,
 * because it may be thrown often, and it never leaves this package.
 */
export const changed: unique symbol = Symbol("changed")

/** The attempts after which an operation fails with "KeptChanging". */
export const maxAttempts = 64
