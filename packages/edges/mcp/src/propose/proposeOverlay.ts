import { type JsonObject, quoted, type SideEffectClass } from "@toolgate/core"
import type { McpServerEntry } from "../config/McpConfig.ts"
import { argumentKind, mayBeElsewhere } from "./argumentKind.ts"
import { type TextArgument, textArguments } from "./pointedArguments.ts"

/** A resource as it is written in a `mcp.yaml`. */
export interface ResourceDraft {
  readonly kind: "file" | "url" | "shell" | "argv"
  readonly arg: string
  readonly mode?: "r" | "rw"
  readonly fallback?: string
}

/** A proposal of what a `mcp.yaml` says about a tool, for a person to review. */
export interface OverlayDraft {
  /** The server's own name for the tool. */
  readonly tool: string
  readonly class?: SideEffectClass
  readonly resources: ReadonlyArray<ResourceDraft>
  /** Notes for the person: what the server says of the tool, and what was not clear. Each is one line. */
  readonly notes: ReadonlyArray<string>
}

/** The part of a tool's definition that a proposal is made of, as a server listed it. */
export interface InspectedTool {
  readonly name: string
  readonly description?: unknown
  readonly inputSchema?: unknown
  readonly annotations?: unknown
}

/**
 * Proposes what to say about a server's tool. Its class is the worst that the rights of the server's entry leave; a server's own word
 * that a tool is harmless becomes a note. Where a schema leaves a doubt, the stricter is proposed.
 */
export const proposeOverlay = (source: McpServerEntry["source"], tool: InspectedTool): OverlayDraft => {
  const { name, description, inputSchema, annotations } = tool
  const args = isObject(inputSchema) ? textArguments(inputSchema) : []
  const isOfService = args.some((one) => placesElsewhere.has(one.pointer.toLowerCase().replaceAll("_", "")))
  const isAboutFiles = /file|folder|director|path/i.test(`${name} ${typeof description === "string" ? description : ""}`)
  const bound = boundOf(source)
  const mode = bound === "READ" ? "r" : "rw"
  const notes: Array<string> = []
  const resources = new Map<string, ResourceDraft>()
  const isOptional = new Set<string>()
  for (const one of args) {
    const kind = argumentKind(one, isAboutFiles)
    const arg = argOf(one, kind)
    const label = quoted(one.name)
    if (kind === undefined) continue
    if (kind === "file" && (source.kind === "http" || (isOfService && mayBeElsewhere(one.name)))) notes.push(`${label} may be a path elsewhere than on this machine.`)
    else if (kind === "url" && otherSchemes.test(one.described)) notes.push(`${label} takes more than http and https URLs.`)
    else if (kind === "argv" ? !/^(?:\/[^*/]+)+\/\*$/.test(one.pointer) : kind === "shell" && one.pointer.includes("/*"))
      notes.push(`${label} is a list of commands, which cannot be declared.`)
    else resources.set(arg, draftOf(kind, arg, mode, one))
    if (!one.isRequired) isOptional.add(arg)
  }
  for (const arg of [...resources.keys()].filter((arg) => resources.has(`${arg}/*`) || resources.has(`/${arg}/*`))) {
    for (const one of [arg, `${arg}/*`, `/${arg}/*`]) resources.delete(one)
    notes.push(`${quoted(arg)} takes one or a list, which cannot be declared.`)
  }
  const declared = [...resources.values()]
  const optional = declared.flatMap(({ arg, fallback }) => (fallback === undefined && isOptional.has(arg) ? quoted(arg) : []))
  if (optional.length > 0) notes.push(`A call without ${optional.join(" or ")} is refused, unless the resource has a "fallback".`)
  const runs = declared.some(({ kind }) => kind === "shell" || kind === "argv")
  const proposed = runs ? "EXECUTE" : bound
  return {
    tool: name,
    ...(proposed === undefined ? {} : { class: proposed }),
    resources: declared,
    notes: [...wordsOfServer(annotations, runs ? "EXECUTE" : (bound ?? "NETWORK")), ...new Set(notes)]
  }
}

/** Returns the worst that a confined program without the network can do; `undefined`: what is assumed of any tool. */
const boundOf = (source: McpServerEntry["source"]): SideEffectClass | undefined => {
  if (source.kind === "http" || source.unconfined || source.network === "any") return undefined
  return source.files.some(({ mode }) => mode !== "r") ? "WRITE" : "READ"
}

const draftOf = (
  kind: ResourceDraft["kind"],
  arg: string,
  mode: "r" | "rw",
  { fallback, isRequired }: TextArgument
): ResourceDraft => ({
  kind,
  arg,
  ...(kind === "file" ? { mode } : {}),
  ...((kind === "file" || kind === "url") && !isRequired && fallback ? { fallback } : {})
})

/** Returns the name of an argument where that is enough, and its pointer otherwise. */
const argOf = ({ pointer }: TextArgument, kind: ResourceDraft["kind"] | undefined): string => {
  const at = kind === "argv" ? pointer.replace(/\/\*$/, "") : pointer
  return /^\/[^/~]+$/.test(at) ? at.slice(1) : at
}

const wordsOfServer = (annotations: unknown, proposed: SideEffectClass): ReadonlyArray<string> => {
  if (!isObject(annotations)) return []
  const said = hints.flatMap((hint) => (typeof annotations[hint] === "boolean" ? `${hint} ${annotations[hint]}` : []))
  if (said.length === 0) return []
  const isReading = annotations.readOnlyHint === true && proposed !== "READ"
  return [`Its server says: ${said.join(", ")}.${isReading ? ' If you believe that it only reads: "class: READ", "mode: r".' : ""}`]
}

const hints = ["readOnlyHint", "destructiveHint", "openWorldHint"] as const

/** The arguments that say that a path beside them is one in a store of a service. */
const placesElsewhere: ReadonlySet<string> = new Set(
  ["owner", "repo", "repository", "projectid", "project", "bucket", "driveid", "siteid"].map((name) => `/${name}`)
)

const otherSchemes = /\b(?:file|data|s3|gs|ftp|ws|wss|mongodb|postgres(?:ql)?|redis|mysql):|resource/i

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
