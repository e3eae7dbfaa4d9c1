import type { Static, TSchema } from "typebox"
import type { JsonObject } from "./Json.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { Schema, Tool } from "./Tool.ts"
import type { ToolInstance } from "./ToolInstance.ts"

/** What a tool's author has to say, and what may be left out. */
export type ToolDefinition<P extends Schema> = Pick<Tool, "name" | "description" | "sideEffects"> &
  Partial<Omit<Tool, "parameters" | "implementations">> & { readonly parameters: P } & (
    | ToolInstance<ArgsOf<P>>
    | { readonly make: () => ToolInstance<ArgsOf<P>> }
  )

/** The type that a schema describes: exact for TypeBox, a JSON object for a schema written by hand. */
export type ArgsOf<P extends Schema> = P extends TSchema ? Static<P> : JsonObject

/**
 * Makes a tool that runs in this process. `execute` is for a tool without state; `make` answers every call with a fresh
 * instance, for one that keeps state or has to be told to stop. Whether the definition holds is checked when it is
 * registered.
 */
export const defineTool = <const P extends Schema>(definition: ToolDefinition<P>): Tool => {
  const stateless = !("make" in definition)
  return {
    name: definition.name,
    aliases: definition.aliases ?? [],
    title: definition.title,
    description: definition.description,
    parameters: definition.parameters,
    output: definition.output,
    schemas: definition.schemas ?? "portable",
    sideEffects: definition.sideEffects,
    effects: definition.effects ?? [],
    destructive: definition.destructive ?? false,
    risk: definition.risk ?? "SAFE",
    category: definition.category,
    permission: definition.permission,
    resources: definition.resources ?? [],
    requiresWorkspace: definition.requiresWorkspace ?? false,
    requiresCapability: definition.requiresCapability ?? true,
    timeoutMs: definition.timeoutMs ?? defaultTimeoutMs(definition.sideEffects),
    callers: definition.callers ?? ["direct"],
    implementations: [{ kind: "function", make: stateless ? () => definition : definition.make, stateless }]
  }
}

/** What executes or reaches out may take ten minutes, everything else one. */
const defaultTimeoutMs = (sideEffects: SideEffectClass) =>
  sideEffects === "EXECUTE" || sideEffects === "NETWORK" ? 600_000 : 60_000
