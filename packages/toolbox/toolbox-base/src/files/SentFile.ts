/** A workspace file in a job's arguments. The job requests its bytes in parts. */
export interface SentFile {
  /** The file's number in the call, from 0. */
  readonly file: number
}

/** A job's request for the part of a file at an offset. The answer is empty at the end of the file. */
export interface PartOfFile extends SentFile {
  readonly offset: number
}

/** The size of each part but the last. Small messages do not block the gate's event loop for long. */
export const partBytes = 1024 * 1024
