import { existsSync } from "node:fs"
import { listLeftCgroups } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { places } from "../command/places.ts"
import { hasBubblewrap, run, textOf, withoutCgroups } from "../command/running.ts"

const takes = (mib: number) => ["perl", "-e", `my $x = "x" x (${mib} << 20); print length($x) >> 20`]
const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.each(confinements)("the memory limit of a command with confinement %s", (confinement) => {
  const granted = (limits: object) => ({ confinement, limits: limits as never })
  const grant = granted({ memoryBytes: 64 << 20 })

  it.skipIf(places.memory === undefined || !existsSync("/usr/bin/perl"))(
    "ends a command that takes 300 MiB with a limit of 64",
    async () => {
      const ran = await run({ command: { argv: takes(300) }, grant })
      expect(ran.error).toMatchObject({ why: "LimitExceeded", details: { limit: "memoryBytes" } })
      expect(ran.error?.message).toBe(`Tool "a_tool" exceeded its limit of ${64 << 20} bytes of memory.`)
      expect(ran.enforced).toMatchObject({
        memoryBytes: places.memory?.kind,
        reached: ["memoryBytes"],
        endedBy: "memoryBytes"
      })
      expect(listLeftCgroups()).toEqual([])
    }
  )

  it("has no effect as a share of the machine's memory without a cgroup", async () => {
    const takesAddresses = "ulimit -v"
    const ran = await run({
      command: { argv: ["sh", "-c", takesAddresses] },
      grant: granted({ memoryShare: 0.001 }),
      cgroups: withoutCgroups
    })
    expect([textOf(ran), ran.enforced.memoryBytes]).toEqual(["unlimited\n", "none"])
  })
})
