import { readdirSync } from "node:fs"
import { basename, dirname, isAbsolute, join, resolve } from "node:path"
import type { NeededFolder, ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { findRealPath, isFolder, isLink, readSmallFile } from "./looks.ts"
import { findLinkedPackages, findMonorepo } from "./monorepo.ts"

/**
 * Returns the folders outside a workspace that programs need to work in it: the repository of a linked worktree or
 * submodule, and the packages of a monorepo. A call can write any file in the workspace, so the workspace alone never
 * opens a folder: files outside must confirm each one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, realpath } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { besideWorkspace, openWorkspace } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(await realpath(tmpdir()), "workspace-"))
 * // This folder belongs to no other repository or monorepo.
 * assert.deepEqual(besideWorkspace(await Effect.runPromise(openWorkspace(folder.path))), [])
 * ```
 */
export const besideWorkspace = (workspace: ResolvedPath): ReadonlyArray<NeededFolder> => {
  try {
    const repository = repositoryOf(workspace)
    const folders = [...(repository === undefined ? [] : [partOf(repository)]), ...packagesFor(workspace, repository)]
    return folders.filter(({ path }) => !isBeneath(path, workspace))
  } catch {
    // Something changed meanwhile, or is not readable by this user.
    return []
  }
}

/** A repository, and the folder in it that belongs to this workspace. For a submodule, both are the same. */
interface Repository {
  readonly path: string
  readonly own: string
}

/**
 * Returns the part of a repository that is needed. A bare repository may contain its worktrees; then only git's own
 * files are needed.
 */
const partOf = ({ path, own }: Repository): NeededFolder => {
  // Usually there are no foreign entries, and the worktrees need not be read.
  const foreign = own === path ? [] : entriesOf(path).filter((name) => !kept.test(name))
  const isAboveWorktrees = foreign.length > 0 && worktreesOf(path).some((folder) => isBeneath(folder, path))
  return needed(path, { writer: "git", own: own as ResolvedPath, ...(isAboveWorktrees ? { foreign } : {}) })
}

/** The names of gitrepository-layout(5), and git's temporary files. */
const kept =
  /^(?:HEAD|[A-Z]+(?:_[A-Z]+)+|config(?:\.worktree)?|description|hooks|info|objects|refs|reftable|logs|packed-refs|shallow|worktrees|modules|index|branches|remotes|common|rr-cache|lfs|gc\.(?:log|pid)|.*\.lock)$/

/** Returns the repository that the workspace's ".git" file points to, if the repository points back. */
const repositoryOf = (workspace: string): Repository | undefined => {
  const file = join(workspace, ".git")
  const [, to] = /^gitdir: ([^\n\0]+)\n?$/.exec(readSmallFile(file) ?? "") ?? []
  if (to === undefined) return undefined
  const own = resolve(workspace, to)
  // A repository inside the workspace is visible anyway, and its links could lead anywhere.
  if (isBeneath(own, workspace) || findRealPath(own) !== own || !isFolder(own)) return undefined
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
  const worktree = worktreeIn(readSmallFile(join(own, "config")) ?? "")
  return worktree !== undefined && !isAbsolute(worktree) && resolve(own, worktree) === workspace
    ? { path: own, own }
    : undefined
}

/** Returns `core.worktree` of a configuration in the form that git writes. */
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

/** Whether git would accept a folder as a repository. Links are not accepted. */
const isRepository = (path: string): boolean =>
  isFolder(path) &&
  isFolder(join(path, "objects")) &&
  isFolder(join(path, "refs")) &&
  readSmallFile(join(path, "HEAD")) !== undefined

/**
 * Returns the package folders: the "node_modules" of the monorepo above, the monorepo packages that the workspace
 * depends on, and the target of the workspace's own "node_modules" link, if it belongs to another worktree of the same
 * repository.
 */
const packagesFor = (workspace: string, repository: Repository | undefined): ReadonlyArray<NeededFolder> => {
  const monorepo = findMonorepo(workspace)
  const above = monorepo === undefined ? undefined : packagesIn(monorepo.path)
  const own = join(workspace, "node_modules")
  const target = isLink(own) ? findRealPath(own) : undefined
  const isKin =
    target !== undefined &&
    repository !== undefined &&
    worktreesOf(repository.path).some((one) => packagesIn(one) === target)
  const linked = monorepo === undefined ? [] : findLinkedPackages(workspace, monorepo)
  return [...new Set([above, isKin ? target : undefined, ...linked])].flatMap((path) =>
    path === undefined ? [] : [needed(path)]
  )
}

const packagesIn = (folder: string): string | undefined => {
  const path = join(folder, "node_modules")
  return isFolder(path) && findRealPath(path) === path ? path : undefined
}

/** Returns the main worktree and all linked worktrees of a repository. */
const worktreesOf = (repository: string): ReadonlyArray<string> => {
  const names = entriesOf(join(repository, "worktrees")).slice(0, mostWorktrees)
  const linked = names.flatMap((name) => {
    const own = join(repository, "worktrees", name)
    const file = lineOf(join(own, "gitdir"))
    const folder = file === undefined ? undefined : dirname(resolve(own, file))
    return folder !== undefined &&
      resolve(folder, /^gitdir: (.+)\n?$/.exec(readSmallFile(join(folder, ".git")) ?? "")?.[1] ?? "") === own
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

const lineOf = (path: string): string | undefined => /^([^\n\0]+)\n?$/.exec(readSmallFile(path) ?? "")?.[1]

const entriesOf = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
