/** A file of the workspace as a job is given it. The job asks for its bytes, part by part. */
export interface SentFile {
  /** The number of the file, from 0, among those of the call. */
  readonly file: number
}

/** A question of a job: the part of a file that begins at an offset. The answer is empty where the file has ended. */
export interface PartOfFile extends SentFile {
  readonly offset: number
}

/** The bytes of each part but the last, which has fewer: no message holds up the event loop of the gate for long. */
export const partBytes = 1024 * 1024
