import { basename, join, sep } from "node:path"
import type { ApprovedFile, Args, ExecutionGrant, Json, PermissionRequest, Resource } from "@toolgate/core"
import { buildCommandPath, HostEnvironment, HostSystemPaths, removeWritableFolders } from "@toolgate/processes"
import {
  findChanged,
  findProgram,
  type RunFiles,
  readContents,
  resolveWordsAsPaths,
  searchRunFiles
} from "@toolgate/processes/contents"
import * as Effect from "effect/Effect"

type FileRequest = Pick<PermissionRequest, "resources" | "tool" | "context" | "args">

/** The files that a call would change or run, in their current state. */
export interface UsedFiles {
  readonly files: ReadonlyArray<ApprovedFile>
  /** Further things that the call may run, as phrases for people. */
  readonly unfollowed: ReadonlyArray<string>
}

/**
 * Reads the files that a call would change, and the workspace's programs and scripts that it would run, including what
 * they load. A system program is identified by its path under the grant. Yields to other calls between files.
 */
export const readUsedFiles = (request: FileRequest, grant: ProgramGrant): Effect.Effect<UsedFiles> =>
  Effect.gen(function* () {
    const programs = yield* systemPrograms(request, grant)
    const { files, unfollowed } = yield* inTurns(() => findUses(request))
    return { files: [...files, ...programs], unfollowed }
  })

/** The members of a grant that decide where programs are found. */
type ProgramGrant = Pick<ExecutionGrant, "confinement" | "access">

/** Finds the programs that the tool's commands name without a path. */
const systemPrograms = (
  { tool, context }: Pick<FileRequest, "tool" | "context">,
  { access, confinement }: ProgramGrant
): Effect.Effect<ReadonlyArray<ApprovedFile>> =>
  Effect.gen(function* () {
    const names = tool.implementations.flatMap((one) =>
      // If an entry sets its own PATH, its description names the program.
      one.kind === "command" && one.recipe?.program === undefined ? (one.argv[0] ?? []) : []
    )
    if (names.length === 0) return []
    const [environment, systemPaths] = [yield* HostEnvironment, yield* HostSystemPaths]
    const folders = confinement === "required" ? [...(access.path ?? []), ...systemPaths] : undefined
    const path = removeWritableFolders(buildCommandPath(environment, folders), context.workspace, access.files)
    const places = names.flatMap((name) => (name.includes("/") ? [] : (findProgram(name, path) ?? [])))
    return [...new Set(places)].map((place) => ({ path: place, content: "system", use: "program" }))
  })

/** Runs a search and yields to other fibers after every few files. */
const inTurns = <A>(begin: () => Generator<void, A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    const search = begin()
    for (let files = 1; ; files++) {
      const { done, value } = search.next()
      if (done === true) return value
      if (files % 16 === 0) yield* Effect.yieldNow
    }
  })

function* findUses(request: FileRequest): Generator<void, UsedFiles> {
  const uses = new Map<string, ApprovedFile["use"]>()
  const { files, unfollowed } = yield* runBy(request)
  for (const path of files) uses.set(path, "run")
  for (const path of changedBy(request.resources)) uses.set(path, "change")
  const contents = yield* readContents(uses.keys())
  return { files: contents.map((one) => ({ ...one, use: uses.get(one.path) ?? "run" })), unfollowed }
}

/** Lists the changed uses of files, as nouns. An unknown content counts as changed. */
export const listChangedUses = (
  before: ReadonlyArray<ApprovedFile>,
  now: ReadonlyArray<ApprovedFile>
): ReadonlyArray<string> =>
  fileUseNames.filter((use) => !areSame(before.filter(isOf(use)), now.filter(isOf(use)))).map((use) => nouns[use])

/**
 * Lists the uses of files that changed since the approval, as nouns. A newly used file counts as well, unless the
 * arguments were edited. Searches for new files first, and compares at the end without waiting.
 */
export const findChangedUses = (
  files: ReadonlyArray<ApprovedFile>,
  request: FileRequest & Pick<PermissionRequest, "given">,
  grant: ProgramGrant
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const isEdited = request.given?.proposed !== undefined
    const programs = yield* systemPrograms(request, grant)
    const running = isEdited ? [] : yield* inTurns(() => filesRunBy(request))
    const known = new Set(files.map(({ path }) => path))
    const isNew = running.some((path) => !known.has(path))
    const isChanged = {
      change: () => findChanged(files.filter(isOf("change"))) !== undefined,
      run: () => isNew || findChanged(files.filter(isOf("run"))) !== undefined,
      program: () => !areSame(files.filter(isOf("program")), programs)
    }
    return fileUseNames.filter((use) => isChanged[use]()).map((use) => nouns[use])
  })

function* filesRunBy(request: FileRequest): Generator<void, ReadonlyArray<string>> {
  return (yield* runBy(request)).files
}

/** Returns the programs and scripts among these files, or only the system programs. */
export const pickRunFiles = (
  files: ReadonlyArray<ApprovedFile>,
  uses: ReadonlyArray<ApprovedFile["use"]> = ["run", "program"]
): ReadonlyArray<ApprovedFile> => files.filter(({ use }) => uses.includes(use))

/** Returns the `files` member of an approval; empty if there are no files. */
export const attachFiles = (files: ReadonlyArray<ApprovedFile>): { readonly files?: ReadonlyArray<ApprovedFile> } =>
  files.length === 0 ? {} : { files }

const nouns = {
  change: "the contents of the files that it would change",
  run: "the contents of the programs or scripts that it would run",
  program: "the path of the program that its tool starts"
} as const

const fileUseNames = ["change", "run", "program"] as const

const isOf =
  (use: ApprovedFile["use"]) =>
  (file: ApprovedFile): boolean =>
    file.use === use

const areSame = (before: ReadonlyArray<ApprovedFile>, now: ReadonlyArray<ApprovedFile>): boolean =>
  before.length === now.length &&
  before.every(
    ({ path, content }, at) => path === now[at]?.path && content === now[at]?.content && content !== "unknown"
  )

const changedBy = (resources: ReadonlyArray<Resource>): ReadonlyArray<string> =>
  resources.flatMap((one) => (one.kind === "file" && one.mode !== "r" ? [one.path] : []))

function* runBy({ resources, tool, context, args }: FileRequest): Generator<void, RunFiles> {
  const { workspace } = context
  const inWorkspace = (all: ReadonlyArray<string>) =>
    all.filter((path) => path === workspace || path.startsWith(`${workspace}${sep}`))
  // An interpreter may read its script from standard input.
  const named = resources.flatMap((one) =>
    one.kind === "command" ? one.paths : one.kind === "file" && one.mode === "r" ? one.path : []
  )
  // Variables may name programs to run, such as LD_PRELOAD and PAGER.
  const commands = resources.flatMap((one) =>
    one.kind === "command" ? [one.assigned.length === 0 ? one.argv : ["env", ...one.argv]] : []
  )
  // The tool's own command is analysed separately: `sh` does not run what `cat` in the arguments reads.
  const found: Array<RunFiles> = []
  for (const one of tool.implementations) {
    if (one.kind !== "command") continue
    // As for a command in the arguments, the program's name stands for its start folder.
    const paths = [
      join(workspace, basename(one.argv[0] ?? "")),
      ...inWorkspace(resolveWordsAsPaths(one.argv, workspace))
    ]
    found.push(yield* searchRunFiles({ commands: [one.argv], paths }, workspace))
  }
  if (commands.length > 0)
    found.push(yield* searchRunFiles({ commands, paths: inWorkspace(named), texts: textsIn(args) }, workspace))
  return {
    files: [...new Set(found.flatMap(({ files }) => files))],
    unfollowed: [...new Set(found.flatMap(({ unfollowed }) => unfollowed))]
  }
}

/** Returns all strings in the arguments: variables for later commands appear only there, as in `ENV=./x; export ENV; sh`. */
const textsIn = (value: Args | Json): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
