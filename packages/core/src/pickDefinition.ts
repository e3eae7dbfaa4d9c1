import type { ToolDefinition } from "./Tool.ts"

/**
 * Returns only the definition members of a tool. Lists and schemas are shared, not copied.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { pickDefinition } from "@toolgate/core"
 * import { builtins } from "toolgate"
 *
 * const [definition] = builtins().map(pickDefinition)
 * assert.equal(definition?.name, "read_file")
 * // Examples of calls are not part of the definition.
 * assert.equal("examples" in definition, false)
 * ```
 */
export const pickDefinition = (tool: ToolDefinition): ToolDefinition => ({
  name: tool.name,
  owner: tool.owner,
  aliases: tool.aliases,
  title: tool.title,
  description: tool.description,
  parameters: tool.parameters,
  output: tool.output,
  schemas: tool.schemas,
  sideEffects: tool.sideEffects,
  effects: tool.effects,
  destructive: tool.destructive,
  risk: tool.risk,
  category: tool.category,
  permission: tool.permission,
  resources: tool.resources,
  requiresWorkspace: tool.requiresWorkspace,
  requiresCapability: tool.requiresCapability,
  timeoutMs: tool.timeoutMs,
  callers: tool.callers,
  // Omitted if false, so that existing digests stay valid.
  ...(tool.escalates === true ? { escalates: true } : {}),
  lazySchema: tool.lazySchema,
  implementations: tool.implementations.map(implementationData)
})

const implementationData = (one: ToolDefinition["implementations"][number]): typeof one => {
  if (one.kind === "provider") return { kind: one.kind, specs: one.specs }
  const described = {
    ...(one.recipe === undefined ? {} : { recipe: one.recipe }),
    ...(one.files === undefined || one.files.length === 0 ? {} : { files: one.files })
  }
  return one.kind === "command" ? { kind: one.kind, argv: one.argv, ...described } : { kind: one.kind, ...described }
}
