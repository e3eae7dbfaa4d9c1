import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { isHarmlessConfig } from "./harmlessConfig.ts"

/**
 * Returns what could start something at a path of a new repository: the path itself, or entries that it holds. Entries
 * that are unknown in a repository are among them. Call this when nothing is left of the run that made the path.
 * `isWritable`: whether the run could write a path.
 */
export const startingIn = (path: string, isWritable: (path: string) => boolean): ReadonlyArray<string> => {
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
  // A worktree takes its configuration only from the repository that it belongs to.
  commondir: unless((path) => basename(dirname(dirname(path))) === "worktrees" && textOf(path) === "../..\n"),
  // So does the folder of files of a worktree or of a submodule.
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
  if (!stats.isFile() || stats.size > longest) throw new Error("It is no file of a repository.")
  return readFileSync(path, "utf8")
}

const longest = 1024 * 1024
