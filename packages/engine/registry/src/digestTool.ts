import { hash } from "node:crypto"
import { pickDefinition, type ToolDefinition } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"

/** Returns the SHA-256 of what a definition promises, in hexadecimal. */
export const digestTool = (definition: ToolDefinition): string => hash("sha256", writePromises(definition))

/**
 * Returns what a definition promises, as canonical JSON: all of the definition but its time-out and the dialect of its
 * schemas. An operator may set another time-out without asking again, and the schemas say the same in both dialects. A part of a schema
 * that nobody checks here is another promise.
 */
export const writePromises = (tool: ToolDefinition): string => {
  const { timeoutMs, schemas, lazySchema, ...promised } = pickDefinition(tool)
  // Left out where they say nothing: pins and approvals of definitions from before there were these members go on holding.
  return canonicalizeJson({
    ...promised,
    ...(lazySchema ? { lazySchema } : {}),
    ...(schemas === "partial" ? { schemas } : {})
  })
}

/** Returns what a definition promised before recipes and files were a part of it. */
export const writePromisesWithoutRecipes = (tool: ToolDefinition): string => {
  const implementations = tool.implementations.map((one) =>
    one.kind === "provider" ? one : one.kind === "command" ? { kind: one.kind, argv: one.argv } : { kind: one.kind }
  )
  return writePromises({ ...tool, implementations })
}
