import { createHash } from "node:crypto"

/** A file of a plugin, as read. */
export interface FolderFile {
  readonly bytes: Uint8Array
  readonly isProgram: boolean
}

/** All files of a folder by relative path, with a digest of all. */
export interface FolderContent {
  readonly files: ReadonlyMap<string, FolderFile>
  /** The SHA-256 of paths, contents and executable bits, in hexadecimal. */
  readonly digest: string
}

export const makeFolderContent = (found: ReadonlyMap<string, FolderFile>): FolderContent => {
  const files = new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
  const digest = createHash("sha256")
  for (const [path, { bytes, isProgram }] of files)
    digest.update(JSON.stringify([path, bytes.length, isProgram])).update(bytes)
  return { files, digest: digest.digest("hex") }
}
