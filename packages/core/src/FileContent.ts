/**
 * The content of a file as it was found: `sha256:` and the digest of its bytes, "absent", "folder", or "unknown", which equals nothing.
 * A file that is too long to be read has its length, its place and its times instead.
 */
export interface FileContent {
  readonly path: string
  readonly content: string
}

/**
 * A file that a call was approved with, and its use: the call changes it, or runs it. A program of the system, to which the first word
 * of the tool's own command leads, counts with its path alone: its content is "system".
 */
export interface ApprovedFile extends FileContent {
  readonly use: "change" | "run" | "program"
}
