import type { Json } from "@toolgate/core"
import * as fc from "fast-check"

type Group = "inTurn" | "atOnce" | "first"

/** A part of a script: a call, or parts in turn, all at once, or until the first of them is done. */
export type Part =
  | { readonly kind: "call"; readonly tool: string }
  | { readonly kind: Group; readonly parts: ReadonlyArray<Part> }

/** Returns the scripts that call these tools in groups of these kinds. */
export const scripts = (tools: ReadonlyArray<string>, kinds: ReadonlyArray<Group>): fc.Arbitrary<Part> =>
  fc.letrec<{ part: Part; group: Part }>((tie) => ({
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
 * Runs a script. Each of its calls depends on all answers that it has by then, and each answer is noted. Returns what it has heard when it
 * is done. It stands by itself, because its text runs in a sandbox as well.
 */
export const play = async (
  part: Part,
  call: (tool: string, args: { readonly heard: number; readonly last: string }) => Promise<string>
): Promise<Json> => {
  const heard: Array<string> = []
  const run = async (one: Part): Promise<void> => {
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
