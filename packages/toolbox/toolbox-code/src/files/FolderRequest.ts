/** A job's request about a folder of the workspace. Paths are relative to the folder; the folder itself is "". */
export type FolderRequest = ListRequest | ReadRequest

/** Lists folders. The answer has one `ListedFolder` per folder, or `undefined` if it cannot be read. */
export interface ListRequest {
  readonly list: ReadonlyArray<string>
}

/** Reads files, each up to a number of bytes. The answer has the bytes of each, or why it cannot be read. */
export interface ReadRequest {
  readonly read: ReadonlyArray<string>
  readonly most: number
}

/** The subfolders and files of a folder, without links and devices. */
export interface ListedFolder {
  readonly folders: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  /** The sizes in bytes, and the modification times in milliseconds. */
  readonly sizes: Float64Array
  readonly modified: Float64Array
}

/** `denied`: the call may not read the file. `unreadable`: the file is gone or replaced. */
export type ReadFile = Uint8Array | "denied" | "unreadable"
