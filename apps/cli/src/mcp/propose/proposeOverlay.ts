import { isAbsolute, relative, resolve, sep } from "node:path"
import { type JsonObject, quoted, type SideEffectClass } from "@toolgate/core"
import { getWorstEffect, hasPrograms, type ListedTool, type McpServerEntry } from "@toolgate/mcp-client"
import { type ArgumentKind, guessArgumentKind, isBareName, mayBeElsewhere } from "./guessArgumentKind.ts"
import { listTextArguments, type TextArgument } from "./listTextArguments.ts"
import type { OverlayDraft, ResourceDraft } from "./OverlayDraft.ts"

/**
 * Proposes an overlay for a tool of a server in `workspace`. The class is the worst case that the rights of the server's entry permit. The
 * server's hints become notes and loosen nothing, unless the operator trusts them (`trustsHints`) and the tool claims to be read-only. In
 * doubt, the stricter value is proposed.
 */
export const proposeOverlay = (
  { source }: Pick<McpServerEntry, "source">,
  workspace: string,
  { name, description, inputSchema, annotations }: ListedTool,
  trustsHints = false
): OverlayDraft => {
  const { args, isWhole } = listTextArguments(isObject(inputSchema) ? inputSchema : {})
  const isAboutFiles = /file|folder|director|path/i.test(
    `${name} ${typeof description === "string" ? description : ""}`
  )
  const isOfService = source.kind === "http" || args.some(({ pointer }) => serviceArguments.test(pointer))
  const bound = trustsHints && onlyReads(annotations) ? "READ" : getWorstEffect(source)
  const reachesOut = getWorstEffect(source) === undefined
  const asFile: FileWords = {
    mode: bound === "READ" ? "r" : "rw",
    ...(seesMore(source, workspace) ? { within: "host" } : {})
  }
  const notes = isWhole ? [] : ["Its schema is too deep or too large to be read in full."]
  const drafts = new Map<string, ResourceDraft>()
  const optional = new Set<string>()
  let proposed: SideEffectClass | undefined = bound
  for (const one of args) {
    const kind = guessArgumentKind(one, isAboutFiles)
    if (kind === undefined) continue
    if (kind === "shell" || kind === "argv") proposed = "EXECUTE"
    const doubt = doubtOf(kind, one, { isOfService, reachesOut })
    const draft = draftOf(kind, one, asFile)
    if (doubt === undefined) drafts.set(draft.arg, draft)
    else notes.push(`${quoted(one.name)} ${doubt}`)
    if (!one.isRequired && draft.fallback === undefined) optional.add(draft.arg)
  }
  for (const arg of [...drafts.keys()].filter((arg) => drafts.has(`${arg}/*`) || drafts.has(`/${arg}/*`))) {
    for (const one of [arg, `${arg}/*`, `/${arg}/*`]) drafts.delete(one)
    notes.push(`${quoted(arg)} takes one value or a list, which cannot be declared.`)
  }
  const resources = [...drafts.values()]
  const needed = resources.filter(({ arg }) => optional.has(arg)).map(({ arg }) => quoted(arg))
  if (needed.length > 0)
    notes.push(
      `A call without ${needed.join(" or ")} is refused, unless the resource has a "fallback" or "absent: nothing".`
    )
  return {
    tool: name,
    ...(proposed === undefined ? {} : { class: proposed }),
    resources,
    notes: [...wordsOfServer(annotations), ...new Set(notes)]
  }
}

type FileWords = Pick<ResourceDraft, "mode" | "within">

/** Whether a confined program can see files outside the workspace, other than programs and its own folder. */
const seesMore = (source: McpServerEntry["source"], workspace: string): boolean =>
  source.kind === "stdio" &&
  source.files.some(({ path, mode }) => {
    const isItsOwn = mode === "r" && (hasPrograms(path) || source.command.some((word) => isBeneath(path, word)))
    return !isItsOwn && !isWithin(workspace, path)
  })

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, resolve(folder, path))
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`)
}

const isBeneath = (folder: string, word: string): boolean =>
  isAbsolute(word) && isWithin(folder, word) && relative(folder, word) !== ""

/** Returns why a resource is not declared, as the predicate of a sentence. `undefined` if it is declared. */
const doubtOf = (
  kind: NonNullable<ArgumentKind>,
  { pointer, name, described }: TextArgument,
  { isOfService, reachesOut }: { readonly isOfService: boolean; readonly reachesOut: boolean }
): string | undefined => {
  const isInList = pointer.includes("/*")
  if (kind === "file")
    return mayBeElsewhere(name) && (isOfService || (reachesOut && isBareName(name) && !saysPlace.test(described)))
      ? "may be a path on another machine."
      : undefined
  if (kind === "url") return otherSchemes.test(described) ? "takes more than http and https URLs." : undefined
  const isOne = kind === "shell" ? !isInList : /^(?:\/[^*/]+)+\/\*$/.test(pointer)
  return isOne ? undefined : "is a list of commands, which cannot be declared."
}

const draftOf = (
  kind: NonNullable<ArgumentKind>,
  { pointer, isRequired, fallback }: TextArgument,
  asFile: FileWords
): ResourceDraft => {
  const at = kind === "argv" ? pointer.replace(/\/\*$/, "") : pointer
  const names = kind === "file" || kind === "url"
  return {
    kind,
    // Names the argument, or gives its pointer if the name is ambiguous.
    arg: /^\/[^/~]+$/.test(at) ? at.slice(1) : at,
    ...(kind === "file" ? asFile : {}),
    ...(names && !isRequired && fallback !== undefined && plainText.test(fallback) ? { fallback } : {})
  }
}

const wordsOfServer = (annotations: unknown): ReadonlyArray<string> => {
  if (!isObject(annotations)) return []
  const said = hints.flatMap((hint) => (typeof annotations[hint] === "boolean" ? `${hint} ${annotations[hint]}` : []))
  return said.length === 0 ? [] : [`The server says: ${said.join(", ")}.`]
}

const hints = ["readOnlyHint", "destructiveHint", "openWorldHint"] as const

/** Arguments that indicate that a path is in a remote store. */
const serviceArguments = /^\/(?:owner|repo|repository|project_?id|project|bucket|drive_?id|site_?id)$/i

/** Words that tell where an argument's file is. The name alone may be that of a remote file, as in a gist. */
const saysPlace = /\b(?:paths?|local|disk|director(?:y|ies)|folders?|workspace|machine)\b/i

/** Whether a server claims that a tool is read-only, without contradicting itself. */
const onlyReads = (annotations: unknown): boolean =>
  isObject(annotations) && annotations.readOnlyHint === true && annotations.destructiveHint !== true

const otherSchemes = /\b(?:file|data|s3|gs|ftp|ws|wss|mongodb|postgres(?:ql)?|redis|mysql):|resource/i

const plainText = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
