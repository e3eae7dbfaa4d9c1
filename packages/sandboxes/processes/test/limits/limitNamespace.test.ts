import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { canLimitNamespace, limitNamespace } from "../../src/limits/limitNamespace.ts"

const machines = () => readFileSync("/proc/sys/kernel/pid_max", "utf8")

it.skipIf(!canLimitNamespace())("does not limit the namespace of this process itself", async () => {
  const before = machines()
  expect(await limitNamespace(process.pid, Number(before) - 299)).toBe(false)
  expect(machines()).toBe(before)
})
