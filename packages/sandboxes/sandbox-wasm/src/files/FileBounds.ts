/** Limits on the files of a guest, both at its start and at its end. */
export interface FileBounds {
  /** Bytes of all files. Default: 64 MiB. */
  readonly bytes: number
  /** Number of files and folders. Default: 10,000. */
  readonly entries: number
}
