import { once } from "node:events"
import { createServer, get, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { boundConnections } from "../../src/listen/boundConnections.ts"

const listen = async (answer: (response: ServerResponse, count: number) => void) => {
  const responses: Array<ServerResponse> = []
  const server = createServer()
  const { drained } = boundConnections(server, 3)
  server.on("request", (request, response) => {
    const count = responses.push(response)
    request.resume().once("end", () => answer(response, count))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const open = async (text = "") => {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => {})
    await once(socket, "connect")
    socket.write(text)
    return socket
  }
  const getText = () =>
    new Promise<string>((resolve, reject) => {
      get({ port, host: "127.0.0.1", agent: false }, async (response) => {
        resolve((await response.toArray()).join(""))
      }).once("error", reject)
    })
  return { responses, drained, open, getText }
}

it("closes the connection that was unused the longest, and keeps those in use", async () => {
  const { responses, open, getText } = await listen((response, count) => void (count > 1 && response.end("second")))
  const used = getText()
  await expect.poll(() => responses.length).toBe(1)
  const opened = [await open(), await open(), await open(), await open()]
  await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true, true, false, false])
  expect(await getText()).toBe("second")
  responses[0]?.end("first")
  expect(await used).toBe("first")
})

it("counts a connection as unused until the whole request is there", async () => {
  const { responses, open } = await listen(() => {})
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
  const [slow, whole] = [await open(`${head}a`), await open(`${head}ab`)]
  await expect.poll(() => responses.length).toBe(2)
  const others = [await open(), await open()]
  await expect.poll(() => slow.closed).toBe(true)
  expect([whole, ...others].map(({ closed }) => closed)).toEqual([false, false, false])
})

it("is drained once each request is answered", async () => {
  const { responses, drained, getText } = await listen(() => {})
  await drained(0)
  const answer = getText()
  await expect.poll(() => responses.length).toBe(1)
  const over = drained(600_000)
  responses[0]?.end("done")
  await over
  expect(await answer).toBe("done")
})
