/**
 * Thrown when another process swapped something between two looks at it, so that the operation starts over. Not an
 * `Error`, because it is thrown often while another process renames files, and it never leaves this package.
 */
export const changed: unique symbol = Symbol("changed")

/** The number of attempts after which an operation fails with "KeptChanging". */
export const maxAttempts = 64
