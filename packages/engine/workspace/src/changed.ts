/**
 * Thrown when something was swapped between two looks at it, so that the operation starts over. Not an `Error`: it is
 * thrown often while another process renames, and never leaves this package.
 */
export const changed: unique symbol = Symbol("changed")

/** How often an operation starts over before it is given up as "KeptChanging". */
export const maxAttempts = 64
