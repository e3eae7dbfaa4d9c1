/** The limit for a structured result in bytes. A separate module, so that a worker can import it alone. */
export const mostBytes = 64 * 1024
