import { readdirSync } from "node:fs"
import { basename, dirname, isAbsolute, join, resolve } from "node:path"
import type { NeededFolder, ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { isFolder, isLink, realPath, textOf } from "./looks.ts"
import { linkedPackages, monorepoAbove } from "./monorepo.ts"

/**
 * Returns the folders beside a workspace that programs need in order to work in it: the repository of a linked worktree
 * or of a submodule, and the packages of a monorepo. A call can write anything in the workspace, so nothing in there
 * opens a folder by itself: each folder is proven by what stands outside.
 */
export const besideWorkspace = (workspace: ResolvedPath): ReadonlyArray<NeededFolder> => {
  try {
    const repository = repositoryOf(workspace)
    const folders = [...(repository === undefined ? [] : [partOf(repository)]), ...packagesFor(workspace, repository)]
    return folders.filter(({ path }) => !isBeneath(path, workspace))
  } catch {
    // Something changed meanwhile, or is not for this user to look at.
    return []
  }
}

/** A repository, and its folder that belongs to the workspace alone. A submodule has a repository to itself. */
interface Repository {
  readonly path: string
  readonly own: string
}

/**
 * Returns what is needed of a repository. A bare repository may be the folder above its work trees: then only what git
 * keeps there is needed.
 */
const partOf = ({ path, own }: Repository): NeededFolder => {
  // Usually there is nothing foreign, and then no worktree has to be looked at.
  const foreign = own === path ? [] : entriesOf(path).filter((name) => !kept.test(name))
  const isAboveWorktrees = foreign.length > 0 && worktreesOf(path).some((folder) => isBeneath(folder, path))
  return needed(path, { writer: "git", own: own as ResolvedPath, ...(isAboveWorktrees ? { foreign } : {}) })
}

/** The names of gitrepository-layout(5), and those that git makes for a time. */
const kept =
  /^(?:HEAD|[A-Z]+(?:_[A-Z]+)+|config(?:\.worktree)?|description|hooks|info|objects|refs|reftable|logs|packed-refs|shallow|worktrees|modules|index|branches|remotes|common|rr-cache|lfs|gc\.(?:log|pid)|.*\.lock)$/

/** Returns the repository to which the file ".git" of a workspace leads, if the repository leads back to the workspace. */
const repositoryOf = (workspace: string): Repository | undefined => {
  const file = join(workspace, ".git")
  const [, to] = /^gitdir: ([^\n\0]+)\n?$/.exec(textOf(file) ?? "") ?? []
  if (to === undefined) return undefined
  const own = resolve(workspace, to)
  // A repository inside the workspace is seen anyway. Its links could lead anywhere.
  if (isBeneath(own, workspace) || realPath(own) !== own || !isFolder(own)) return undefined
  return basename(dirname(own)) === "worktrees" ? ofWorktree(own, file) : ofSubmodule(own, workspace)
}

const ofWorktree = (own: string, file: string): Repository | undefined => {
  const common = dirname(dirname(own))
  const back = lineOf(join(own, "gitdir"))
  const up = lineOf(join(own, "commondir"))
  const leadsBack = back !== undefined && up !== undefined && resolve(own, back) === file && resolve(own, up) === common
  return leadsBack && isRepository(common) ? { path: common, own } : undefined
}

const ofSubmodule = (own: string, workspace: string): Repository | undefined => {
  if (!/\/modules\/[^/]/.test(own) || !isRepository(own)) return undefined
  const worktree = worktreeIn(textOf(join(own, "config")) ?? "")
  return worktree !== undefined && !isAbsolute(worktree) && resolve(own, worktree) === workspace
    ? { path: own, own }
    : undefined
}

/** Returns `core.worktree` of a configuration, if it is written as git itself writes it. */
const worktreeIn = (config: string): string | undefined => {
  let section = ""
  let found: string | undefined
  for (const line of config.split("\n")) {
    section = /^\[([^\]]*)\]/.exec(line)?.[1] ?? section
    const [, value] = /^\s*worktree = ([^"\\#;]+)$/i.exec(line) ?? []
    if (section === "core" && value !== undefined) found = value
  }
  return found
}

/** Whether a folder is the repository that git would take it for, and leads to no other folder. */
const isRepository = (path: string): boolean =>
  isFolder(path) &&
  isFolder(join(path, "objects")) &&
  isFolder(join(path, "refs")) &&
  textOf(join(path, "HEAD")) !== undefined

/**
 * Returns the folders of packages: those installed for the monorepo above the workspace, its own packages to which
 * dependencies of the workspace lead, and the folder to which the workspace's own "node_modules" links, if that belongs
 * to another worktree of the same repository.
 */
const packagesFor = (workspace: string, repository: Repository | undefined): ReadonlyArray<NeededFolder> => {
  const monorepo = monorepoAbove(workspace)
  const above = monorepo === undefined ? undefined : packagesIn(monorepo.path)
  const own = join(workspace, "node_modules")
  const target = isLink(own) ? realPath(own) : undefined
  const isKin =
    target !== undefined &&
    repository !== undefined &&
    worktreesOf(repository.path).some((one) => packagesIn(one) === target)
  const linked = monorepo === undefined ? [] : linkedPackages(workspace, monorepo)
  return [...new Set([above, isKin ? target : undefined, ...linked])].flatMap((path) =>
    path === undefined ? [] : [needed(path)]
  )
}

const packagesIn = (folder: string): string | undefined => {
  const path = join(folder, "node_modules")
  return isFolder(path) && realPath(path) === path ? path : undefined
}

/** Returns the folders of the main worktree and of all linked worktrees of a repository. */
const worktreesOf = (repository: string): ReadonlyArray<string> => {
  const names = entriesOf(join(repository, "worktrees")).slice(0, mostWorktrees)
  const linked = names.flatMap((name) => {
    const own = join(repository, "worktrees", name)
    const file = lineOf(join(own, "gitdir"))
    const folder = file === undefined ? undefined : dirname(resolve(own, file))
    return folder !== undefined &&
      resolve(folder, /^gitdir: (.+)\n?$/.exec(textOf(join(folder, ".git")) ?? "")?.[1] ?? "") === own
      ? [folder]
      : []
  })
  return basename(repository) === ".git" ? [dirname(repository), ...linked] : linked
}

const mostWorktrees = 1000

const needed = (path: string, more: Omit<NeededFolder, "path"> = {}): NeededFolder => ({
  path: path as ResolvedPath,
  ...more
})

const lineOf = (path: string): string | undefined => /^([^\n\0]+)\n?$/.exec(textOf(path) ?? "")?.[1]

const entriesOf = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
