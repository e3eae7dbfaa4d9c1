import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { commandLimits } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { hasBubblewrap, run, sh, textOf } from "../command/running.ts"

const confinement = hasBubblewrap ? ("required" as const) : ("waived" as const)
const limited = (outputBytes: number) => ({ confinement, limits: { outputBytes } as never })

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Returns the bytes in use, without garbage that is not collected yet. */
const heldBytes = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe("the output of a hostile command", () => {
  it("survives 80 MB: it is counted, cut in the middle, and never stored whole", async () => {
    const before = heldBytes()
    let most = 0
    let heard = 0
    const ran = await sh("echo head; head -c 80000000 /dev/zero | tr '\\0' x; echo; echo tail; exit 4", {
      grant: limited(100_000),
      emit: (_stream, text) => {
        heard += text.length
        if (heard < 20_000_000) return
        heard = 0
        most = Math.max(most, heldBytes() - before)
      }
    })
    expect(ran.output.metadata).toMatchObject({ stdoutBytes: 80_000_011, exitStatus: 4 })
    const text = textOf(ran)
    expect(text).toMatch(/^head\nx+\n\[79900011 of 80000011 bytes left out: the limit is 100000 bytes\]\nx+\ntail\n$/)
    expect(ran.enforced).toMatchObject({ outputBytes: "engine", reached: ["outputBytes"] })
    expect(ran.enforced.endedBy).toBeUndefined()
    expect(most).toBeLessThan(40_000_000)
  })

  it("is cut at 4 MiB by default, and reports that", async () => {
    const ran = await sh(`head -c ${2 ** 23} /dev/zero | tr '\\0' x`, {
      grant: { confinement, limits: commandLimits as never }
    })
    const left = 2 ** 22
    expect(textOf(ran)).toContain(`[${left} of ${2 ** 23} bytes left out: the limit is ${2 ** 22} bytes]`)
    expect(Buffer.byteLength(textOf(ran))).toBeLessThan(2 ** 22 + 200)
    expect(ran.enforced).toMatchObject({ outputBytes: "engine", reached: ["outputBytes"] })
  })

  it("is bounded in the answer if it never ends, and the run ends at its time limit", async () => {
    const ran = await run({
      command: { argv: ["yes"] },
      grant: { confinement, limits: { wallMs: 500, outputBytes: 1000 } as never }
    })
    expect(ran.error?.why).toBe("TimedOut")
    expect(Buffer.byteLength(textOf(ran))).toBeLessThan(1200)
    expect(ran.enforced).toMatchObject({ reached: ["wallMs", "outputBytes"], endedBy: "wallMs" })
  })
})
