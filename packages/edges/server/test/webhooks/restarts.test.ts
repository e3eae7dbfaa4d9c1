import { spawn } from "node:child_process"
import { mkdtempDisposableSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openTestServer } from "./openTestServer.ts"
import { secret, startReceiver } from "./startReceiver.ts"

const program = join(import.meta.dirname, "programs/serveUntilKilled.ts")
const newFolder = () => mkdtempDisposableSync(join(tmpdir(), "toolgate-webhooks-"))
const limits = { firstPauseMs: 1, longestPauseMs: 1, lookEveryMs: 5 }

it("a server that is killed leaves a delivery that another attempts again, with the same id", async () => {
  using folder = newFolder()
  const store = join(folder.path, "gate.sqlite")
  let answersNow = false
  await using receiver = await startReceiver((response) => void (answersNow && response.writeHead(204).end()))
  const words = ["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning", program, store, receiver.url]
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] })
  const ended = new Promise((resolve) => child.once("exit", resolve))
  await receiver.until(({ length }) => length === 1)
  child.kill("SIGKILL")
  await ended
  answersNow = true

  const webhooks = [{ url: receiver.url, secret, allowPrivate: true }]
  await using opened = await openTestServer({ webhooks, webhookLimits: limits }, store)
  await receiver.until(({ length }) => length === 2)
  const [first, second] = receiver.received
  expect(second).toEqual(first)
  await expect.poll(() => opened.server.webhooks.status()).toMatchObject([{ delivered: 1, retried: 0, failed: 0 }])
})

it("a server that starts reports the questions that have no delivery yet, once", async () => {
  using folder = newFolder()
  const store = join(folder.path, "gate.sqlite")
  await using receiver = await startReceiver()
  let approvalId = ""
  {
    // As if the server had been killed between the question and its delivery.
    await using without = await openTestServer({}, store)
    approvalId = (await without.call({ to: "production" })).body.pending.approvalId
  }
  const webhooks = [{ url: receiver.url, secret, allowPrivate: true }]
  const countOf = (type: string) => receiver.received.filter(({ message }) => message.type === type).length
  for (let start = 0; start < 2; start++) {
    await using opened = await openTestServer({ webhooks, webhookLimits: limits }, store)
    await opened.callDenied()
    await receiver.until(() => countOf("call.denied") > start && countOf("approval.requested") > 0)
  }
  const asked = receiver.received.filter(({ message }) => message.type === "approval.requested")
  expect(asked.map(({ message }) => message.data.approvalId)).toEqual([approvalId])
})

it("several servers with one store send each delivery once", async () => {
  using folder = newFolder()
  const store = join(folder.path, "gate.sqlite")
  await using receiver = await startReceiver()
  const options = { webhooks: [{ url: receiver.url, secret, allowPrivate: true }], webhookLimits: limits }
  await using first = await openTestServer(options, store)
  await using second = await openTestServer(options, store)
  for (let at = 0; at < 10; at++) {
    await first.call({ to: `a${at}` })
    await second.call({ to: `b${at}` })
  }
  const countDelivered = () =>
    [first, second].reduce((sum, { server }) => sum + (server.webhooks.status()[0]?.delivered ?? 0), 0)
  await expect.poll(countDelivered).toBe(20)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20)
  expect(receiver.received).toHaveLength(20)
})

it("a server that closes stores what it has not sent", async () => {
  using folder = newFolder()
  const store = join(folder.path, "gate.sqlite")
  let answersNow = false
  await using receiver = await startReceiver((response) => void (answersNow && response.writeHead(204).end()))
  const options = { webhooks: [{ url: receiver.url, secret, allowPrivate: true }], webhookLimits: limits }
  {
    await using first = await openTestServer(options, store)
    for (let at = 0; at < 6; at++) await first.call({ to: `${at}` })
    await receiver.until(({ length }) => length === 4)
  }
  answersNow = true
  await using second = await openTestServer(options, store)
  await expect.poll(() => second.server.webhooks.status()).toMatchObject([{ delivered: 6, retried: 0 }])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(6)
})
