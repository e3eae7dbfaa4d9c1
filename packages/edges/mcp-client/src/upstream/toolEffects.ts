import type { JsonObject, SideEffect, SideEffectClass } from "@toolgate/core"
import type { McpServerEntry, ToolOverlay } from "../config/McpConfig.ts"

/** The part of a definition that says what its calls can do. */
export interface ToolEffects {
  readonly sideEffects: SideEffectClass
  readonly effects: ReadonlyArray<SideEffect>
  readonly destructive: boolean
}

/**
 * Returns what a tool can do. The operator's word is the base, and without it the worst that the rights of its server leave: a program
 * that is not confined runs code, one with a network reaches it and destroys, and one without reads and writes the files that it sees.
 * Annotations are the server's own word: they raise the base and never lower it.
 */
export const toolEffects = (
  source: McpServerEntry["source"],
  overlay: ToolOverlay,
  annotations: JsonObject
): ToolEffects => {
  const isLoose = source.kind === "stdio" && source.unconfined
  const bound = boundOf(source)
  const base = overlay.class ?? bound ?? (isLoose ? "EXECUTE" : "NETWORK")
  const isReading = annotations.readOnlyHint === true
  const destroys = annotations.destructiveHint === true
  // What the confinement does not let out, no word of the server's lets out.
  const reachesOut = annotations.openWorldHint === true && (bound === undefined || overlay.class !== undefined)
  const writes = annotations.readOnlyHint === false || destroys
  const sideEffects = [
    base,
    ...(reachesOut ? [isReading ? ("READ" as const) : ("NETWORK" as const)] : []),
    ...(writes ? ["WRITE" as const] : [])
  ].reduce(stricter)
  return {
    sideEffects,
    effects: listEffects(sideEffects, reachesOut),
    destructive: (overlay.destructive ?? !harmless.has(base)) || destroys
  }
}

/** Returns the worst that a confined program without the network can do; `undefined` for a server that has more rights. */
export const boundOf = (source: McpServerEntry["source"]): "READ" | "WRITE" | undefined => {
  if (source.kind === "http" || source.unconfined || source.network === "any") return undefined
  return source.files.some(({ mode }) => mode !== "r") ? "WRITE" : "READ"
}

const listEffects = (sideEffects: SideEffectClass, reachesOut: boolean): ReadonlyArray<SideEffect> => {
  if (sideEffects === "EXECUTE") return ["local_exec", "network_access"]
  return sideEffects === "NETWORK" || reachesOut ? ["network_access"] : []
}

const stricter = (one: SideEffectClass, other: SideEffectClass): SideEffectClass =>
  order.indexOf(other) > order.indexOf(one) ? other : one

// EXECUTE covers NETWORK, so a tool that runs code is not made harmless by saying that it also reaches the network.
const order: ReadonlyArray<SideEffectClass> = ["NONE", "READ", "WRITE", "NETWORK", "EXECUTE"]

const harmless: ReadonlySet<SideEffectClass> = new Set(["NONE", "READ"])
