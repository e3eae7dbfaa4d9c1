/** The most bytes of a structured result that are returned at once. This module stands alone, so that a worker can load it. */
export const mostBytes = 64 * 1024
