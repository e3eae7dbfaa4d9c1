import {
  defineTool,
  type FileMode,
  type JsonObject,
  type PermissionType,
  type ResourceDeclaration,
  type SideEffect,
  type SideEffectClass,
  type Tool,
  type ToolRisk
} from "@toolgate/core"

/** The keys of a definition, which `requestSchema` has checked. */
interface Definition {
  readonly side_effects: SideEffectClass
  readonly effects?: ReadonlyArray<SideEffect>
  readonly resources?: ReadonlyArray<DefinedResource>
  readonly category?: string
  readonly risk?: ToolRisk
  readonly destructive?: boolean
  readonly permission?: PermissionType
  readonly callers?: Tool["callers"]
  readonly requires_capability?: boolean
  readonly escalates?: boolean
  readonly aliases?: ReadonlyArray<string>
  readonly parameters?: JsonObject
}

interface DefinedResource {
  readonly kind: ResourceDeclaration["kind"]
  readonly arg?: string
  readonly argv?: ReadonlyArray<string>
  readonly host?: string
  readonly port?: number
  readonly mode?: FileMode
  readonly within?: "workspace" | "host"
  readonly fallback?: string
  readonly absent?: "nothing"
  readonly scope?: "tree"
  readonly program?: "git"
  readonly workspace?: "r"
}

/**
 * Builds a tool from a checked definition. The tool is judged and never run.
 *
 * A file without a mode is read by a tool of the classes NONE and READ, and read and written by any other tool. The
 * file lies in the workspace unless the definition says "host". Without `parameters`, the arguments may be any object.
 */
export const buildDefinedTool = (name: string, given: JsonObject): Tool => {
  const definition = given as unknown as Definition
  const { side_effects: sideEffects, resources = [], parameters = { type: "object" } } = definition
  return {
    ...defineTool({
      name,
      description: "Described by a request, and known to it alone.",
      parameters,
      schemas: "full",
      sideEffects,
      effects: definition.effects ?? [],
      resources: resources.map((one) => declarationOf(one, sideEffects)),
      category: definition.category,
      risk: definition.risk ?? "SAFE",
      destructive: definition.destructive ?? false,
      ...(definition.escalates === undefined ? {} : { escalates: definition.escalates }),
      permission: definition.permission,
      callers: definition.callers ?? ["direct"],
      requiresCapability: definition.requires_capability ?? true,
      aliases: definition.aliases ?? [],
      make: runsNothing
    })
  }
}

const runsNothing = () => ({
  execute: () => {
    throw new Error("Nothing runs in a dry run.")
  }
})

const declarationOf = (given: DefinedResource, sideEffects: SideEffectClass): ResourceDeclaration => {
  const { kind, arg = "", argv = [], host = "", port = 0, mode, within = "workspace" } = given
  const { fallback, absent, scope, program } = given
  if (kind === "command")
    return { kind, argv, ...(given.workspace === undefined ? {} : { workspace: given.workspace }) }
  if (kind === "host") return { kind, host, port }
  if (kind === "shell" || kind === "argv") return { kind, arg }
  const otherwise = fallback === undefined ? {} : { fallback }
  if (kind === "url") return { kind, arg, ...otherwise }
  const usual = sideEffects === "NONE" || sideEffects === "READ" ? "r" : "rw"
  const said = {
    ...(absent === undefined ? {} : { absent }),
    ...(scope === undefined ? {} : { scope }),
    ...(program === undefined ? {} : { program })
  }
  return { kind, arg, mode: mode ?? usual, within, ...otherwise, ...said }
}
