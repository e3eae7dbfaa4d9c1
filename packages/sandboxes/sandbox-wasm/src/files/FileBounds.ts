/** The bounds on the files that a guest receives, and on the files that it has at its end. */
export interface FileBounds {
  /** The bytes of all files: 64 MiB by default. */
  readonly bytes: number
  /** The number of files and folders: 10,000 by default. */
  readonly entries: number
}
