import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { createBoundedFetch } from "../src/upstream/createBoundedFetch.ts"

/** Reads an answer in these pieces with a limit of 10 bytes. */
const read = async (type: string, pieces: ReadonlyArray<string>) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": type })
    for (const piece of pieces) response.write(piece)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const faults: Array<string> = []
  const { port } = server.address() as AddressInfo
  const response = await createBoundedFetch(10, ({ message }) => faults.push(message))(`http://127.0.0.1:${port}`)
  return [await response.text().catch(() => "broken"), faults]
}

it("reads an endless stream, and rejects an event that is too long", async () => {
  const events = Array.from({ length: 20 }, () => "data: 1\n\n")
  expect(await read("text/event-stream", events)).toEqual([events.join(""), []])
  expect(await read("text/event-stream", ["data: 1\r\n\r\ndata: 2\r\n\r\n"])).toEqual([
    "data: 1\r\n\r\ndata: 2\r\n\r\n",
    []
  ])
  const tooLong = ["broken", ["It sent an answer of more than 10 bytes."]]
  expect(await read("text/event-stream", ["data: 1\ndata: 2"])).toEqual(tooLong)
})

it("rejects an answer that is too long, in any encoding", async () => {
  expect(await read("application/json", ["[1,2,3,4]"])).toEqual(["[1,2,3,4]", []])
  expect(await read("application/json", ["[1,\n\n2,", "\n\n3,4]"])).toEqual([
    "broken",
    ["It sent an answer of more than 10 bytes."]
  ])
})
