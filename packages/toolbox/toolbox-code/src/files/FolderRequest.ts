/** A question of a job about a folder of the workspace. Paths are relative to the folder; the folder itself is "". */
export type FolderRequest = ListRequest | ReadRequest

/** Asks what some folders hold. The answer has a `ListedFolder` for each, or `undefined` for one that cannot be read. */
export interface ListRequest {
  readonly list: ReadonlyArray<string>
}

/** Asks for files, each up to a number of bytes. The answer has the bytes of each, or why it cannot be read. */
export interface ReadRequest {
  readonly read: ReadonlyArray<string>
  readonly most: number
}

/** The folders and files of a folder. Links and devices are left out. */
export interface ListedFolder {
  readonly folders: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  /** The bytes of each file, and the time of its last change in milliseconds. */
  readonly sizes: Float64Array
  readonly modified: Float64Array
}

/** `denied`: the call may not read the file. `unreadable`: it is gone, or is no file any more. */
export type ReadFile = Uint8Array | "denied" | "unreadable"
