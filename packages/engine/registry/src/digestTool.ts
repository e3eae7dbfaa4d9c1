import { hash } from "node:crypto"
import { pickDefinition, type ToolDefinition } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"

/** Returns the SHA-256 of a definition's promises, in hexadecimal. */
export const digestTool = (definition: ToolDefinition): string => hash("sha256", writePromises(definition))

/**
 * Writes a definition's promises as canonical JSON: everything except the time-out and the schema dialect. An operator may
 * change the time-out without a new approval, and the dialects are equivalent. Unchecked parts of a schema are included as
 * a difference.
 */
export const writePromises = (tool: ToolDefinition): string => {
  const { timeoutMs, schemas, lazySchema, ...promised } = pickDefinition(tool)
  // Omitted where empty, so that older pins and approvals stay valid.
  return canonicalizeJson({
    ...promised,
    ...(lazySchema ? { lazySchema } : {}),
    ...(schemas === "partial" ? { schemas } : {})
  })
}

/** Writes a definition's promises as before recipes and files were included. */
export const writePromisesWithoutRecipes = (tool: ToolDefinition): string => {
  const implementations = tool.implementations.map((one) =>
    one.kind === "provider" ? one : one.kind === "command" ? { kind: one.kind, argv: one.argv } : { kind: one.kind }
  )
  return writePromises({ ...tool, implementations })
}
