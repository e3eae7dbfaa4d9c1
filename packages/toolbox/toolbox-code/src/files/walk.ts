import type { PathMatcher } from "./createPathMatcher.ts"
import type { FolderSource } from "./FolderSource.ts"
import { Ignored, joinPath } from "./Ignored.ts"

/** A file of a walk, by its path in the folder. */
export interface WalkedFile {
  readonly path: string
  readonly size: number
  /** The modification time, in milliseconds since 1970. */
  readonly modified: number
}

export interface Walked {
  readonly files: Array<WalkedFile>
  /** The number of unreadable folders. */
  readonly unreadFolders: number
  /** Whether the walk stopped at its limit. */
  readonly ended: boolean
}

interface Walk {
  readonly matcher: PathMatcher
  /** Whether to include ignored files. */
  readonly include_ignored: boolean
}

/** Walks a folder level by level, and returns matching files in no particular order. Follows no links. */
export const walk = async (source: FolderSource, { matcher, include_ignored }: Walk): Promise<Walked> => {
  const files: Array<WalkedFile> = []
  let todo: Array<{ readonly folder: string; readonly above: Ignored }> = [{ folder: "", above: Ignored.none }]
  let looked = 0
  let unreadFolders = 0
  while (todo.length > 0) {
    const some = todo.slice(0, foldersPerQuestion)
    todo = todo.slice(foldersPerQuestion)
    const listed = await source.list(some.map(({ folder }) => folder))
    for (const [index, { folder, above }] of some.entries()) {
      const found = listed[index]
      if (found === undefined) {
        unreadFolders += 1
        continue
      }
      looked += found.files.length + found.folders.length
      const hasRules = !include_ignored && found.files.includes(".gitignore")
      const ignored = hasRules ? await above.with(folder, source) : above
      const isLeftOut = (path: string, name: string, isFolder: boolean) =>
        !include_ignored && ignored.has(path, name, isFolder)
      for (const [at, name] of found.files.entries()) {
        const path = joinPath(folder, name)
        if (matcher.matches(path) && !isLeftOut(path, name, false))
          files.push({ path, size: found.sizes[at] ?? 0, modified: found.modified[at] ?? 0 })
      }
      for (const name of found.folders) {
        const path = joinPath(folder, name)
        if (matcher.mayBeIn(path) && !isLeftOut(path, name, true)) todo.push({ folder: path, above: ignored })
      }
    }
    if (looked > mostLooked) return { files, unreadFolders, ended: true }
  }
  return { files, unreadFolders, ended: false }
}

const foldersPerQuestion = 32

/** The limit for visited files and folders. */
export const mostLooked = 250_000
