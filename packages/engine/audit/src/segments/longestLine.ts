/** The most bytes of a line in a segment. Readers keep at most this many bytes of a line in memory. */
export const longestLine = 256 * 1024
