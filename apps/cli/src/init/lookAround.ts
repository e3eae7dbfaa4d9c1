import { lstatSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import type { NeededFolder, ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { besideWorkspace } from "@toolgate/workspace"
import { detectCompiled } from "./detectCompiled.ts"
import { detectJavaScript } from "./detectJavaScript.ts"
import { detectPython } from "./detectPython.ts"
import type { CheckCommand, Finding } from "./Finding.ts"
import { Folder } from "./Folder.ts"

/** The facts about a folder in which an agent works. */
export interface Surroundings {
  /** The names of the languages and tools that were found. */
  readonly found: ReadonlyArray<string>
  /** The commands that may run without a question. */
  readonly commands: ReadonlyArray<CheckCommand>
  /** The commands about which a person decides each time. */
  readonly asked: ReadonlyArray<CheckCommand>
  /** The patterns of sources, each with the name of a new file that it matches. */
  readonly sources: ReadonlyArray<{ readonly pattern: string; readonly file: string }>
  /** Whether folders of the folder contain projects, so that commands begin by entering one. */
  readonly hasProjects: boolean
  readonly hasGit: boolean
  /** The root of the repository that the folder is part of, if that is a folder above. */
  readonly repository: string | undefined
  /** Files that could not be read, so there are no rules for them. */
  readonly unread: ReadonlyArray<string>
  /** Folders outside this folder that confined commands can see, with those that git may write. */
  readonly beside: ReadonlyArray<NeededFolder>
  /** The target of a "node_modules" link, if confined commands cannot see it. */
  readonly unseenPackages: string | undefined
}

/**
 * Returns the facts about a folder and the projects in it: what they are made with, how they are tested, and where
 * their sources are.
 */
export const lookAround = (path: string): Surroundings => {
  const root = new Folder(path)
  const inside = projectsIn(root)
  const hasGit = isRepository(root)
  const above = hasGit ? [] : foldersUpToRepository(path)
  const projects: ReadonlyArray<Place> = [{ at: "", folder: root, findings: findingsIn(root, above) }, ...inside]
  const findings = projects.flatMap(({ at, findings: all }) =>
    all.map((one) => ({ ...one, what: at === "" ? one.what : `${one.what} in ${at}` }))
  )
  const beside = besideWorkspace(path as ResolvedPath)
  const shown = findings.map(({ what }) => what)
  return {
    found: [
      ...shown.slice(0, mostShown),
      ...(shown.length > mostShown ? [`${shown.length - mostShown} more`] : []),
      ...(hasGit ? ["git"] : [])
    ],
    commands: unique(findings.flatMap(({ commands }) => commands)),
    asked: unique(findings.flatMap(({ asked }) => asked)),
    sources: sourcesOf(projects),
    hasProjects: inside.length > 0,
    hasGit,
    repository: above.at(-1)?.path,
    unread: projects.flatMap(({ at, findings: all }) =>
      all.flatMap(({ unread }) => (unread === undefined ? [] : join(at, unread)))
    ),
    beside,
    unseenPackages: unseenPackages(path, beside)
  }
}

const isRepository = ({ files, folders }: Folder): boolean => folders.includes(".git") || files.has(".git")

/** Returns the parent folders up to the repository root, nearest first. Empty outside a repository. */
const foldersUpToRepository = (path: string): ReadonlyArray<Folder> => {
  const above: Array<Folder> = []
  for (let [at, next] = [path, dirname(path)]; next !== at; [at, next] = [next, dirname(next)]) {
    const folder = folderAt(next)
    if (folder === undefined) return []
    above.push(folder)
    if (isRepository(folder)) return above
  }
  return []
}

const folderAt = (path: string): Folder | undefined => {
  try {
    return new Folder(path)
  } catch {
    return undefined
  }
}

const unseenPackages = (path: string, beside: ReadonlyArray<NeededFolder>): string | undefined => {
  const packages = join(path, "node_modules")
  try {
    if (!lstatSync(packages).isSymbolicLink()) return undefined
    const target = realpathSync(packages)
    const isSeen = [path, ...beside.map((one) => one.path)].some((folder) => isBeneath(target, folder))
    return isSeen || !lstatSync(target).isDirectory() ? undefined : target
  } catch {
    return undefined
  }
}

interface Place {
  /** The path from the root; "" for the root itself. */
  readonly at: string
  readonly folder: Folder
  readonly findings: ReadonlyArray<Finding>
}

const findingsIn = (folder: Folder, above: ReadonlyArray<Folder> = []): ReadonlyArray<Finding> =>
  [detectJavaScript(folder, above), detectPython(folder), ...detectCompiled(folder)].filter((one) => one !== undefined)

/** Returns the projects that are one or two levels below the root, as in packages/a. */
const projectsIn = (root: Folder): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  const look = (folder: Folder, before: string, depth: number) => {
    for (const name of folder.folders) {
      if (found.length >= mostProjects || !isPlain(name) || generated.has(name)) continue
      const inner = folder.in(name)
      if (inner === undefined) continue
      const at = `${before}${name}`
      const findings = findingsIn(inner)
      if (findings.length > 0) found.push({ at, folder: inner, findings })
      else if (depth > 1) look(inner, `${at}/`, depth - 1)
    }
  }
  look(root, "", 2)
  return found
}

const sourcesOf = (projects: ReadonlyArray<Place>): Surroundings["sources"] => {
  const sources = new Map<string, string>()
  for (const { at, folder, findings } of projects) {
    const extension = findings[0]?.extension ?? ".txt"
    for (const name of folder.folders) {
      if (!isSource(name, folder)) continue
      const [parent, ...rest] = at.split("/")
      // All packages of a folder share one rule.
      const pattern = rest.length === 0 ? at : `${parent}/*`
      sources.set(
        `${pattern === "" ? "" : `${pattern}/`}${name}/**`,
        `${at === "" ? "" : `${at}/`}${name}/new${extension}`
      )
    }
  }
  return [...sources].slice(0, mostSources).map(([pattern, file]) => ({ pattern, file }))
}

const isSource = (name: string, folder: Folder): boolean =>
  isPlain(name) && !generated.has(name) && (sourceNames.has(name) || folder.in(name)?.files.has("__init__.py") === true)

/** Whether a name needs no escaping in a pattern, in YAML and in a shell. */
const isPlain = (name: string): boolean => /^[A-Za-z0-9_][\w-]*(?:\.[\w-]+)*$/.test(name)

const sourceNames: ReadonlySet<string> = new Set(
  "src source lib app test tests spec specs __tests__ e2e pages components cmd internal pkg benches examples".split(" ")
)

const generated: ReadonlySet<string> = new Set(
  "node_modules vendor target dist build out coverage venv env bin obj __pycache__".split(" ")
)

const mostProjects = 200
const mostSources = 60
const mostShown = 8

const unique = (commands: ReadonlyArray<CheckCommand>): ReadonlyArray<CheckCommand> => [
  ...new Map(commands.map((one) => [one.command, one])).values()
]
