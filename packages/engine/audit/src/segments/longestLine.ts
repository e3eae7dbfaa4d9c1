/** The most bytes of a line in a segment. Readers hold no more than that of a line in memory. */
export const longestLine = 256 * 1024
