import { mkdirSync, writeFileSync } from "node:fs"
import { totalmem } from "node:os"
import { describe, expect, it } from "vitest"
import { getAvailableMemory } from "../../src/cgroups/getAvailableMemory.ts"
import { Folder } from "../machine.ts"

describe("the memory of a cgroup", () => {
  it("is the machine's, or the lowest limit of the cgroup and those above it", () => {
    using folder = new Folder()
    const inner = folder.at("a/b/c")
    mkdirSync(inner, { recursive: true })
    expect(getAvailableMemory(inner)).toBe(totalmem())
    const limits = { "a/memory.max": "5000000\n", "a/b/memory.max": "max\n", "a/b/c/memory.max": "max\n" }
    for (const [name, text] of Object.entries(limits)) writeFileSync(folder.at(name), text)
    expect(getAvailableMemory(inner)).toBe(5_000_000)
    writeFileSync(folder.at("a/b/c/memory.limit_in_bytes"), "4000000\n")
    expect(getAvailableMemory(inner)).toBe(4_000_000)
    writeFileSync(folder.at("a/b/c/memory.limit_in_bytes"), "9223372036854771712\n")
    expect(getAvailableMemory(inner)).toBe(5_000_000)
  })
})
