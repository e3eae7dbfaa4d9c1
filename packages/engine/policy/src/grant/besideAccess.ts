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
 * Returns the access to the folders beside the workspace that the commands of a call need: to read, and for git to write in the
 * repository. `mode`: what the call may do in the workspace. All commands of a call share the access: git writes there only in a call
 * whose other programs only read.
 */
export const besideAccess = (
  { tool, resources }: Pick<PermissionRequest, "tool" | "resources">,
  mode: FileMode | undefined
): ReadonlyArray<FileAccess> => {
  const folders = new Map<string, FileAccess>()
  const isGit = resources.every(leavesRepositoryToGit)
  // The own program of a tool for Git starts git itself. A command that an argument holds is another one's.
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

/** The program itself. A file of the workspace may have the same name. */
const git = /^(?:\/usr\/(?:local\/)?bin\/)?git$/

const leavesRepositoryToGit = (resource: Resource): boolean => {
  if (resource.kind !== "command") return resource.kind === "file" || resource.kind === "host"
  const { argv, assigned } = resource
  const isHarmless = assigned.every((one) => isHarmlessVariable(one) || authors.test(one))
  return isHarmless && (git.test(argv[0] ?? "") || resource.wrapper || isReader(resource))
}

/** The variables that name whose commit it is. */
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

/** The files with the secrets of a package. Its own programs read them, and those of another package do not need them. */
const ownSecrets = [".env", ".env.*", ".envrc"]

/**
 * Returns what git does not write: what makes other programs run or leads to other folders, under any policy
 * protects, and, unless all of the repository is the workspace's, what belongs to the main and the other worktrees.
 */
const keptIn = (path: string, own: string): ReadonlyArray<FileException> => {
  const [repository, worktree] = [escapePattern(path), escapePattern(own)]
  const kinds = ["hooks", "config", "config.worktree", "commondir", "gitdir"]
  const inOwn = kinds.map((name) => kept(`${worktree}/${name}`))
  const inAll = [...kinds, "info/attributes", "objects/info/*alternates"].map((name) => kept(`${repository}/${name}`))
  // To the exceptions, a folder that git takes for a repository also has a name that ends in ".git".
  const ofWorktree = [`${worktree}/**`, `${worktree}.git/**`]
  const shared = sharedByWorktrees.map((name) => `${repository}/${name}/**`)
  const ofOthers = [kept(`${repository}/*`, shared), kept(`${repository}/worktrees/*`, ofWorktree)]
  return own === path ? inAll : [...inAll, ...inOwn, ...ofOthers]
}

/** The files that git writes for a worktree in a repository that others share. Everything else there belongs to the main worktree, or to all. */
const sharedByWorktrees = [
  ...["objects", "refs", "reftable", "logs", "packed-refs", "packed-refs.*", "shallow", "shallow.*"],
  ...["gc.*", "lfs", "rr-cache", "worktrees"]
]

const kept = (pattern: string, unless?: ReadonlyArray<string>): FileException => ({
  pattern: `${pattern}/**`,
  mode: "w",
  ...(unless === undefined ? {} : { unless }),
  why: "It belongs to the repository of this worktree, and not to the worktree: change it without the gate."
})
