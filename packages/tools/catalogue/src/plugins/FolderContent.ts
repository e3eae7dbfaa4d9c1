import { createHash } from "node:crypto"

/** A file of a plugin, as it was read. */
export interface FolderFile {
  readonly bytes: Uint8Array
  readonly isProgram: boolean
}

/** All files of a folder, by their paths in it, and the digest of all of them. */
export interface FolderContent {
  readonly files: ReadonlyMap<string, FolderFile>
  /** The SHA-256 of the paths, the contents and the marks of programs, in hexadecimal. */
  readonly digest: string
}

/** Returns the content of a folder that has these files. */
export const contentOf = (found: ReadonlyMap<string, FolderFile>): FolderContent => {
  const files = new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
  const digest = createHash("sha256")
  for (const [path, { bytes, isProgram }] of files)
    digest.update(JSON.stringify([path, bytes.length, isProgram])).update(bytes)
  return { files, digest: digest.digest("hex") }
}
