import { expect, it } from "vitest"
import { pollUntil } from "../src/pollUntil.ts"

it("pauses longer than each check", async () => {
  const looks: Array<{ readonly begun: number; readonly ended: number }> = []
  await pollUntil(() => {
    const begun = performance.now()
    while (performance.now() < begun + 10);
    looks.push({ begun, ended: performance.now() })
    return looks.length === 3
  })
  for (const [at, { begun, ended }] of looks.slice(0, -1).entries())
    expect((looks[at + 1]?.begun ?? 0) - ended).toBeGreaterThan(ended - begun)
})
