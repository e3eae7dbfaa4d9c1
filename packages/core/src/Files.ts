import type { Awaitable } from "./Awaitable.ts"
import type { FileFailed } from "./FileFailed.ts"

/**
 * The files that an access allows. There are no `Files` without an access.
 *
 * A relative path starts at the workspace. Links are followed while they lead to allowed files. Any other path fails with
 * "Denied", whether or not it exists. Only regular files can be read and written: a pipe or a device fails with "NotAFile"
 * at once. An operation that has started finishes even if its call is cancelled.
 */
export interface Files {
  /** Reads the whole file as UTF-8. Fails with "NotText" if it is not UTF-8. */
  readonly read: (path: string) => Awaitable<string, FileFailed>
  /**
   * Reads the whole file, or `length` bytes from `offset` (fewer at the end of the file). Reading a whole file of more
   * than 64 MiB fails with "TooLarge".
   */
  readonly readBytes: (path: string, range?: ByteRange) => Awaitable<Uint8Array, FileFailed>
  /** Replaces the file atomically, or creates it and its parent folders. Follows a symbolic link and breaks a hard link. */
  readonly write: (path: string, text: string) => Awaitable<Written, FileFailed>
  readonly writeBytes: (path: string, bytes: Uint8Array) => Awaitable<Written, FileFailed>
  /**
   * Creates the file and its parent folders. Fails with "Exists" if something is already there. Not atomic: a reader may
   * see part of the file.
   */
  readonly create: (path: string, bytes: Uint8Array) => Awaitable<Written, FileFailed>
  /** Appends a text, and creates the file and its parent folders if necessary. Not atomic: a reader may see part of the text. */
  readonly append: (path: string, text: string) => Awaitable<Written, FileFailed>
  /** Replaces the only occurrence of `old`. Fails with "NoMatch", or with "ManyMatches" and the line numbers. */
  readonly patch: (path: string, old: string, replacement: string) => Awaitable<Patched, FileFailed>
  /** Creates a folder and its parents. Does nothing if the folder exists, also behind a link. */
  readonly makeFolder: (path: string) => Awaitable<void, FileFailed>
  readonly exists: (path: string) => Awaitable<boolean, FileFailed>
  /** Returns the kind and size of the path's target. Follows links. */
  readonly stat: (path: string) => Awaitable<FileStat, FileFailed>
  /** Returns the entries of a folder, sorted by name. Does not follow links. */
  readonly list: (path: string) => Awaitable<ReadonlyArray<FileEntry>, FileFailed>
  /** Removes a file or a link, never the target of the link. Removes a folder only if it is empty. */
  readonly delete: (path: string) => Awaitable<void, FileFailed>
}

/** A range of a file, in bytes. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** The result of writing a file. */
export interface Written {
  /** The size of the file in bytes. */
  readonly size: number
  /** The previous size in bytes; `undefined` if the file is new. */
  readonly sizeBefore: number | undefined
}

/** The result of replacing a text in a file. */
export interface Patched extends Written {
  /** The line of the replaced text, counted from 1. */
  readonly line: number
}

/** The kind of an entry. `other`: a device, a socket or a pipe. */
export type FileKind = "file" | "directory" | "link" | "other"

/** The kind and size of a file or folder. */
export interface FileStat {
  readonly kind: FileKind
  readonly size: number
}

/** An entry of a folder. */
export interface FileEntry extends FileStat {
  readonly name: string
  /** The target, exactly as written in the link. */
  readonly target?: string
  /** The modification time in milliseconds since the epoch. Absent: the file system does not report one. */
  readonly modified?: number
}
