import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { runs, runWithJumpingClock } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { loadGrammar } from "../src/loadGrammar.ts"
import { readGrammarFiles } from "../src/readGrammarFiles.ts"
import { readText } from "../src/readText.ts"
import { shellText } from "./shellTexts.ts"
import { slowTexts, stepsIn } from "./stepsIn.ts"

const grammar = await loadGrammar(await readGrammarFiles())

const anyText = fc.oneof({ weight: 9, arbitrary: shellText }, { weight: 1, arbitrary: fc.constantFrom(...slowTexts) })

describe("the steps of a text", () => {
  it("do not depend on earlier texts", () => {
    const first = new Map(slowTexts.map((text) => [text, stepsIn(grammar, text)]))
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (texts) => {
        for (const text of texts) {
          const steps = stepsIn(grammar, text)
          expect(first.get(text) ?? steps).toBe(steps)
          first.set(text, steps)
        }
      }),
      runs(30)
    )
  })

  it("are the same in a fresh process", async () => {
    const program = fileURLToPath(new URL("coldSteps.ts", import.meta.url))
    const cold = await promisify(execFile)(process.execPath, ["--conditions=@toolgate/source", program])
    expect(JSON.parse(cold.stdout)).toEqual(slowTexts.map((text) => stepsIn(grammar, text)))
  })
})

it("returns the same parts under a clock that jumps by up to ten seconds", async () => {
  const dialect = fc.constantFrom("sh" as const, "bash" as const)
  const jumps = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(anyText, dialect, jumps, async (text, each, ahead) => {
      const steady = readText(grammar, text, each)
      expect(await runWithJumpingClock(ahead, () => readText(grammar, text, each))).toEqual(steady)
    }),
    runs(60)
  )
})
