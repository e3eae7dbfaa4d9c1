import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { totalmem } from "node:os"
import { describe, expect, it } from "vitest"
import { CgroupPlaces } from "../../src/command/CgroupPlaces.ts"
import { memoryThereIs } from "../../src/command/memoryThereIs.ts"
import { cgroupsLeft, hasBubblewrap, run, textOf, Workspace, withoutCgroups } from "../command/running.ts"

const takes = (mib: number) => ["perl", "-e", `my $x = "x" x (${mib} << 20); print length($x) >> 20`]
const { places } = new CgroupPlaces()
const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.each(confinements)("memory of a command whose confinement is %s", (confinement) => {
  const granted = (limits: object) => ({ confinement, limits: limits as never })
  const grant = granted({ memoryBytes: 64 << 20 })

  it.skipIf(places.memory === undefined || !existsSync("/usr/bin/perl"))("ends 300 MiB against 64", async () => {
    const ran = await run({ command: { argv: takes(300) }, grant })
    expect(ran.error).toMatchObject({ why: "LimitExceeded", details: { limit: "memoryBytes" } })
    expect(ran.error?.message).toBe(`Tool "a_tool" exceeded its limit of ${64 << 20} bytes of memory.`)
    expect(ran.enforced).toMatchObject({
      memoryBytes: places.memory?.kind,
      reached: ["memoryBytes"],
      endedBy: "memoryBytes"
    })
    expect(cgroupsLeft()).toEqual([])
  })

  it.skipIf(places.memory === undefined || !existsSync("/usr/bin/perl"))("ends 300 MiB against its share", async () => {
    const thereIs = memoryThereIs(places.memory?.folder ?? "/")
    const memoryShare = (64 << 20) / thereIs
    const ran = await run({ command: { argv: takes(300) }, grant: granted({ memoryShare }) })
    expect(ran.error?.message).toBe(
      `Tool "a_tool" exceeded its limit of ${Math.floor(thereIs * memoryShare)} bytes of memory.`
    )
    expect(ran.enforced).toMatchObject({ memoryBytes: places.memory?.kind, endedBy: "memoryBytes" })
  })

  it("is held to a share by a cgroup or not at all", async () => {
    const takesAddresses = "ulimit -v"
    const ran = await run({
      command: { argv: ["sh", "-c", takesAddresses] },
      grant: granted({ memoryShare: 0.001 }),
      cgroups: withoutCgroups
    })
    expect([textOf(ran), ran.enforced.memoryBytes]).toEqual(["unlimited\n", "none"])
  })
})

describe("the memory that there is", () => {
  it("is the machine's, or that of the nearest cgroup or one above it that has less", () => {
    using folder = new Workspace()
    const inner = folder.at("a/b/c")
    mkdirSync(inner, { recursive: true })
    expect(memoryThereIs(inner)).toBe(totalmem())
    const limits = { "a/memory.max": "5000000\n", "a/b/memory.max": "max\n", "a/b/c/memory.max": "max\n" }
    for (const [name, text] of Object.entries(limits)) writeFileSync(folder.at(name), text)
    expect(memoryThereIs(inner)).toBe(5_000_000)
    writeFileSync(folder.at("a/b/c/memory.limit_in_bytes"), "4000000\n")
    expect(memoryThereIs(inner)).toBe(4_000_000)
    writeFileSync(folder.at("a/b/c/memory.limit_in_bytes"), "9223372036854771712\n")
    expect(memoryThereIs(inner)).toBe(5_000_000)
  })
})
