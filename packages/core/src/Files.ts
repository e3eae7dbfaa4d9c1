import type { Awaitable } from "./Awaitable.ts"
import type { FileFailed } from "./FileFailed.ts"

/**
 * Files, as far as an access names them. A value: there are no `Files` without an access.
 *
 * A relative path starts at the workspace. Links are followed as long as they lead to what the access names; what leads
 * anywhere else is "Denied", whether it exists or not. Only regular files are read and written: a pipe or a device is
 * "NotAFile", at once. What has begun finishes, also when its call is cancelled meanwhile.
 */
export interface Files {
  /** The whole file as UTF-8; "NotText" where it is not. */
  readonly read: (path: string) => Awaitable<string, FileFailed>
  /** The whole file, or `length` bytes of it from `offset` (fewer at its end). A whole file of over 64 MiB is "TooLarge". */
  readonly readBytes: (path: string, range?: ByteRange) => Awaitable<Uint8Array, FileFailed>
  /** Replaces the file in one step, or creates it and the folders above it. A link is followed, a hard link is broken. */
  readonly write: (path: string, text: string) => Awaitable<Written, FileFailed>
  readonly writeBytes: (path: string, bytes: Uint8Array) => Awaitable<Written, FileFailed>
  /** Adds to the end, creating what is missing. Not in one step: a reader may see a part. */
  readonly append: (path: string, text: string) => Awaitable<Written, FileFailed>
  /** Replaces the one place where `old` stands. "NoMatch" or "ManyMatches", naming the lines, where there is not exactly one. */
  readonly patch: (path: string, old: string, replacement: string) => Awaitable<Patched, FileFailed>
  /** Makes a folder and those above it. One that is there already, also behind a link, is left as it is. */
  readonly makeFolder: (path: string) => Awaitable<void, FileFailed>
  readonly exists: (path: string) => Awaitable<boolean, FileFailed>
  /** What the path leads to, links followed. */
  readonly stat: (path: string) => Awaitable<FileStat, FileFailed>
  /** What a folder holds, sorted by name, links not followed. */
  readonly list: (path: string) => Awaitable<ReadonlyArray<FileEntry>, FileFailed>
  /** Removes a file or a link, never what the link leads to; a folder only when it is empty. */
  readonly delete: (path: string) => Awaitable<void, FileFailed>
}

export interface ByteRange {
  readonly offset: number
  readonly length: number
}

export interface Written {
  /** Bytes of the file now. */
  readonly size: number
  /** Bytes of the file before; `undefined` where there was none. */
  readonly sizeBefore: number | undefined
}

export interface Patched extends Written {
  /** The line, counted from 1, on which the replaced text began. */
  readonly line: number
}

export type FileKind = "file" | "directory" | "link" | "other"

export interface FileStat {
  readonly kind: FileKind
  readonly size: number
}

export interface FileEntry extends FileStat {
  readonly name: string
  /** Where a link points, as it is written in the link. */
  readonly target?: string
}
