import type { Toolgate } from "./Toolgate.ts"
import type { ToolgateOptions } from "./ToolgateOptions.ts"

/**
 * Opens a gate. Rejects if the workspace, policy, a catalogue, the audit folder, a tool definition or an option is invalid.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const read = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * assert.equal(read.success, true)
 *
 * // A refusal is an answer too.
 * const outside = await gate.dispatch({ id: "2", tool: "read_file", args: { path: "../../../../../../etc/passwd" } })
 * assert.deepEqual([outside.executed, outside.error?.why], ["no", "FileDenied"])
 *
 * await assert.rejects(createToolgate({ workspace: "no-such-folder", policy: "default", tools: [] }))
 * ```
 */
export const createToolgate = async <E = never>(options: ToolgateOptions<E>): Promise<Toolgate> => {
  // The options are those of this moment: while the gate loads, the app may change them for the next gate.
  const given = typeof options !== "object" || options === null || Array.isArray(options) ? options : { ...options }
  // A program that only defines tools does not load the gate.
  const { openToolgate } = await import("./openToolgate.ts")
  return openToolgate(given)
}
