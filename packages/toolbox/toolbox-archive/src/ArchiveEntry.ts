/** The supported archive formats. The content of a file determines its format, not its name. */
export type ArchiveFormat = "zip" | "tar" | "tar.gz" | "tar.bz2" | "7z"

/** The kind of an entry. `other`: a device, a pipe, or an unknown kind. */
export type EntryKind = "file" | "directory" | "link" | "hard_link" | "other"

/** An entry as the archive describes it. Nothing is validated: the name may be any text. */
export interface ArchiveEntry {
  readonly name: string
  readonly kind: EntryKind
  /** Unpacked size in bytes. */
  readonly size: number
  /** Packed size in bytes, if each entry is packed separately. */
  readonly packed?: number
  /** The last change in ISO 8601, if the archive has a valid time. */
  readonly modified?: string
  readonly encrypted: boolean
  /** The reason why the file cannot be unpacked, if it cannot. */
  readonly obstacle?: string
}

/** Returns the field for a time, or no field if the time is invalid. */
export const toModified = (time: Date): { readonly modified?: string } =>
  Number.isNaN(time.getTime()) ? {} : { modified: time.toISOString().replace(".000Z", "Z") }
