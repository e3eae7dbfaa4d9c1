import { parseJson } from "@toolgate/core/json"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BadFrame, defaultFrameBounds, encodeFrame, type FrameBounds, FrameDecoder } from "../../src/protocol.ts"

const small: FrameBounds = { frameBytes: 1000, depth: 8, values: 20, names: 10 }

const all = (decoder: FrameDecoder, chunks: Iterable<Uint8Array>) =>
  [...chunks].flatMap((one) => [...decoder.push(one)])

const decoded = (text: string | Uint8Array, bounds?: FrameBounds) => all(new FrameDecoder(bounds), [Buffer.from(text)])

/** Returns the bytes, cut at these places. */
const cutAt = (bytes: Uint8Array, places: ReadonlyArray<number>) => {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...cuts].map((begin, index) => bytes.subarray(begin, cuts[index] ?? bytes.length))
}

const json = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }))

/** Returns a value as JSON represents it: `JSON.stringify` turns -0 into 0. */
const asJson = (value: unknown) => parseJson(JSON.stringify(value))

const problem = (text: string | Uint8Array, bounds?: FrameBounds) => {
  try {
    decoded(text, bounds)
    return undefined
  } catch (error) {
    return error instanceof BadFrame ? error.message : error
  }
}

describe("FrameDecoder", () => {
  it("decodes the same objects from chunks of any size", () => {
    fc.assert(
      fc.property(fc.array(json), fc.array(fc.nat()), fc.constantFrom("\n", "\r\n", " \n\n"), (values, places, end) => {
        const bytes = Buffer.from(values.map((value) => JSON.stringify(value) + end).join(""))
        const decoder = new FrameDecoder(defaultFrameBounds, parseJson)
        expect(all(decoder, cutAt(bytes, places))).toEqual(asJson(values))
        expect([decoder.frames, decoder.isEmpty]).toEqual([values.length, true])
      })
    )
  })

  it("reports the same error for chunks of any size", () => {
    const piece = fc.constantFrom(
      "{}",
      "\n",
      '{"a":[1,2]}\n',
      '"',
      "[",
      "é",
      "\r",
      " ",
      "{",
      "}",
      "\ufeff",
      '{"a":{}}\n',
      "x".repeat(9)
    )
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat()), (pieces, places) => {
        const bytes = Buffer.from(pieces.join(""))
        const outcome = (chunks: ReadonlyArray<Uint8Array>) => {
          const decoder = new FrameDecoder({ frameBytes: 12, depth: 3, values: 4, names: 4 })
          const frames: Array<unknown> = []
          try {
            for (const chunk of chunks) for (const frame of decoder.push(chunk)) frames.push(frame)
          } catch (error) {
            frames.push(String(error))
          }
          return { frames, count: decoder.frames, isEmpty: decoder.isEmpty }
        }
        expect(outcome(cutAt(bytes, places))).toEqual(outcome([bytes]))
      }),
      { numRuns: 1000 }
    )
  })

  it("throws only BadFrame for arbitrary bytes", () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string().map((text) => Buffer.from(`{${text}\n`))
    )
    fc.assert(
      fc.property(fc.array(bytes), (chunks) => {
        const decoder = new FrameDecoder(small)
        for (const chunk of chunks) {
          try {
            expect([...decoder.push(chunk)].every((frame) => typeof frame === "object" && frame !== null)).toBe(true)
          } catch (error) {
            expect(error).toBeInstanceOf(BadFrame)
          }
        }
      })
    )
  })

  it.each<[string, string | Uint8Array, string]>([
    ["too long", `{"a":"${"x".repeat(1000)}"}\n`, "frame 1 is longer than 1000 bytes"],
    ["too long for its bytes, not its characters", `{"a":"${"é".repeat(500)}"}\n`, "frame 1 is longer than 1000 bytes"],
    ["without an end", "x".repeat(1001), "frame 1 is longer than 1000 bytes"],
    ["blanks without an end", " ".repeat(1001), "frame 1 is longer than 1000 bytes"],
    ["not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x0a]), "frame 1 is not UTF-8"],
    ["half a surrogate pair", Buffer.from('{"a":"\xed\xa0\x80"}\n', "latin1"), "frame 1 is not UTF-8"],
    ["a byte order mark", "\ufeff{}\n", "frame 1 is not JSON: unexpected character 1"],
    ["not JSON", '{}\n{"secret":secret}\n', "frame 2 is not JSON: unexpected character 11"],
    ["an end too early", '{"secret":"se\n', "frame 1 is not JSON: unexpected character 14"],
    ["more than one value", "{} {}\n", "frame 1 is not JSON: unexpected character 4"],
    ["a forged position", '{"a": in JSON at position 99}\n', "frame 1 is not JSON: unexpected character 7"],
    ["a blank of Unicode", "{}\n\u00a0\n", "frame 2 is not JSON: unexpected character 1"],
    ["a number", "42\n", "frame 1 is JSON, but not an object"],
    ["null", "null\n", "frame 1 is JSON, but not an object"],
    ["an array", "[]\n", "frame 1 is JSON, but not an object"],
    ["nested deeply", `{"a":${"[".repeat(8)}${"]".repeat(8)}}\n`, "frame 1 is nested deeper than 8"],
    ["nested and no JSON", `${"[".repeat(900)}\n`, "frame 1 is nested deeper than 8"],
    ["full of values", `{"a":[${"1,".repeat(18)}1]}\n`, "frame 1 holds more than 20 values"],
    ["full of empty values", `{"a":[${"[],".repeat(20)}[]]}\n`, "frame 1 holds more than 20 values"]
  ])("refuses input that is %s, and quotes none of it", (_, bytes, message) => {
    expect(problem(bytes, small)).toBe(message)
  })

  it("ignores punctuation inside strings", () => {
    const text = `${'[{,"\\'.repeat(30)}\\\\"`
    expect(decoded(`${JSON.stringify({ text, [text]: "\\" })}\n`, small)).toEqual([{ text, [text]: "\\" }])
  })

  it("accepts frames exactly at its limits", () => {
    const deep = `{"a":${"[".repeat(7)}${"]".repeat(7)}}`
    const long = `{"a":"${"é".repeat(496)}"}`
    expect(Buffer.byteLength(long)).toBe(1000)
    expect(decoded(`${deep}\n${long}\n{"a":[${"1,".repeat(17)}1]}\n`, small)).toHaveLength(3)
  })

  it("yields the frames before a bad one, and cannot be used afterwards", () => {
    const decoder = new FrameDecoder()
    const pushed = decoder.push(Buffer.from('{"a":1}\nx\n{"b":2}\n'))
    expect(pushed.next().value).toEqual({ a: 1 })
    expect(() => pushed.next()).toThrow("frame 2 is not JSON")
    expect(() => [...decoder.push(Buffer.from("{}\n"))]).toThrow("frame 2 is not JSON")
    expect(decoder.frames).toBe(2)
  })

  it("skips blank lines, and counts only frames", () => {
    const decoder = new FrameDecoder()
    expect(all(decoder, [Buffer.from('\n\r\n \t\r\n{"a":1}\r\n\n'), Buffer.from(" \r")])).toEqual([{ a: 1 }])
    expect([decoder.frames, decoder.isEmpty]).toEqual([1, true])
  })

  it("reports that the stream ended within a frame", () => {
    const decoder = new FrameDecoder()
    expect(all(decoder, [Buffer.from('{}\n{"a'), Buffer.from('":')])).toEqual([{}])
    expect([decoder.frames, decoder.isEmpty]).toEqual([1, false])
  })

  it("returns the number of the last frame", () => {
    const decoder = new FrameDecoder()
    const numbers = Array.from(decoder.push(Buffer.from('{"n":1}\n{"n":2}\n{"n":3}\n')), ({ n }) => [n, decoder.frames])
    expect(numbers).toEqual([
      [1, 1],
      [2, 2],
      [3, 3]
    ])
  })

  it("treats names such as __proto__ as plain names", () => {
    const [frame] = decoded('{"__proto__":{"op":"tool_call"},"constructor":1}\n')
    expect(Object.keys(frame ?? {})).toEqual(["__proto__", "constructor"])
    expect(frame?.op).toBeUndefined()
  })

  it("copies the beginning of a frame, so that its chunk can be released", () => {
    const text = `{"a":"${"0123456789".repeat(100_000)}"}`
    const decoder = new FrameDecoder()
    // The chunk has one byte and is a new array each time. Views of one array would hold its last byte a million times.
    const chunk = new Uint8Array(1)
    const frames = Array.from(Buffer.from(`${text}\n`)).flatMap((byte) => {
      chunk[0] = byte
      return [...decoder.push(chunk)]
    })
    expect(JSON.stringify(frames)).toBe(`[${text}]`)
  })

  it("refuses millions of values before it makes them", () => {
    expect(problem(`{"a":[${"[],".repeat(5_000_000)}[]]}\n`)).toBe("frame 1 holds more than 1000000 values")
  })
})

describe("encodeFrame", () => {
  it("encodes any message as one line that decodes to the same message", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\n", "\r", "\u2028", "\u2029", "\ud800", "\udc00x")
    )
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const message = { op: "tool_call", tool_call_id: "1", tool: "Echo", args: { text: texts.join("") } } as const
        const line = encodeFrame(message)
        expect(line.indexOf("\n")).toBe(line.length - 1)
        expect(decoded(line)).toEqual([message])
      })
    )
  })
})

it("limits the number of names, without counting names inside strings", () => {
  const fields = (count: number) => Array.from({ length: count }, (_none, i) => `"${i}:":0`).join()
  const decoder = new FrameDecoder(small)
  expect([...decoder.push(Buffer.from(`{${fields(10)}}\n`))]).toHaveLength(1)
  expect(() => [...decoder.push(Buffer.from(`{${fields(11)}}\n`))]).toThrow("frame 2 holds more than 10 names")
})
