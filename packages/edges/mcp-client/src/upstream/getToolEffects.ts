import type { JsonObject, SideEffect, SideEffectClass } from "@toolgate/core"
import type { McpServerEntry, ToolOverlay } from "../config/McpConfig.ts"

/** The part of a definition that describes the effects of calls. */
export interface ToolEffects {
  readonly sideEffects: SideEffectClass
  readonly effects: ReadonlyArray<SideEffect>
  readonly destructive: boolean
}

/**
 * Returns the effects of a tool. The operator's word counts first. Without it, the server's rights give the worst case:
 * an unconfined program executes code, a confined one with network access can destroy remote data, and one without can
 * only use the files that it sees. The server's annotations can only raise the effects.
 */
export const getToolEffects = (
  source: McpServerEntry["source"],
  overlay: ToolOverlay,
  annotations: JsonObject
): ToolEffects => {
  const isLoose = source.kind === "stdio" && source.unconfined
  const bound = getWorstEffect(source)
  const base = overlay.class ?? bound ?? (isLoose ? "EXECUTE" : "NETWORK")
  const isReading = annotations.readOnlyHint === true
  const destroys = annotations.destructiveHint === true
  // No annotation of the server extends what the confinement allows.
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

/** Returns the worst effect of a confined program without network access; `undefined` for any other server. */
export const getWorstEffect = (source: McpServerEntry["source"]): "READ" | "WRITE" | undefined => {
  if (source.kind === "http" || source.unconfined || source.network === "any") return undefined
  return source.files.some(({ mode }) => mode !== "r") ? "WRITE" : "READ"
}

const listEffects = (sideEffects: SideEffectClass, reachesOut: boolean): ReadonlyArray<SideEffect> => {
  if (sideEffects === "EXECUTE") return ["local_exec", "network_access"]
  return sideEffects === "NETWORK" || reachesOut ? ["network_access"] : []
}

const stricter = (one: SideEffectClass, other: SideEffectClass): SideEffectClass =>
  order.indexOf(other) > order.indexOf(one) ? other : one

// EXECUTE covers NETWORK: an annotation about the network must not replace EXECUTE.
const order: ReadonlyArray<SideEffectClass> = ["NONE", "READ", "WRITE", "NETWORK", "EXECUTE"]

const harmless: ReadonlySet<SideEffectClass> = new Set(["NONE", "READ"])
