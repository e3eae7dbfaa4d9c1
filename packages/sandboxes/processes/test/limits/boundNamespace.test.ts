import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { boundNamespace, canBoundNamespace } from "../../src/limits/boundNamespace.ts"

const machines = () => readFileSync("/proc/sys/kernel/pid_max", "utf8")

it.skipIf(!canBoundNamespace())("does not bound the namespace of this process itself", async () => {
  const before = machines()
  expect(await boundNamespace(process.pid, Number(before) - 299)).toBe(false)
  expect(machines()).toBe(before)
})
