/** No line of a segment is longer, in bytes: what reads one holds no more than that of it. */
export const longestLine = 256 * 1024
