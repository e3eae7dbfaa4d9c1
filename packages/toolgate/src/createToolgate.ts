import type { Toolgate } from "./Toolgate.ts"
import type { ToolgateOptions } from "./ToolgateOptions.ts"

/**
 * Opens a gate. Rejects if the workspace, policy, a catalogue, the audit folder, a tool definition or an option is invalid.
 *
 * ```ts
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const { success, error } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * console.log(success ? "Read." : error?.message)
 * ```
 */
export const createToolgate = async <E = never>(options: ToolgateOptions<E>): Promise<Toolgate> => {
  // A program that only defines tools does not load the gate.
  const { openToolgate } = await import("./openToolgate.ts")
  return openToolgate(options)
}
