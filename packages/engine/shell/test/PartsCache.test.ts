import { describe, expect, it } from "vitest"
import { PartsCache } from "../src/PartsCache.ts"

describe("PartsCache", () => {
  it("drops the least recently used text when there are too many", () => {
    const cache = new PartsCache(2, 100)
    for (const text of ["a", "b"]) cache.set(text, [])
    cache.get("a")
    cache.set("c", [])
    expect(["a", "b", "c"].map((text) => cache.get(text) !== undefined)).toEqual([true, false, true])
  })

  it("drops texts if they are too long in total, and never stores a text that is too long alone", () => {
    const cache = new PartsCache(10, 10)
    cache.set("aaaa", [])
    cache.set("bbbbbbb", [])
    cache.set("c".repeat(11), [])
    expect(["aaaa", "bbbbbbb", "c".repeat(11)].map((text) => cache.get(text) !== undefined)).toEqual([
      false,
      true,
      false
    ])
  })
})
