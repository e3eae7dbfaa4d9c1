import { findProcesses, listLeftCgroups, makeMarker, makeSixProcesses } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { getAvailableMemory } from "../src/cgroups/getAvailableMemory.ts"
import type { RunningProcess } from "../src/index.ts"
import { hasPerl, places } from "./machine.ts"
import { confinements, lineOf, notStarted, sh, start } from "./starting.ts"

/** Much more than pipes, sockets and a gate with back-pressure may buffer. */
const floodBytes = 20_000_000

describe.each(confinements)("the limits of a program with confinement %s", (confinement) => {
  it.skipIf(places.memory === undefined || !hasPerl)("end it if it takes too much memory", async () => {
    const words = ["perl", "-e", "my $x = 'x' x (300 << 20); sleep 60"] as const
    const it = await start({ confinement, words, limits: { memoryBytes: 64 << 20 } })
    const ending = await it.ended
    expect(ending.exceeded).toBe("its limit of 67108864 bytes of memory")
    expect(ending.enforced).toMatchObject({ memoryBytes: places.memory?.kind, endedBy: "memoryBytes" })
    expect(listLeftCgroups()).toEqual([])
  })

  it.skipIf(places.memory === undefined || !hasPerl)("end it if it takes more than its share of memory", async () => {
    const words = ["perl", "-e", "my $x = 'x' x (300 << 20); sleep 60"] as const
    const thereIs = getAvailableMemory(places.memory?.folder ?? "/")
    const memoryShare = (64 << 20) / thereIs
    const ending = await (await start({ confinement, words, limits: { memoryShare } })).ended
    expect(ending.exceeded).toBe(`its limit of ${Math.floor(thereIs * memoryShare)} bytes of memory`)
    expect(ending.enforced).toMatchObject({ memoryBytes: places.memory?.kind, endedBy: "memoryBytes" })
  })

  it.skipIf(places.cpu === undefined)("end the program and its children when its CPU time is used up", async () => {
    const spin = "while :; do :; done"
    const ending = await (await sh(`(${spin}) & ${spin}`, { confinement, limits: { cpuMs: 300 } })).ended
    expect(ending.exceeded).toBe("its limit of 300 ms of CPU time")
    expect(ending.enforced).toMatchObject({ cpuMs: places.cpu?.kind, endedBy: "cpuMs" })
  })

  it("end it when its time is up", async () => {
    const marker = makeMarker()
    const it = await sh(`${makeSixProcesses(marker)} wait`, { confinement, limits: { wallMs: 300 }, grace: 100 })
    const ending = await it.ended
    expect(ending.exceeded).toBe("its limit of 300 ms of wall time")
    expect(ending.enforced).toMatchObject({ wallMs: "timer", reached: ["wallMs"], endedBy: "wallMs" })
    expect(findProcesses(marker)).toEqual([])
  })

  it.skipIf(places.memory === undefined || !hasPerl)("are not given as the reason if it was stopped", async () => {
    const script = `perl -e '$x = "x" x (300 << 20)'; echo ready >&3; while :; do sleep 0.05; done`
    const it = await sh(script, { confinement, limits: { memoryBytes: 64 << 20, wallMs: 1_000_000 } })
    await lineOf(it.channel)
    it.stop(20_000)
    const ending = await it.ended
    expect(ending.exceeded).toBeUndefined()
    expect(ending.enforced).toMatchObject({ wallMs: "timer", reached: ["memoryBytes"] })
  })

  if (confinement === "bubblewrap")
    it.skipIf(places.memory === undefined)(
      "are given as the reason if they are too small for it to begin",
      async () => {
        const said = await notStarted({ confinement, limits: { memoryBytes: 1024 } })
        expect(said).toContain("was not started: its limit of 1024 bytes of memory is too low")
      }
    )

  it.each(["stdout", "stderr", "channel"] as const)(
    "hold back a flood on %s outside the gate's memory",
    async (name) => {
      const to = { stdout: 1, stderr: 2, channel: 3 }[name]
      const flood = `head -c ${floodBytes} /dev/zero >&${to}; exit 0`
      const streamOf = ({ channel, stdout, stderr }: RunningProcess) => ({ channel, stdout, stderr })[name]
      const it = await sh(flood, { confinement })
      let hasEnded = false
      it.ended.then(() => {
        hasEnded = true
      })
      const stream = streamOf(it)
      const first = await new Promise<Buffer>((resolve) => stream?.once("data", resolve))
      stream?.pause()
      // Waits as long as another program with the same output takes.
      const other = await sh(flood, { confinement })
      streamOf(other)?.resume()
      await other.ended
      expect(hasEnded).toBe(false)
      expect(stream?.readableLength).toBeLessThan(1_000_000)
      let bytes = first.length
      for await (const chunk of stream ?? []) {
        bytes += (chunk as Buffer).length
        if (name === "stdout" && bytes >= floodBytes) break
      }
      expect(bytes).toBeGreaterThanOrEqual(floodBytes)
      it.stdout?.resume()
      expect(await it.ended).toMatchObject({ status: 0 })
    }
  )
})
