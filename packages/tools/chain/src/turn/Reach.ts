import { resolve } from "node:path"
import {
  type FileMode,
  isReadOnly,
  type Json,
  listArgumentPointers,
  type PermissionRequest,
  type ResolvedPath,
  type Resource
} from "@toolgate/core"
import { parsePointer } from "@toolgate/core/json"
import { followPointer } from "./references.ts"

/** The known effects of a call before it runs. */
export type Reach =
  /** The call only computes. */
  | { readonly kind: "nothing" }
  /** The call changes nothing but may read anything. */
  | { readonly kind: "reads-anything" }
  | KnownReach
  /** The call may change anything. `unknown` gives the reason, as the end of a sentence. */
  | { readonly kind: "alone"; readonly unknown?: string }

/** Files and hosts that a call touches. */
export interface KnownReach {
  readonly kind: "reads" | "changes"
  readonly files: ReadonlyArray<{ readonly path: ResolvedPath; readonly mode: FileMode }>
  readonly hosts: ReadonlyArray<string>
}

/**
 * Returns what a call touches, from its resolved resources. A path through a link depends on more than its target, so such a call may touch
 * anything.
 */
export const resolveReach = (request: PermissionRequest): Reach => {
  const { tool, resources } = request
  // A computing tool may make child calls with unknown effects, so it only counts if it accepts direct calls only.
  if (tool.sideEffects === "NONE" && resources.length === 0)
    return tool.callers.includes("chain") ? { kind: "nothing" } : { kind: "alone" }
  const unknown = resources.find(isUnknown)
  const isKnown =
    unknown === undefined && resources.length > 0 && !resources.some(isCommand) && !leadsThroughLink(request)
  if (isReadOnly(tool)) return isKnown ? knownReach("reads", resources) : { kind: "reads-anything" }
  if (unknown !== undefined) return { kind: "alone", unknown: whyUnknown[unknown.kind] }
  const isBounded =
    tool.sideEffects === "WRITE" || (tool.sideEffects === "NETWORK" && resources.some(({ kind }) => kind === "host"))
  return isKnown && isBounded ? knownReach("changes", resources) : { kind: "alone" }
}

const isUnknown = (resource: Resource) => resource.kind === "opaque" || resource.kind === "unread"
const isCommand = (resource: Resource) => resource.kind === "command"

const whyUnknown = {
  opaque: "what it touches is known only when it runs",
  unread: "its arguments are too long to be read in full"
} as const

const knownReach = (kind: KnownReach["kind"], resources: ReadonlyArray<Resource>): KnownReach => ({
  kind,
  files: resources.flatMap((one) => (one.kind === "file" ? [{ path: one.path, mode: one.mode }] : [])),
  hosts: resources.flatMap((one) => (one.kind === "host" ? [one.host] : []))
})

/** Whether a resolved path differs from its argument joined to the workspace. */
const leadsThroughLink = ({ tool, args, resources, context }: PermissionRequest): boolean => {
  const files = resources.flatMap((one) => (one.kind === "file" ? [one.path] : []))
  if (files.length === 0) return false
  const written = new Set<string>()
  for (const declared of tool.resources) {
    if (declared.kind !== "file") continue
    for (const place of listArgumentPointers(args, declared.arg) ?? []) {
      const value: Json | symbol = followPointer(args, parsePointer(place) ?? [])
      const path = typeof value === "string" ? value : declared.fallback
      if (path !== undefined) written.add(resolve(context.workspace, path))
    }
  }
  return files.some((path) => !written.has(path))
}
