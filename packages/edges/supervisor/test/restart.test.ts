import { writeFileSync } from "node:fs"
import fc from "fast-check"
import { expect, it } from "vitest"
import { getRestartDelay } from "../src/RestartPolicy.ts"
import { openSupervisor, script } from "./openSupervisor.ts"

const restart = { onFailure: 3, delayMs: 1, maxDelayMs: 4 }

it("a failed runner is restarted in the same session, up to the limit", async () => {
  const { start } = await openSupervisor()
  const { ended, told } = await start(script("process.exit(7)"), { restart })
  expect(await ended).toMatchObject({ how: "exited", status: 7 })
  expect(told.filter(({ type }) => type === "runner.restarting")).toMatchObject([
    { attempt: 2, delayMs: 1 },
    { attempt: 3, delayMs: 2 },
    { attempt: 4, delayMs: 4 }
  ])
  expect(new Set(told.map(({ session }) => session)).size).toBe(1)
  expect(told.at(-1)).toMatchObject({ type: "runner.ended", attempt: 4 })
})

it("a runner that broke the protocol is restarted, and a success ends the restarts", async () => {
  const { start, workspace } = await openSupervisor()
  writeFileSync(`${workspace}/tries`, "")
  const { ended, told } = await start(
    script(`
      import { appendFileSync, readFileSync, writeSync } from "node:fs"
      appendFileSync("tries", "x")
      if (readFileSync("tries", "utf8").length > 1) process.exit(0)
      writeSync(3, "nonsense\\n")
      setInterval(() => {}, 1000)`),
    { restart, bounds: { terminateMs: 100 } }
  )
  expect(await ended).toMatchObject({ how: "exited", status: 0 })
  expect(told.filter(({ type }) => type === "runner.restarting")).toMatchObject([
    { ending: { how: "broke_protocol" }, attempt: 2 }
  ])
})

it("a runner that is stopped while it waits for a restart stays down", async () => {
  const { start } = await openSupervisor()
  const { stop, told, until } = await start(script("process.exit(7)"), {
    restart: { onFailure: 3, delayMs: 3_600_000, maxDelayMs: 3_600_000 }
  })
  await until(() => told.some(({ type }) => type === "runner.restarting"))
  expect(await stop()).toMatchObject({ how: "exited", status: 7 })
  expect(told.filter(({ type }) => type === "runner.started")).toHaveLength(1)
})

it("a runner that is stopped while it waits for its restart is not restarted", async () => {
  const { start } = await openSupervisor()
  let stop: () => unknown = () => {}
  const started = await start(script("process.exit(7)"), {
    restart: { onFailure: 3, delayMs: 3_600_000, maxDelayMs: 3_600_000 },
    onEvent: ({ type }) => {
      if (type === "runner.restarting") stop()
    }
  })
  stop = started.stop
  expect(await started.ended).toMatchObject({ how: "exited", status: 7 })
})

it("a missing program cannot be started, and the error says so", async () => {
  const { start } = await openSupervisor()
  await expect(start(["/nowhere/at/all"])).rejects.toThrow("/nowhere/at/all")
})

it("the delay grows up to its limit, and there is no restart after a success, a stop, or too many attempts", () => {
  fc.assert(
    fc.property(
      fc.record({ onFailure: fc.nat(50), delayMs: fc.nat(10_000), maxDelayMs: fc.nat(100_000) }),
      fc.nat(100),
      fc.constantFrom("exited", "signalled", "broke_protocol", "limit", "stopped", "not_started"),
      fc.option(fc.nat(255), { nil: null }),
      (policy, restarts, how, status) => {
        const ending = { how, status, signal: null, message: "", enforced: undefined } as const
        const delay = getRestartDelay(policy, ending, restarts)
        const isOver = how === "stopped" || (how === "exited" && status === 0) || restarts >= policy.onFailure
        if (isOver) return delay === undefined
        const next = getRestartDelay({ ...policy, onFailure: restarts + 2 }, ending, restarts + 1)
        return delay !== undefined && delay <= policy.maxDelayMs && next !== undefined && next >= delay
      }
    )
  )
})

it.each([
  [{ command: [] }, /"command"/],
  [{ command: ["a", 1] }, /"command"/],
  [{ bounds: { callsInFlight: 0 } }, /"bounds.callsInFlight" must be a number from 1/],
  [{ bounds: { shutdownMs: Number.NaN } }, /"bounds.shutdownMs"/],
  [{ bounds: { callsInflight: 1 } }, /Unknown bound "callsInflight"/],
  [{ restart: "always" }, /"restart"/],
  [{ restart: { onFailure: "3" } }, /"restart.onFailure"/],
  [{ restart: { onFailure: 3, delayMs: -1 } }, /"restart.delayMs"/]
])("an invalid specification starts nothing, and the error names the problem: %j", async (spec, says) => {
  const { start } = await openSupervisor()
  await expect(start(["true"], spec as never)).rejects.toThrow(says)
})
