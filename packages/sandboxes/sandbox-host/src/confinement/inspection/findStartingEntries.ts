import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { isHarmlessConfig } from "./harmlessConfig.ts"

/**
 * Returns what could start a program at a path of a new repository: the path, or entries in it. Entries that are
 * unusual in a repository are included. Call this after all processes of the run have ended. `isWritable`: whether the
 * run could write a path.
 */
export const findStartingEntries = (path: string, isWritable: (path: string) => boolean): ReadonlyArray<string> => {
  try {
    return looks[basename(path)]?.(path, isWritable) ?? [path]
  } catch {
    return [path]
  }
}

type IsWritable = (path: string) => boolean

const unless =
  (isHarmless: (path: string, isWritable: IsWritable) => boolean) =>
  (path: string, isWritable: IsWritable): ReadonlyArray<string> =>
    isHarmless(path, isWritable) ? [] : [path]

const configuration = unless((path) => isHarmlessConfig(textOf(path)))

const looks: Readonly<Record<string, (path: string, isWritable: IsWritable) => ReadonlyArray<string>>> = {
  hooks: (path, isWritable) =>
    lstatSync(path).isDirectory()
      ? readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
          entry.isFile() && entry.name.endsWith(".sample") ? [] : [join(path, entry.name)]
        )
      : configuration(path, isWritable),
  config: configuration,
  "config.worktree": configuration,
  // A worktree may read its configuration only from its own repository.
  commondir: unless((path) => basename(dirname(dirname(path))) === "worktrees" && textOf(path) === "../..\n"),
  // The same applies to a worktree's or submodule's folder.
  ".git": unless((path, isWritable) => {
    const [, to] = /^gitdir: ([^\n\0]+)\n$/.exec(textOf(path)) ?? []
    if (to === undefined) return false
    const folder = resolve(dirname(path), to)
    const isOfRepository = /\.git\/(?:worktrees\/[^/]+|modules\/.+)$/.test(folder) && realpathSync(folder) === folder
    return isOfRepository && ["config", "commondir"].every((name) => !isWritable(join(folder, name)))
  })
}

const textOf = (path: string): string => {
  const stats = lstatSync(path)
  if (!stats.isFile() || stats.size > longest) throw new Error("Not a repository file.")
  return readFileSync(path, "utf8")
}

const longest = 1024 * 1024
