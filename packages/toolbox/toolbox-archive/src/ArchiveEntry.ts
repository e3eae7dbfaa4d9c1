/** The formats of archives that are read. The content of a file says which one it is, and never its name. */
export type ArchiveFormat = "zip" | "tar" | "tar.gz" | "tar.bz2" | "7z"

/** The kind of an entry. `other`: a device, a pipe, or a kind that this reader does not know. */
export type EntryKind = "file" | "directory" | "link" | "hard_link" | "other"

/** An entry of an archive, as the archive describes it. Nothing here is checked: the name may be any text. */
export interface ArchiveEntry {
  readonly name: string
  readonly kind: EntryKind
  /** Bytes, unpacked. */
  readonly size: number
  /** Bytes in the archive, where each entry is packed alone. */
  readonly packed?: number
  /** The time of the last change, as in ISO 8601, if the archive says one that exists. */
  readonly modified?: string
  readonly encrypted: boolean
  /** The words for why the content of a file cannot be unpacked, if it cannot. */
  readonly obstacle?: string
}

/** Returns a time for an entry, or nothing if there is no such time. */
export const modifiedAt = (time: Date): { readonly modified?: string } =>
  Number.isNaN(time.getTime()) ? {} : { modified: time.toISOString().replace(".000Z", "Z") }
