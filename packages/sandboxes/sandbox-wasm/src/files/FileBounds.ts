/** The bounds on the files that a guest receives, and on the files that it has at its end. */
export interface FileBounds {
  readonly bytes: number
  readonly entries: number
}
