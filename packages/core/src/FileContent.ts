/**
 * The content of a file: `sha256:` and the digest of its bytes, "absent", "folder", or "unknown", which equals nothing. A
 * file that is too long to read has its length, its inode and its times instead.
 */
export interface FileContent {
  /** The path of the file. */
  readonly path: string
  /** The digest of its bytes, or the word that stands for it. */
  readonly content: string
}

/**
 * A file that was approved together with a call, and what the call does with it: changes it or runs it. A system program
 * that the tool's own command starts is identified by its path only; its content is "system".
 */
export interface ApprovedFile extends FileContent {
  readonly use: "change" | "run" | "program"
}
