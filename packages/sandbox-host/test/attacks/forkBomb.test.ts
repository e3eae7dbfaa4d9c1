import { describe, expect, it } from "vitest"
import { CgroupPlaces } from "../../src/command/CgroupPlaces.ts"
import { cgroupsLeft, hasBubblewrap, processesWith, run } from "../command/running.ts"

const { places } = new CgroupPlaces()
const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.each(confinements)("a fork bomb of a command whose confinement is %s", (confinement) => {
  const granted = (limits: object) => ({ confinement, limits: limits as never })

  it.skipIf(places.processes === undefined)("stops a fork bomb from growing, and leaves none of it", async () => {
    const marker = `8${process.pid}.${confinement}`
    const bomb = `f() { f & f & }; f; sleep 0.5; echo ${marker}; sleep 60`
    const ran = await run({
      command: { argv: ["sh", "-c", bomb] },
      grant: granted({ processes: 32, wallMs: 2_000 }),
      grace: { terminated: 100 }
    })
    expect(ran.enforced.reached).toContain("processes")
    expect(ran.enforced.processes).toBe(places.processes?.kind)
    expect(processesWith(marker)).toEqual([])
    expect(cgroupsLeft()).toEqual([])
  })
})
