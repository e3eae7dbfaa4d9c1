import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type InputLine, longestLine, readInputLines } from "../../src/policy/policyLines.ts"

async function* pieces(bytes: Uint8Array, cuts: ReadonlyArray<number>) {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [i, from] of places.entries()) yield bytes.subarray(from, places[i + 1] ?? bytes.length)
}

const linesOf = async (bytes: Uint8Array, cuts: ReadonlyArray<number> = []): Promise<ReadonlyArray<InputLine>> => {
  const lines: Array<InputLine> = []
  for await (const line of readInputLines(pieces(bytes, cuts))) lines.push(line)
  return lines
}

describe("the lines of a stream", () => {
  it("are the same wherever the stream is cut", async () => {
    const line = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "é", "\u2028", "\r", '{"a":1}'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(line.filter((text) => !text.includes("\n"))),
        fc.array(fc.nat()),
        async (texts, cuts) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""))
          expect(await linesOf(bytes, cuts)).toEqual(
            texts.map((text, i) => ({ number: i + 1, text: Buffer.from(text).toString() }))
          )
        }
      )
    )
  })

  it("may lack a final line end, which adds no line", async () => {
    expect(await linesOf(Buffer.from("a\nb"))).toEqual([
      { number: 1, text: "a" },
      { number: 2, text: "b" }
    ])
    expect(await linesOf(Buffer.from(""))).toEqual([])
    expect(await linesOf(Buffer.from("\n"))).toEqual([{ number: 1, text: "" }])
  })

  it("are limited to the given length, and a longer one does not end the stream", async () => {
    const fault = `The line is longer than ${longestLine} bytes; send less in one request.`
    const bytes = Buffer.from(`${"a".repeat(longestLine)}\n${"a".repeat(longestLine + 1)}\nb\n`)
    const [first, ...others] = await linesOf(bytes, [longestLine + 2, 2 * longestLine])
    expect(first).toMatchObject({ number: 1, text: expect.stringMatching(/^a+$/) })
    expect(others).toEqual([
      { number: 2, fault },
      { number: 3, text: "b" }
    ])
  })

  it("are UTF-8, or faults", async () => {
    expect(await linesOf(Buffer.from([0xff, 0x0a, 0xc3, 0xa9, 0x0a, 0xc3]))).toEqual([
      { number: 1, fault: "The line is not UTF-8; send requests as JSON text in UTF-8." },
      { number: 2, text: "é" },
      { number: 3, fault: "The line is not UTF-8; send requests as JSON text in UTF-8." }
    ])
  })
})
