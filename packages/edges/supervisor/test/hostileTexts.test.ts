import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import { BadFrame, FrameDecoder, readRunnerMessage } from "@toolgate/runner/protocol"
import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"

type Make = (length: number) => string

/** Reads the frames of a runner as its supervisor does, in pieces of the same size. */
const read = (piece: number) => (text: string) => {
  const decoder = new FrameDecoder(undefined, (line) => {
    const value = parseJson(line)
    findDuplicateMember(value, line)
    return value
  })
  const bytes = Buffer.from(`${text}\n`)
  for (let at = 0; at < bytes.length; at += piece)
    for (const frame of decoder.push(bytes.subarray(at, at + piece))) readRunnerMessage(frame, decoder.frames)
}

const call =
  (args: Make): Make =>
  (length) =>
    `{"op":"tool_call","tool_call_id":"1","tool":"Echo","args":${args(length)}}`

const frames: Readonly<Record<string, Make>> = {
  "open lists": repeated("["),
  "open objects": repeated('{"a":'),
  blanks: repeated(" "),
  "blanks before a fault": repeated(" ", "", "x"),
  "empty frames": repeated("\n"),
  "many frames": repeated('{"op":"tool_cancel","tool_call_id":"1"}\n'),
  backslashes: call(repeated("\\\\", '"', '"')),
  "open text": repeated("\\", '{"a":"'),
  quotes: call(repeated('\\"', '"', '"')),
  "escaped names": call((length) => `{${Array.from({ length: length / 12 }, (_, at) => `"\\u0061${at}":1`).join()}}`),
  "a name given often": call(repeated('"a":1,', "{", '"a":1}')),
  "empty values": call(repeated("[],", "[", "[]]")),
  "a long number": call(repeated("1")),
  "unknown members": (length) =>
    `{"op":"tool_cancel","tool_call_id":"1",${Array.from({ length: length / 12 }, (_, at) => `"m${at}":1`).join()}}`
}

const rows = Object.entries(frames).flatMap(([what, make]) => [
  [what, "in large pieces", 64 * 1024, make] as const,
  [what, "in small pieces", 7, make] as const
])

it.each(rows)("frames with %s that come %s are read or refused in linear time", async (_what, _how, piece, make) => {
  expect(await measureGrowth(read(piece), make, 16_000)).toBeLessThanOrEqual(mostGrowth)
})

it.each([
  ["10 MB", call(repeated("a", '"', '"'))(10_000_000), "read"],
  ["10,000 members", call(() => `{${Array.from({ length: 10_000 }, (_, at) => `"m${at}":1`).join()}}`)(0), "read"],
  ["20,001 members", call(() => `{${Array.from({ length: 20_001 }, (_, at) => `"m${at}":1`).join()}}`)(0), "names"],
  ["200 levels", call(() => `${"[".repeat(200)}${"]".repeat(200)}`)(0), "nested deeper than 128"]
])("a frame with %s is read, or refused with the limit", (_what, text, says) => {
  const outcome = () => {
    try {
      read(64 * 1024)(text)
      return "read"
    } catch (error) {
      return error instanceof BadFrame ? error.message : error
    }
  }
  expect(outcome()).toContain(says)
})
