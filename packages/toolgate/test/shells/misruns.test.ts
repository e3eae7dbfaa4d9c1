import { chooseCount, getLeastCount } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { agentText } from "./agentTexts.ts"
import { misruns } from "./misruns.ts"
import { installedShells } from "./realShells.ts"

const count = chooseCount(60, 10_000)

describe.skipIf(installedShells.length === 0)("the effects of an allowed text in real shells", () => {
  it("is allowed, writes nowhere else, and reads nothing that is denied", {
    timeout: 3_600_000
  }, async () => {
    const texts = [...new Set(fc.sample(agentText, count))]
    const { allowed, found } = await misruns(texts)
    expect(allowed).toBeGreaterThanOrEqual(getLeastCount(0.1, { numRuns: texts.length }))
    expect(found.slice(0, 20)).toEqual([])
  })

  it("excludes texts that one shell understood differently before", async () => {
    // zsh writes a file of that name, where others move a descriptor.
    expect(await misruns(["good 2>&1-", "good >&1-", "good <&0-"])).toEqual({ allowed: 0, found: [] })
  })

  it("exceeds that if texts are only searched for names", async () => {
    const texts = ["f=rm; good; $f x", "good .e*", "cat src/*", 'echo "$TOKEN"', "good > x", "good a; eval 'b''ad'"]
    const isAllowed = async (text: string) => !/\bbad\b|^rm|\.env/.test(text)
    expect((await misruns(texts, isAllowed)).found.length).toBeGreaterThan(texts.length)
  })
})
