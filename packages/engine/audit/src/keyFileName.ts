/** The name of the file that holds a log's key, in the log's folder. */
export const keyFileName = "digest.key"
