import { spawn } from "node:child_process"
import { PassThrough } from "node:stream"
import { expect, it } from "vitest"
import { OutputPass } from "../src/OutputPass.ts"
import { block, turnEnds } from "./blocking.ts"

it("passes on one piece at a time, even to a slow reader and after the process has ended", async () => {
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

it("does not wait for another program that still has the stream open", async () => {
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

it("passes on the rest of a pipe after the process has ended", async () => {
  const child = spawn("sh", ["-c", "read go; head -c 50000 /dev/zero"], { stdio: ["pipe", "pipe", "ignore"] })
  let bytes = 0
  const pass = new OutputPass(
    child.stdout,
    (piece) => {
      bytes += piece.length
    },
    () => {}
  )
  await turnEnds()
  pass.letGo()
  child.stdin.end("\n")
  block(child.pid ?? 0, 700)
  await pass.over
  expect(bytes).toBe(50_000)
})
