import { existsSync, readFileSync } from "node:fs"
import { commandLimits } from "@toolgate/core"
import { findProcesses, listLeftCgroups } from "@toolgate/testing"
import { afterAll, describe, expect, it } from "vitest"
import { places } from "../command/places.ts"
import {
  hasBubblewrap,
  isRoot,
  type Running,
  sh,
  shUntil,
  textOf,
  Workspace,
  withoutCgroups
} from "../command/running.ts"
import { endGate, shAs, users } from "../command/users.ts"

afterAll(endGate)

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)
const hasPython = existsSync("/usr/bin/python3")

describe.each(confinements)("a fork bomb of a command with confinement %s", (confinement) => {
  const granted = (limits: object) => ({ confinement, limits: limits as never })

  it.skipIf(places.processes === undefined)("stops growing, and leaves no process behind", async () => {
    const marker = `8${process.pid}.${confinement}`
    const bomb = `f() { f & f & }; f; echo ${marker}; sleep 60`
    const ran = await shUntil(bomb, { grant: granted({ processes: 32 }), grace: { terminated: 100 } }, grown)
    expect(ran.enforced.reached).toContain("processes")
    expect(ran.error?.message).toMatch(/ It reached its limit of 32 processes\.$/)
    expect(ran.enforced.processes).toBe(places.processes?.kind)
    expect(findProcesses(marker)).toEqual([])
    expect(listLeftCgroups()).toEqual([])
  })
})

/** Starts idle children until no more can start, and prints their number. */
const most = `/usr/bin/python3 -c '
import os, signal
count = 0
try:
  while count < 3000:
    if os.fork() == 0: signal.pause()
    count += 1
except BlockingIOError: pass
print(count)'`

/** The bombs grow as fast as they can and report when they cannot. Then they sleep, to spare other programs. */
const bombs = {
  sh: "f() { f & f & wait; }; f; sleep 60",
  python: `/usr/bin/python3 -c '
import os, time
while True:
  try: os.fork()
  except OSError: os.write(2, b"cannot fork"); time.sleep(1)'`
}

/** The one word that dash, busybox, bash and Python all print when a bomb cannot start another process. */
const grown = "fork"

/** Enough processes to count as a bomb. Other tests check that the default limit is exact. */
const few = 128

/** Returns what limits the number of a command's processes: on this machine, or with `withoutCgroups`. */
const heldBy = async (running: Running): Promise<string> =>
  hasBubblewrap
    ? (await sh("true", { grant: { limits: { processes: 9 } as never }, ...running })).enforced.processes
    : "none"
const [usually, otherwise] = [await heldBy({}), await heldBy({ cgroups: withoutCgroups })]

/** Whether the processes of this user's commands can be counted at all. */
const canHold = (user: (typeof users)[number]) =>
  user === "root" || !isRoot ? !["none", "pid_max"].includes(usually) : true

for (const user of users)
  describe.skipIf(!hasBubblewrap || !canHold(user))(`by default, a confined command of ${user}`, () => {
    const kind = isRoot && user !== "root" ? "rlimit" : (places.processes?.kind ?? "rlimit")

    it.skipIf(!hasPython)("has exactly as many processes as its limit allows", async () => {
      using workspace = new Workspace()
      for (const processes of [40, commandLimits.processes]) {
        const ran = await shAs(user, `exec ${most}`, { workspace, grant: { limits: { processes } as never } })
        expect([textOf(ran), ran.error, ran.enforced.processes]).toEqual([`${processes - 1}\n`, undefined, kind])
      }
    })

    it("cannot raise that limit", async () => {
      using workspace = new Workspace()
      const script = "(ulimit -p 9999 || ulimit -u 9999) 2>/dev/null && echo raised; grep -c ^Max /proc/self/limits"
      const ran = await shAs(user, script, { workspace, grant: { limits: { processes: 9 } as never } })
      if (kind === "rlimit") expect(textOf(ran)).not.toContain("raised")
    })

    it.each(Object.entries(bombs).filter(([name]) => name === "sh" || hasPython))(
      "may be a bomb in %s: it stays within the limit, other commands run beside it, and it leaves no process behind",
      async (name, bomb) => {
        using workspace = new Workspace()
        const marker = `7${process.pid}.${user.length}${name}`
        const limits = { ...commandLimits, processes: few } as never
        const bombed = shAs(user, `: ${marker}; ${bomb}`, { workspace, grant: { limits }, until: grown })
        using other = new Workspace()
        const beside = await sh("echo fine", { workspace: other, grant: { limits: commandLimits as never } })
        expect(textOf(beside)).toBe("fine\n")
        const ran = await bombed
        expect(ran.error?.why).toMatch(/^(?:Cancelled|ToolFailed)$/)
        expect(ran.enforced.processes).toBe(kind)
        if (kind !== "rlimit") expect(ran.error?.message).toMatch(/ It reached its limit of 128 processes\.$/)
        expect(findProcesses(marker)).toEqual([])
      }
    )
  })

describe.skipIf(!isRoot || !hasBubblewrap || otherwise === "rlimit")(
  "a confined command of root without cgroups",
  () => {
    const cgroups = withoutCgroups
    const held = (processes: number) => ({ limits: { processes } as never })
    const machines = () => readFileSync("/proc/sys/kernel/pid_max", "utf8")

    it("reports whether its process limit is enforced", async () => {
      using workspace = new Workspace()
      const ran = await sh("echo on", { workspace, grant: held(commandLimits.processes), cgroups })
      expect([textOf(ran), ran.enforced.processes]).toEqual(["on\n", expect.stringMatching(/^(?:pid_max|none)$/)])
    })

    describe.skipIf(otherwise !== "pid_max")("whose namespace bounds its process numbers", () => {
      it.skipIf(!hasPython)("has exactly as many processes as its limit allows", async () => {
        for (const processes of [2, 40, commandLimits.processes]) {
          const ran = await sh(`exec ${most}`, { grant: held(processes), cgroups })
          expect([textOf(ran), ran.error, ran.enforced.processes]).toEqual([`${processes - 1}\n`, undefined, "pid_max"])
        }
      })

      it.skipIf(!hasPython)("may start as many again when others have ended", async () => {
        // A parent that does not wait for its children leaves their numbers occupied for a moment.
        const some = most
          .replace("3000", "30")
          .replace("signal.pause()", "os._exit(0)")
          .replace("print(count)'", "print(count)\nfor one in range(count): os.wait()'")
        const ran = await sh(`${some}; ${some}; exec ${most}`, { grant: held(40), cgroups })
        expect([textOf(ran), ran.error]).toEqual(["30\n30\n39\n", undefined])
      })

      it("cannot raise that limit, and the machine's own limit does not change", async () => {
        const before = machines()
        const script =
          "cat /proc/sys/kernel/pid_max; (echo 99999 > /proc/sys/kernel/pid_max) 2> /dev/null && echo raised"
        const ran = await sh(script, { grant: held(9), cgroups })
        expect([textOf(ran), machines()]).toEqual(["308\n", before])
      })

      it("runs without a process limit, and the answer reports that", async () => {
        expect((await sh("echo on", { grant: held(1), cgroups })).enforced.processes).toBe("none")
      })

      it.each(Object.entries(bombs).filter(([name]) => name === "sh" || hasPython))(
        "may be a bomb in %s: it leaves no process behind",
        async (name, bomb) => {
          const marker = `6${process.pid}.${name}`
          const ran = await shUntil(`: ${marker}; ${bomb}`, { grant: held(few), cgroups }, grown)
          expect([ran.error?.why, ran.enforced.processes]).toEqual([
            expect.stringMatching(/^(?:Cancelled|ToolFailed)$/),
            "pid_max"
          ])
          expect(findProcesses(marker)).toEqual([])
        }
      )
    })
  }
)
