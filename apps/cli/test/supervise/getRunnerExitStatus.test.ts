import type { RunnerEnding } from "@toolgate/supervisor"
import { expect, it } from "vitest"
import { getRunnerExitStatus } from "../../src/supervise/getRunnerExitStatus.ts"

const ending = (given: Partial<RunnerEnding>): RunnerEnding => ({
  how: "exited",
  status: null,
  signal: null,
  message: "",
  enforced: undefined,
  ...given
})

it.each([
  [{ how: "exited", status: 0 }, 0],
  [{ how: "exited", status: 42 }, 42],
  [{ how: "signalled", signal: "SIGKILL" }, 137],
  [{ how: "signalled", signal: "SIGSEGV" }, 139],
  [{ how: "broke_protocol", signal: "SIGTERM" }, 1],
  [{ how: "limit", signal: "SIGKILL" }, 1],
  [{ how: "not_started" }, 127],
  // The runner was asked to end, and did so by itself.
  [{ how: "stopped", status: 0 }, 130]
] as const)("maps %j to %i", (given, status) => {
  expect(getRunnerExitStatus(ending(given), { signal: AbortSignal.abort(), exitStatus: () => 130 })).toBe(status)
})

it("is 1 if another process stopped the runner", () => {
  expect(
    getRunnerExitStatus(ending({ how: "stopped" }), { signal: new AbortController().signal, exitStatus: () => 1 })
  ).toBe(1)
})
