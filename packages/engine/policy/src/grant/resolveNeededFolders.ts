import type {
  CommandResource,
  FileAccess,
  FileException,
  FileMode,
  NeededFolder,
  PermissionRequest,
  Resource
} from "@toolgate/core"
import { escapePattern } from "@toolgate/core/access"
import { isHarmlessVariable } from "@toolgate/shell"
import { onlyReads } from "../protected/onlyReads.ts"

/**
 * Returns access to the folders outside the workspace that the commands of a call need: read access, and write access
 * to the repository for git. `mode` is the call's access to the workspace. All commands of a call share the access, so
 * git may write only if the call's other programs only read.
 */
export const resolveNeededFolders = (
  { tool, resources }: Pick<PermissionRequest, "tool" | "resources">,
  mode: FileMode | undefined
): ReadonlyArray<FileAccess> => {
  const folders = new Map<string, FileAccess>()
  const isGit = resources.every(leavesRepositoryToGit)
  // A tool for Git starts git itself. A command in an argument may start another program.
  const isOfTool = ({ kind }: Resource) =>
    kind === "file" && tool.resources.every((one) => one.kind !== "shell" && one.kind !== "argv")
  for (const resource of resources) {
    if (resource.kind !== "command" && resource.kind !== "file") continue
    const letters = resource.kind === "file" ? resource.mode : (mode ?? "")
    for (const folder of resource.beside ?? []) {
      const isWritten = folder.writer === "git" && (isGit || isOfTool(resource)) && letters.includes("w")
      if (isWritten || !folders.has(folder.path)) folders.set(folder.path, accessTo(folder, isWritten))
    }
  }
  return [...folders.values()]
}

/** Git itself, rather than a file of the workspace with the same name. */
const git = /^(?:\/usr\/(?:local\/)?bin\/)?git$/

const leavesRepositoryToGit = (resource: Resource): boolean => {
  if (resource.kind !== "command") return resource.kind === "file" || resource.kind === "host"
  const { argv, assigned } = resource
  const isHarmless = assigned.every((one) => isHarmlessVariable(one) || authors.test(one))
  return isHarmless && (git.test(argv[0] ?? "") || resource.wrapper || isReader(resource))
}

const authors = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/

/** Whether a program of the system only reads and prints. `source` runs what it reads. */
const isReader = (resource: CommandResource): boolean =>
  /^(?:\/usr\/bin\/)?[a-z\d[]+$/.test(resource.argv[0] ?? "") && resource.argv[0] !== "source" && onlyReads(resource)

const accessTo = ({ path, own = path, foreign = [], writer }: NeededFolder, isWritten: boolean): FileAccess => {
  const folder = escapePattern(path)
  const hidden = [
    ...foreign.map((name) => `${folder}/${escapePattern(name)}/**`),
    ...(writer === undefined && !path.endsWith("/node_modules") ? ownSecrets.map((name) => `${folder}/**/${name}`) : [])
  ]
  const except = [
    ...hidden.map((pattern): FileException => ({ pattern, mode: "rw" })),
    ...(isWritten ? keptIn(path, own) : [])
  ]
  return { path, mode: isWritten ? "rw" : "r", scope: "tree", ...(except.length === 0 ? {} : { except }) }
}

/** The files with a package's secrets. Only the package's own programs need them. */
const ownSecrets = [".env", ".env.*", ".envrc"]

/**
 * Returns the files that git may not write: files that start programs or lead to other folders, under every policy,
 * and, if the repository has several worktrees, the files of the others.
 */
const keptIn = (path: string, own: string): ReadonlyArray<FileException> => {
  const [repository, worktree] = [escapePattern(path), escapePattern(own)]
  const kinds = ["hooks", "config", "config.worktree", "commondir", "gitdir"]
  const inOwn = kinds.map((name) => kept(`${worktree}/${name}`))
  const inAll = [...kinds, "info/attributes", "objects/info/*alternates"].map((name) => kept(`${repository}/${name}`))
  // A folder that git takes for a repository may also have a name that ends in ".git".
  const ofWorktree = [`${worktree}/**`, `${worktree}.git/**`]
  const shared = sharedByWorktrees.map((name) => `${repository}/${name}/**`)
  const ofOthers = [kept(`${repository}/*`, shared), kept(`${repository}/worktrees/*`, ofWorktree)]
  return own === path ? inAll : [...inAll, ...inOwn, ...ofOthers]
}

/**
 * The files that git writes for one worktree in a shared repository. Everything else belongs to the main worktree or
 * to all worktrees.
 */
const sharedByWorktrees = [
  ...["objects", "refs", "reftable", "logs", "packed-refs", "packed-refs.*", "shallow", "shallow.*"],
  ...["gc.*", "lfs", "rr-cache", "worktrees"]
]

const kept = (pattern: string, unless?: ReadonlyArray<string>): FileException => ({
  pattern: `${pattern}/**`,
  mode: "w",
  ...(unless === undefined ? {} : { unless }),
  why: "It belongs to the repository, which other worktrees share: change it outside the gate."
})
