import { listLeftCgroups, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cancelled, hasBubblewrap, makeSandbox, start, textOf } from "../command/running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.each(confinements)("cancelling a command with confinement %s as it ends", (confinement) => {
  const grant = { confinement }
  const grace = { terminated: 100 }

  it("answers once, with one complete outcome, when cancelled at any moment", async () => {
    const sandbox = await makeSandbox({ grace })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.boolean(), async (turns, isLate) => {
        const it = start({ command: { argv: ["sh", "-c", "echo out; exit 0"] }, grant }, sandbox)
        if (isLate) await it.saying("out")
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
        it.stop()
        it.stop()
        const ran = await it.ran
        it.stop()
        if (ran.error === undefined) expect([textOf(ran), ran.output.success]).toEqual(["out\n", true])
        else expect([ran.error, ran.output.success]).toEqual([cancelled, false])
      }),
      runs(40)
    )
    expect(listLeftCgroups()).toEqual([])
  })
})
