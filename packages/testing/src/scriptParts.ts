import type { Json } from "@toolgate/core"
import * as fc from "fast-check"

type Group = "inTurn" | "atOnce" | "first"

/** A part of a script: a call, or parts in sequence, in parallel, or in a race. */
export type ScriptPart =
  | { readonly kind: "call"; readonly tool: string }
  | { readonly kind: Group; readonly parts: ReadonlyArray<ScriptPart> }

/**
 * Generates generateScripts that call these tools in groups of these kinds.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { generateScripts, runs } from "@toolgate/testing"
 * import fc from "fast-check"
 *
 * // Each script is a group of calls. Groups can be nested.
 * const property = fc.property(generateScripts(["echo"], ["inTurn"]), ({ kind }) => assert.equal(kind, "inTurn"))
 * fc.assert(property, runs(20))
 * ```
 */
export const generateScripts = (tools: ReadonlyArray<string>, kinds: ReadonlyArray<Group>): fc.Arbitrary<ScriptPart> =>
  fc.letrec<{ part: ScriptPart; group: ScriptPart }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 2 },
      fc.record({ kind: fc.constant("call" as const), tool: fc.constantFrom(...tools) }),
      tie("group")
    ),
    group: fc.record({
      kind: fc.constantFrom(...kinds),
      parts: fc.array(tie("part"), { minLength: 1, maxLength: 4 })
    })
  })).group

/**
 * Runs a script and returns the answers that it has received. Each call depends on all answers so far. Self-contained,
 * because its source text also runs in a sandbox.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { play } from "@toolgate/testing"
 *
 * const part = {
 *   kind: "inTurn",
 *   parts: [
 *     { kind: "call", tool: "echo" },
 *     { kind: "call", tool: "clock" }
 *   ]
 * } as const
 * const called: Array<string> = []
 * await play(part, async (tool) => {
 *   called.push(tool)
 *   return `${tool} answers`
 * })
 * assert.deepEqual(called, ["echo", "clock"])
 * ```
 */
export const play = async (
  part: ScriptPart,
  call: (tool: string, args: { readonly heard: number; readonly last: string }) => Promise<string>
): Promise<Json> => {
  const heard: Array<string> = []
  const run = async (one: ScriptPart): Promise<void> => {
    if (one.kind === "call") {
      const args = { heard: heard.join(" ").length, last: heard.at(-1) ?? "" }
      const answer = await call(one.tool, args).catch((error: Error) => `threw ${error.message}`)
      heard.push(answer.slice(0, 100))
    } else if (one.kind === "inTurn") for (const each of one.parts) await run(each)
    else if (one.kind === "first") await Promise.race(one.parts.map(run))
    else await Promise.all(one.parts.map(run))
  }
  await run(part)
  return [...heard]
}
