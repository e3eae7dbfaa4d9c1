import { describe, expect, it } from "vitest"
import { computeCosine } from "../src/computeCosine.ts"
import type { Embeddings } from "../src/Embeddings.ts"

/** A request that lasts until it is cancelled. */
export interface Slow {
  readonly texts: ReadonlyArray<string>
  readonly model?: string
}

/** Registers the tests that every source of embeddings has to pass. */
export const testEmbeddings = (name: string, embeddings: Embeddings, slow: Slow): void => {
  const embed = async (...texts: ReadonlyArray<string>) =>
    await embeddings.embed(texts, { signal: new AbortController().signal })

  describe(name, () => {
    it("returns a vector of finite numbers for each text, all of the same length", async () => {
      const { model, dimensions, vectors } = await embed("green tea", "black tea", "a kettle", "!?", "茶")
      expect(model).not.toBe("")
      expect(vectors.map(({ length }) => length)).toEqual(new Array(5).fill(dimensions))
      expect(vectors.flatMap((vector) => Array.from(vector)).every(Number.isFinite)).toBe(true)
    })

    it("keeps the order of any number of texts", async () => {
      const texts = Array.from({ length: 300 }, (_, at) => `${"tea ".repeat((at % 7) + 1)}${"kettle ".repeat(at % 5)}`)
      const { vectors } = await embed(...texts)
      for (const at of [0, 63, 64, 65, 299])
        expect(Array.from(vectors[at] ?? [])).toEqual(Array.from((await embed(texts[at] ?? "")).vectors[0] ?? []))
    })

    it("puts texts with similar words nearer than others", async () => {
      const { vectors } = await embed("brewing green tea", "green tea, brewed", "quick fox jumps")
      const [tea = [], brewed = [], fox = []] = vectors
      expect(computeCosine(tea, brewed)).toBeGreaterThan(computeCosine(tea, fox))
      expect(computeCosine(tea, tea)).toBeCloseTo(1, 12)
    })

    it("returns nothing for no texts", async () => expect((await embed()).vectors).toEqual([]))

    it("does not start if it is already cancelled", async () => {
      const reason = new Error("stopped")
      await expect(embeddings.embed(["tea"], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    })

    it("rejects with the reason once it is cancelled", async () => {
      const cancelling = new AbortController()
      const { texts, ...model } = slow
      const embedding = embeddings.embed(texts, { ...model, signal: cancelling.signal })
      const reason = new Error("stopped")
      setImmediate(() => cancelling.abort(reason))
      await expect(embedding).rejects.toBe(reason)
    })
  })
}
