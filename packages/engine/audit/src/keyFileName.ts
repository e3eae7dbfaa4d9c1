/** The file name of a log's key, inside the log's folder. */
export const keyFileName = "digest.key"
