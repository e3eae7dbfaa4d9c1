import { findProcesses, listLeftCgroups, makeMarker, makeSixProcesses, waitUntilNoneLeft } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { places } from "../command/places.ts"
import { cancelled, hasBubblewrap, sh, start, textOf, withoutCgroups } from "../command/running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.each(confinements)("six processes of a command with confinement %s", (confinement) => {
  const grant = { confinement }
  const grace = { terminated: 100 }

  it("are all killed when it is cancelled, and its output is kept", async () => {
    const marker = makeMarker()
    const it = start({
      command: { argv: ["sh", "-c", `${makeSixProcesses(marker)} sleep 1; echo ready; wait`] },
      grant,
      grace
    })
    await it.saying("ready\n")
    expect(findProcesses(marker).length).toBeGreaterThanOrEqual(6)
    it.stop()
    const ran = await it.ran
    expect(ran.error).toBe(cancelled)
    expect(textOf(ran)).toContain("ready\n")
    expect(findProcesses(marker)).toEqual([])
    expect(listLeftCgroups()).toEqual([])
    expect(ran.enforced.access).toBe(confinement === "required" ? "bubblewrap" : "unconfined")
  })

  const isHeld = confinement === "required" || places.kill !== undefined

  it.skipIf(!isHeld)("leaves no processes of a program that ended voluntarily", async () => {
    const marker = makeMarker()
    const ran = await sh(`${makeSixProcesses(marker)} echo done`, { grant, grace })
    expect(ran.error).toBeUndefined()
    expect(textOf(ran)).toContain("done\n")
    if (confinement === "waived") await waitUntilNoneLeft(marker)
    expect(findProcesses(marker)).toEqual([])
    expect(listLeftCgroups()).toEqual([])
  })
})

it("kills all of six processes of an unconfined command that is cancelled without cgroups", async () => {
  const marker = makeMarker()
  const it = start({
    command: { argv: ["sh", "-c", `${makeSixProcesses(marker)} sleep 1; echo ready; wait`] },
    grant: { confinement: "waived" },
    grace: { terminated: 100 },
    cgroups: withoutCgroups
  })
  await it.saying("ready\n")
  it.stop()
  expect((await it.ran).error).toBe(cancelled)
  expect(findProcesses(marker)).toEqual([])
})
