import type { FolderSource } from "./FolderSource.ts"
import { Ignored, joined } from "./Ignored.ts"
import type { PathMatcher } from "./pathMatcher.ts"

/** A file that a walk found, by its path from the folder. */
export interface WalkedFile {
  readonly path: string
  readonly size: number
  /** The time of the last change, in milliseconds since 1970. */
  readonly modified: number
}

/** The result of a walk. */
export interface Walked {
  readonly files: Array<WalkedFile>
  /** The number of folders that could not be read. */
  readonly unreadFolders: number
  /** Whether the walk ended before it had seen everything. */
  readonly ended: boolean
}

interface Walk {
  readonly matcher: PathMatcher
  /** Whether to find also what is ignored. */
  readonly include_ignored: boolean
}

/** Walks a folder, level by level, and returns the files that match, in no order. No link is followed. */
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
        const path = joined(folder, name)
        if (matcher.matches(path) && !isLeftOut(path, name, false))
          files.push({ path, size: found.sizes[at] ?? 0, modified: found.modified[at] ?? 0 })
      }
      for (const name of found.folders) {
        const path = joined(folder, name)
        if (matcher.mayBeIn(path) && !isLeftOut(path, name, true)) todo.push({ folder: path, above: ignored })
      }
    }
    if (looked > mostLooked) return { files, unreadFolders, ended: true }
  }
  return { files, unreadFolders, ended: false }
}

const foldersPerQuestion = 32

/** The most files and folders that a walk looks at. */
export const mostLooked = 250_000
