import { describe, expect, it } from "vitest"
import { callers } from "../../src/index.ts"
import { aTool, call, principal } from "../judging.ts"

const chain = { kind: "chain", parent: "p", chain: "c", index: 0 } as const
const direct = { kind: "direct" } as const
const of = (own: ReadonlyArray<"direct" | "chain">, caller: typeof chain | typeof direct) => {
  const verdict = callers.of(aTool({ callers: own }), { principal: principal(), caller })
  return typeof verdict === "function" ? verdict : verdict.decision
}

describe("the callers of a tool", () => {
  it("are only those that it declares", () => {
    expect([of(["direct"], direct), of(["direct", "chain"], direct), of(["chain"], chain)]).toEqual(
      Array(3).fill("allow")
    )
    expect([of(["direct"], chain), of(["chain"], direct), of([], direct), of([], chain)]).toEqual(Array(4).fill("deny"))
  })

  it("are explained with the change to make", () => {
    expect(callers.explain(call(aTool(), [], { caller: chain }), principal())).toEqual([
      {
        because: { layer: "tool", rule: "callers: direct", source: "t" },
        effect: "deny",
        said: 'Tool "t" does not take chain calls.',
        change: 'Add "chain" to the callers of the tool\'s definition.'
      }
    ])
    expect(callers.explain(call(aTool()), principal())).toEqual([])
  })
})
