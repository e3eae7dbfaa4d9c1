import { PassThrough } from "node:stream"
import { finished } from "node:stream/promises"
import { expect, it } from "vitest"
import { drainStderr } from "../src/upstream/drainStderr.ts"

it("buffers only as much of an endless line as it reads", async () => {
  const stderr = new PassThrough()
  const said: Array<string> = []
  drainStderr(stderr, (line) => said.push(line))
  for (let pieces = 0; pieces < 1_000; pieces++) stderr.write("x".repeat(1_000))
  stderr.end("\nthe next")
  await finished(stderr)
  expect(said.map(({ length }) => length)).toEqual([128 * 1024, "the next".length])
})
