import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { callNumbers, lastKnownCall } from "../../src/filter/callNumbers.ts"

/** The headers of the kernel from Debian's `linux-libc-dev`: those of x86-64, and those that arm64 uses. */
const headers = {
  x64: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
  arm64: "/usr/include/asm-generic/unistd.h"
} as const

describe.each(["x64", "arm64"] as const)("the numbers of %s", (architecture) => {
  it.skipIf(!existsSync(headers[architecture]))("equal those in the kernel's headers", () => {
    const text = existsSync(headers[architecture]) ? readFileSync(headers[architecture], "utf8") : ""
    const known = new Map(
      [...text.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)].map(([, name = "", number]) => [
        name,
        Number(number)
      ])
    )
    const newest = Math.max(...known.values())
    const ours = Object.entries(callNumbers as Record<string, { x64?: number; arm64?: number }>)
      .map(([name, numbers]) => [name, numbers[architecture]] as const)
      .filter(([, number]) => number === undefined || number <= newest)
    expect(ours).toEqual(ours.map(([name]) => [name, known.get(name)]))
    expect(known.size).toBeGreaterThan(200)
  })

  it("are unique and not above the last known call", () => {
    const numbers = Object.values(callNumbers).flatMap((call) => Object.entries(call))
    const own = numbers.flatMap(([name, number]) => (name === architecture ? [number] : []))
    expect(new Set(own).size).toBe(own.length)
    expect(Math.max(...own)).toBeLessThanOrEqual(lastKnownCall)
  })
})
