import type { CommandResource, FileException, FileMode, PermissionRequest } from "@toolgate/core"
import { escapePattern, fold } from "@toolgate/core/access"
import type { Finding } from "../PolicyPart.ts"
import { getLastName, movers, removers } from "../parts/moving.ts"
import { ask } from "../verdict/verdicts.ts"
import { onlyReads } from "./onlyReads.ts"
import type { ProtectedEntries, Touched } from "./ProtectedEntries.ts"

/** A reason to ask about a call: an entry, and the path that the call reaches. */
export interface TouchedPath extends Pick<Finding, "because" | "said"> {
  /** The pattern that permits the path once it is added to the policy's list of permitted paths. */
  readonly pattern: string
  /** The path that may be used after a person approves the call. */
  readonly path: string
}

/** The lists of a policy that permit paths: one for reading, and one for writing. */
type PermittedList = "not_secrets" | "unprotected"

/** Returns the entries that a call reads or writes, judging by its resources. */
export const findTouchedPaths = (
  entries: ProtectedEntries,
  mode: Exclude<FileMode, "rw">,
  { resources, context: { workspace } }: PermissionRequest
): ReadonlyArray<TouchedPath> => {
  let found: Map<string, TouchedPath> | undefined
  const note: Note = ({ entry: { text, reason, because }, path }, how, more = {}) => {
    found ??= new Map()
    if (found.size >= atMost || found.has(path)) return
    const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path
    const which =
      mode === "r" ? reason : `is protected${more.isAbove ? " with the folders above it" : ""}: it ${reason}`
    const said = `${how} ${JSON.stringify(text)}${more.amongThem ? " among them" : ""}, which ${which}.`
    found.set(path, { because, said, path, pattern: more.amongThem ? text : escapePattern(inside) })
  }
  for (const resource of resources) {
    if (resource.kind === "command") {
      if (mode === "r") noteRead(entries, resource, workspace, note)
      else if (!onlyReads(resource)) noteWritten(entries, resource, workspace, note)
    } else if (resource.kind === "file" && resource.mode.includes(mode)) {
      const touched = entries.at(resource.path, workspace)
      const above = touched === undefined && mode === "w" ? entries.beneath(resource.path, workspace) : undefined
      if (touched !== undefined) note(touched, mode === "r" ? "The call reads" : "The call writes")
      else if (above !== undefined) note(above.touched, replaces, { isAbove: true })
    }
  }
  return found === undefined ? none : [...found.values()]
}

/** Returns a verdict that asks about the paths that a call touches. */
export const askAbout = (touched: readonly [TouchedPath, ...ReadonlyArray<TouchedPath>], list: PermittedList) =>
  ask(
    touched[0].because,
    `${[...new Set(touched.map(({ said }) => said))].join(" ")} A person has to approve the call, or the policy has to list the path under "${list}".`
  )

/** Returns a finding for each path that a call touches. */
export const reportTouchedPaths = (touched: ReadonlyArray<TouchedPath>, list: PermittedList): ReadonlyArray<Finding> =>
  touched.map(({ because, said, pattern }) => ({
    because,
    effect: "ask",
    said,
    change: `Add ${JSON.stringify(pattern)} to "${list}" in the policy.`
  }))

/** Whether a call touches something. */
export const isTouching = (
  touched: ReadonlyArray<TouchedPath>
): touched is readonly [TouchedPath, ...ReadonlyArray<TouchedPath>] => touched.length > 0

/** Returns the exceptions, without the paths that a person was asked about and everything beneath them. */
export const removeTouchedPaths = (
  except: ReadonlyArray<FileException>,
  touched: ReadonlyArray<TouchedPath>
): ReadonlyArray<FileException> => {
  const permitted = touched.map(({ path }) => `${escapePattern(path)}/**`)
  return except.map((one) => ({ ...one, unless: [...(one.unless ?? []), ...permitted] }))
}

type Note = (touched: Touched, how: string, more?: { readonly isAbove?: boolean; readonly amongThem?: boolean }) => void

const none: ReadonlyArray<TouchedPath> = []

/** The largest number of reasons in one question. More would not help the person who is asked. */
const atMost = 16

const names = "A word of the command names"
const replaces = "The call may replace a folder of"

const noteRead = (entries: ProtectedEntries, command: CommandResource, workspace: string, note: Note): void => {
  for (const path of command.paths) {
    const touched = entries.at(path, workspace)
    if (touched !== undefined) note(touched, names)
  }
  for (const touched of entries.met(command.globs ?? [], workspace))
    note(touched, "A word of the command expands to files,", { amongThem: true })
}

const noteWritten = (entries: ProtectedEntries, command: CommandResource, workspace: string, note: Note): void => {
  const words = command.argv.map((word) => fold(getLastName(word)))
  const [program = ""] = words
  const isMoving = movers.has(program) || removers.has(program)
  for (const path of command.paths) {
    const touched = entries.at(path, workspace)
    if (touched?.entry.isFile === false) {
      note(touched, names)
      continue
    }
    if (!isMoving && !copiers.has(program)) continue
    const above = entries.beneath(path, workspace)
    const isNamed = above?.next.some((next) =>
      words.slice(1).some((name) => name !== "" && next.matches(`/${name}`, "/"))
    )
    if (above !== undefined && (isMoving || isNamed)) note(above.touched, replaces, { isAbove: true })
    else if (touched !== undefined) note(touched, names)
  }
}

/** The programs that create or overwrite a file under a name that their words give. */
const copiers = new Set(["cp", "ln", "link", "install", "rsync", "scp", "tee", "dd", "touch", "mkdir", "truncate"])
