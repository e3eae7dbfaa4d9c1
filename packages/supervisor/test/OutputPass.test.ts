import { PassThrough } from "node:stream"
import { expect, it } from "vitest"
import { OutputPass } from "../src/OutputPass.ts"

it("hands on one piece after the other, however slowly they are taken, also after the process has ended", async () => {
  const from = new PassThrough()
  const taken: Array<string> = []
  const waiting: Array<() => void> = []
  const came: Array<() => void> = []
  const pass = new OutputPass(
    from,
    (bytes) => {
      taken.push(String(bytes))
      came.shift()?.()
      return new Promise((resolve) => waiting.push(resolve))
    },
    () => {}
  )
  const next = () => new Promise<void>((resolve) => came.push(resolve))
  const first = next()
  from.write("one")
  await first
  from.end("two")
  pass.letGo()
  expect(taken).toEqual(["one"])
  const second = next()
  waiting.shift()?.()
  await second
  expect(taken).toEqual(["one", "two"])
  waiting.shift()?.()
  await pass.over
})

it("waits for nobody who holds the stream of a process that has ended", async () => {
  const from = new PassThrough()
  const pass = new OutputPass(
    from,
    () => {},
    () => {}
  )
  pass.letGo()
  await pass.over
  expect(from.destroyed).toBe(true)
})
