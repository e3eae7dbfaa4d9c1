import type { Awaitable } from "./Awaitable.ts"
import type { FileFailed } from "./FileFailed.ts"

/**
 * The files that an access names. There are no `Files` without an access.
 *
 * A relative path starts at the workspace. Links are followed as long as they lead to files of the access. A path that leads
 * anywhere else is "Denied", whether it exists or not. Only regular files are read and written: a pipe or a device is "NotAFile",
 * at once. An operation that has begun finishes, even if its call is cancelled meanwhile.
 */
export interface Files {
  /** Reads the whole file as UTF-8. Fails with "NotText" if it is not UTF-8. */
  readonly read: (path: string) => Awaitable<string, FileFailed>
  /**
   * Reads the whole file, or `length` bytes from `offset`, fewer at the end of the file. A whole file of over 64 MiB is "TooLarge".
   */
  readonly readBytes: (path: string, range?: ByteRange) => Awaitable<Uint8Array, FileFailed>
  /** Replaces the file in one step, or creates it and the folders above it. A link is followed, a hard link is broken. */
  readonly write: (path: string, text: string) => Awaitable<Written, FileFailed>
  readonly writeBytes: (path: string, bytes: Uint8Array) => Awaitable<Written, FileFailed>
  /**
   * Creates the file and the folders above it, and fails with "Exists" if anything is there, even if it came this instant. Not in one
   * step: a reader may see a part of the file.
   */
  readonly create: (path: string, bytes: Uint8Array) => Awaitable<Written, FileFailed>
  /** Adds a text to the end of the file, and creates what is missing. Not in one step: a reader may see a part of the text. */
  readonly append: (path: string, text: string) => Awaitable<Written, FileFailed>
  /**
   * Replaces the one place where `old` is in the file. Fails with "NoMatch", or with "ManyMatches" and the lines, if there is not
   * exactly one such place.
   */
  readonly patch: (path: string, old: string, replacement: string) => Awaitable<Patched, FileFailed>
  /** Makes a folder and the folders above it. A folder that exists, also behind a link, stays as it is. */
  readonly makeFolder: (path: string) => Awaitable<void, FileFailed>
  readonly exists: (path: string) => Awaitable<boolean, FileFailed>
  /** Returns the kind and size of what the path leads to. Follows links. */
  readonly stat: (path: string) => Awaitable<FileStat, FileFailed>
  /** Returns the entries of a folder, sorted by name. Does not follow links. */
  readonly list: (path: string) => Awaitable<ReadonlyArray<FileEntry>, FileFailed>
  /** Removes a file or a link, never the target of the link. Removes a folder only if it is empty. */
  readonly delete: (path: string) => Awaitable<void, FileFailed>
}

/** A part of a file, in bytes. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** The result of writing a file. */
export interface Written {
  /** The size of the file in bytes. */
  readonly size: number
  /** The size of the file before, in bytes; `undefined` if there was no file. */
  readonly sizeBefore: number | undefined
}

/** The result of replacing a text in a file. */
export interface Patched extends Written {
  /** The line on which the replaced text began, counted from 1. */
  readonly line: number
}

/** The kind of an entry. `other`: a device, a socket or a pipe. */
export type FileKind = "file" | "directory" | "link" | "other"

/** The kind of a path and its size in bytes. */
export interface FileStat {
  readonly kind: FileKind
  readonly size: number
}

/** An entry of a folder. */
export interface FileEntry extends FileStat {
  readonly name: string
  /** The target of a link, as it is written in the link. */
  readonly target?: string
  /** The time of the last change of the content, in milliseconds since 1970. Absent: the file system does not say. */
  readonly modified?: number
}
