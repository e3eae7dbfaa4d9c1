import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { computeCosine } from "../src/computeCosine.ts"
import { hashEmbeddings } from "../src/hash/hashEmbeddings.ts"
import { hashedDimensions, hashText } from "../src/hash/hashText.ts"
import { testEmbeddings } from "./testEmbeddings.ts"

testEmbeddings("embeddings by hashes", hashEmbeddings, {
  texts: Array.from({ length: 1000 }, (_, at) => `word${at} `.repeat(3000))
})

const sample = ["Brewing green tea", "***", "ÅNGSTRÖM ｆｕｌｌ", "東京の天気", "🫖 tea\u0301", ""]

it("has the same numbers on every machine and in every process", () => {
  const program = `
    import { createHash } from "node:crypto"
    import { hashText } from ${JSON.stringify(new URL("../src/hash/hashText.ts", import.meta.url).href)}
    const digest = createHash("sha256")
    for (const text of ${JSON.stringify(sample)}) digest.update(JSON.stringify([...hashText(text)]))
    process.stdout.write(digest.digest("hex"))`
  const digest = createHash("sha256")
  for (const text of sample) digest.update(JSON.stringify([...hashText(text)]))
  const here = digest.digest("hex")
  const there = execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", program]).toString()
  expect({ here, there }).toEqual({ here: pinned, there: pinned })
})

const pinned = "2e478dcae56f36e82c37cafb2010d6f5a7b1773149151c63950340d387158056"

it("is finite and deterministic, and at angle 0 to itself unless it is blank", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const vector = hashText(text)
      expect(vector).toHaveLength(hashedDimensions)
      expect(hashText(text)).toEqual(vector)
      expect(computeCosine(vector, vector)).toBeCloseTo(text.normalize("NFKC").trim() === "" ? 0 : 1, 12)
    })
  )
})

it("ignores case, character width, punctuation and word order", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 }), (words) => {
      const text = words.join(" ")
      const other = words.toReversed().join(", ").toUpperCase()
      expect(computeCosine(hashText(text), hashText(other))).toBeCloseTo(1, 12)
    })
  )
})

it.each([
  ["brewing tea", "brewed tea", "opening hours"],
  ["The kettle leaks", "leaking kettles", "A train to Berlin"],
  ["東京の天気", "今日の東京", "猫が好き"],
  ["Straße nach Köln", "Strassen nach Köln", "Ein Zug"]
])("puts %j nearer to %j than to %j", (text, near, far) => {
  const [of, to, from] = [hashText(text), hashText(near), hashText(far)]
  expect(computeCosine(of, to)).toBeGreaterThan(computeCosine(of, from) + 0.1)
})

it("has exactly one model, with its name", async () => {
  const { signal } = new AbortController()
  expect((await hashEmbeddings.embed(["tea"], { signal, model: "hash-512" })).model).toBe("hash-512")
  await expect(hashEmbeddings.embed(["tea"], { signal, model: "gpt" })).rejects.toThrow(
    'made offline, and "gpt" is not a model for them. Leave "model" out'
  )
})

it("yields to other work while it embeds many texts", async () => {
  let turns = 0
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  let isDone = false
  setImmediate(turn)
  await hashEmbeddings.embed(
    Array.from({ length: 60 }, () => "some words ".repeat(2900)),
    {
      signal: new AbortController().signal
    }
  )
  isDone = true
  expect(turns).toBeGreaterThan(3)
})
