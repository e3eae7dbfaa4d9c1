/** How much a guest may be given of the files of its grant, and come to with its own. */
export interface FileBounds {
  readonly bytes: number
  readonly entries: number
}
