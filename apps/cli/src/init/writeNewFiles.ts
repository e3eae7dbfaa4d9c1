import { lstatSync, rmSync } from "node:fs"
import { join } from "node:path"
import { writeNewFile } from "../writeNewFile.ts"

/** A file to write to a folder. */
export interface NewFile {
  readonly name: string
  readonly text: string
}

/**
 * Writes all of the files, or none if one exists already or cannot be written. Returns the name of the last file, or of the one with the
 * problem.
 */
export const writeNewFiles = (
  folder: string,
  files: ReadonlyArray<NewFile>
): { readonly name: string; readonly problem: string | undefined } => {
  const written: Array<string> = []
  // An existing file is reported before anything is written.
  const inOrder = files.toSorted((one, other) => Number(exists(folder, other)) - Number(exists(folder, one)))
  for (const { name, text } of inOrder) {
    const path = join(folder, name)
    const problem = writeNewFile(path, text)
    if (problem !== undefined) {
      for (const one of written) rmSync(one, { force: true })
      return { name, problem }
    }
    written.push(path)
  }
  return { name: files.at(-1)?.name ?? "", problem: undefined }
}

const exists = (folder: string, { name }: NewFile): boolean =>
  lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined
