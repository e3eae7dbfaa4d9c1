import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { BadFrame } from "../../src/frames/BadFrame.ts"
import { readChildFrame } from "../../src/frames/ChildFrame.ts"
import { encodeFrame } from "../../src/frames/encodeFrame.ts"
import { type Frame, FrameDecoder } from "../../src/frames/FrameDecoder.ts"

const bounds = { header: 4096, body: 4096 }

const decoded = (
  pieces: ReadonlyArray<Uint8Array>,
  decoder = new FrameDecoder({ ...bounds })
): ReadonlyArray<Frame> => {
  const frames: Array<Frame> = []
  for (const piece of pieces) {
    decoder.push(Buffer.from(piece))
    for (let frame = decoder.next(); frame !== undefined; frame = decoder.next()) frames.push(frame)
  }
  return frames
}

/** Returns bytes cut at these places. */
const cut = (bytes: Buffer, places: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end))
}

const frames = fc.array(
  fc.record({
    header: fc.record({ type: fc.string(), text: fc.string({ unit: "binary" }), number: fc.maxSafeInteger() }),
    parts: fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 3 })
  }),
  { maxLength: 5 }
)

it("decodes encoded frames from chunks of any size", () => {
  fc.assert(
    fc.property(frames, fc.array(fc.nat()), (sent, places) => {
      const bytes = Buffer.concat(sent.map(({ header, parts }) => encodeFrame(header, parts)))
      const got = decoded(cut(bytes, places)).map(({ header, body }) => ({ header, body: [...body] }))
      const makeWellFormed = ({ type, text, number }: { type: string; text: string; number: number }) => ({
        type,
        text: text.toWellFormed(),
        number
      })
      expect(got).toEqual(
        sent.map(({ header, parts }) => ({ header: makeWellFormed(header), body: [...Buffer.concat(parts)] }))
      )
    })
  )
})

it("decodes a byte at a time without holding more than the frame", () => {
  const frame = encodeFrame({ type: "x" }, [new Uint8Array(4000)])
  const decoder = new FrameDecoder({ ...bounds })
  expect(
    decoded(
      [...frame].map((byte) => Uint8Array.of(byte)),
      decoder
    )
  ).toHaveLength(1)
  expect(decoder.isEmpty).toBe(true)
})

it("refuses a frame over its limits before all of it has arrived", () => {
  const announced = Buffer.alloc(8)
  announced.writeUInt32LE(2, 0)
  announced.writeUInt32LE(4097, 4)
  expect(() => decoded([announced])).toThrow(BadFrame)
})

it("throws only its own error for garbage, and so do the readers of frames", () => {
  const header = fc.oneof(
    fc.json(),
    fc.constantFrom("commandEnded", "scriptEnded", "wrote", "call", "refused", "ready", "admitted").chain((type) =>
      fc
        .record(
          {
            end: fc.oneof(fc.json(), fc.record({ kind: fc.constantFrom("exit", "trap", "value", "stack", "?") })),
            changes: fc.array(fc.record({ kind: fc.constantFrom("file", "link", "x"), size: fc.integer() })),
            stdout: fc.integer(),
            dropped: fc.nat(),
            memoryBytes: fc.nat(),
            isError: fc.anything()
          },
          { requiredKeys: [] }
        )
        .map((fields) => JSON.stringify({ type, ...fields }, (_, value) => (typeof value === "bigint" ? 0 : value)))
    )
  )
  const built = fc.tuple(header, fc.uint8Array()).map(([json, body]) => {
    const bytes = Buffer.from(json)
    const prefix = Buffer.alloc(8)
    prefix.writeUInt32LE(bytes.length, 0)
    prefix.writeUInt32LE(body.length, 4)
    return Buffer.concat([prefix, bytes, body])
  })
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), built), fc.array(fc.nat()), (bytes, places) => {
      try {
        decoded(cut(Buffer.from(bytes), places)).map(readChildFrame)
      } catch (error) {
        expect(error).toBeInstanceOf(BadFrame)
      }
    }),
    runs(2_000)
  )
})
