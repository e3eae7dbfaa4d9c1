import { findProcesses, listLeftCgroups } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { places } from "./places.ts"
import { cgroupsHere, hasBubblewrap, hasPerl, makeSandbox, run, sh, start, textOf, withoutCgroups } from "./running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

/** Returns a program that takes this much memory, touches it, and prints the amount. */
const takes = (mib: number) => ["perl", "-e", `my $x = "x" x (${mib} << 20); print length($x) >> 20`]

describe.each(confinements)("the limits of a command whose confinement is %s", (confinement) => {
  const granted = (limits: object) => ({ confinement, limits: limits as never })

  describe.skipIf(places.memory === undefined || !hasPerl)("memory, held by a cgroup", () => {
    const grant = granted({ memoryBytes: 64 << 20 })

    it("allows 30 MiB", async () => {
      const ran = await run({ command: { argv: takes(30) }, grant })
      expect([ran.error, textOf(ran), ran.enforced.endedBy]).toEqual([undefined, "30", undefined])
    })

    if (confinement === "required")
      it("counts files in the temporary folder of a command that belongs to no session", async () => {
        const ran = await sh("head -c 300M /dev/zero > /tmp/x; ls -l /tmp/x", { grant, cgroups: cgroupsHere() })
        expect(Number(textOf(ran).match(/ (\d{6,}) /)?.[1] ?? 0)).toBeLessThanOrEqual(64 << 20)
      })

    it("reports that a part was killed if the command went on without it", async () => {
      const ran = await sh(`perl -e '$x = "x" x (300 << 20)'; echo went on`, { grant })
      expect(ran.error).toBeUndefined()
      expect(textOf(ran)).toContain("went on")
      expect(ran.enforced).toMatchObject({ reached: ["memoryBytes"] })
      expect(ran.enforced.endedBy).toBeUndefined()
    })
  })

  describe.skipIf(places.processes === undefined)("processes, held by a cgroup", () => {
    it("allows exactly the permitted number of processes", async () => {
      const grant = granted({ processes: 5 })
      const fits = await sh("for i in 1 2 3 4; do sleep 0.3 & done; wait; echo all", { grant })
      expect([textOf(fits), fits.enforced.reached]).toEqual(["all\n", undefined])
      const over = await sh("for i in 1 2 3 4 5; do sleep 0.3 & done; wait; echo all", { grant })
      expect(over.enforced.reached).toEqual(["processes"])
    })
  })

  describe.skipIf(places.cpu === undefined)("processor time, held by a cgroup", () => {
    it("ends a command that uses more, counted over all its processes", async () => {
      const spin = "while :; do :; done"
      const ran = await sh(`echo begun; (${spin}) & ${spin}`, { grant: granted({ cpuMs: 300 }) })
      expect(ran.error).toMatchObject({ why: "LimitExceeded", details: { limit: "cpuMs" } })
      expect(ran.enforced).toMatchObject({ cpuMs: places.cpu?.kind, reached: ["cpuMs"], endedBy: "cpuMs" })
      expect(textOf(ran)).toBe("begun\n")
    })

    it("does not count waiting time", async () => {
      const ran = await sh("sleep 0.6; echo done", { grant: granted({ cpuMs: 300 }) })
      expect([ran.error, textOf(ran)]).toEqual([undefined, "done\n"])
    })
  })

  it.skipIf(places.memory === undefined)("is named if it is too small for the command to begin", async () => {
    const ran = await sh("echo begun", { grant: granted({ memoryBytes: 1024 }) })
    expect(ran.error).toMatchObject({ why: "LimitExceeded", details: { limit: "memoryBytes" } })
    expect(ran.enforced.endedBy).toBe("memoryBytes")
  })

  it.skipIf(places.memory === undefined)("are enforced in the same way by all sandboxes of a process", async () => {
    const running = {
      command: { argv: ["sh", "-c", "echo ready; read end < /dev/zero"] },
      grant: granted({ memoryBytes: 64 << 20 })
    }
    const runs = [start(running, await makeSandbox()), start(running, await makeSandbox())]
    for (const one of runs) await one.saying("ready")
    for (const one of runs) one.stop()
    const [one, other] = await Promise.all(runs.map(({ ran }) => ran))
    expect(other?.enforced).toEqual(one?.enforced)
    expect(one?.enforced.memoryBytes).toMatch(/^cgroup/)
  })

  it("leave no cgroup of an abandoned command behind", async () => {
    const it = start({
      command: { argv: ["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"] },
      grant: granted({ memoryBytes: 64 << 20, processes: 16 }),
      grace: { terminated: 20_000, abandoned: 20 }
    })
    await it.saying("ready")
    it.stop()
    await it.ran
    while (listLeftCgroups().length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  it("are reported as not enforced if they are unlimited", async () => {
    const { enforced } = await sh("true", { grant: granted({}) })
    expect(enforced).toMatchObject({ cpuMs: "none", memoryBytes: "none", processes: "none" })
  })
})

describe("without cgroups", () => {
  const limited = (limits: object) => ({ confinement: "waived" as const, limits: limits as never })

  it.skipIf(!hasPerl)("memory is limited for each process, and the answer says so", async () => {
    const ran = await run({
      command: { argv: takes(300) },
      grant: limited({ memoryBytes: 128 << 20 }),
      cgroups: withoutCgroups
    })
    expect(ran.error?.why).toBe("ToolFailed")
    expect(ran.enforced.memoryBytes).toBe("rlimit")
  })

  it("processor time is limited for each process, and ends the run", async () => {
    const ran = await sh("while :; do :; done", { grant: limited({ cpuMs: 1000 }), cgroups: withoutCgroups })
    expect(ran.error).toMatchObject({ why: "LimitExceeded", details: { limit: "cpuMs" } })
    expect(ran.enforced).toMatchObject({ cpuMs: "rlimit", endedBy: "cpuMs" })
  })

  it("the number of processes is unlimited, and the answer says so", async () => {
    expect((await sh("true", { grant: limited({ processes: 5 }), cgroups: withoutCgroups })).enforced.processes).toBe(
      "none"
    )
  })

  it("processes of an unconfined command are found by their descent and their marker", async () => {
    const marker = `7${process.pid}.1`
    const script = `setsid sleep ${marker} & (setsid nohup sh -c "trap '' TERM; sleep ${marker}; :" &) ; sleep ${marker} & echo done`
    const ran = await sh(script, { grant: { confinement: "waived" }, cgroups: withoutCgroups })
    expect(textOf(ran)).toContain("done")
    while (findProcesses(marker).length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })
})
