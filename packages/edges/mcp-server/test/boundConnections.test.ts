import { once } from "node:events"
import { createServer, get, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { boundConnections } from "../src/http/boundConnections.ts"

it("closes the connection that was idle the longest, and keeps those in use", async () => {
  const responses: Array<ServerResponse> = []
  const server = createServer((_, response) => {
    connections.use(response)
    responses.push(response)
    if (responses.length > 1) response.end("second")
  })
  const connections = boundConnections(server, 3)
  await once(server.listen(0, "127.0.0.1"), "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const textOf = (options = {}) =>
    new Promise<string>((resolve, reject) => {
      get({ port, host: "127.0.0.1", agent: false, ...options }, async (response) => {
        resolve((await response.toArray()).join(""))
      }).once("error", reject)
    })
  const silent = async () => {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => {})
    await once(socket, "connect")
    return socket
  }
  const used = textOf()
  await expect.poll(() => responses.length).toBe(1)
  const opened = [await silent(), await silent(), await silent(), await silent()]
  await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true, true, false, false])
  expect(await textOf()).toBe("second")
  responses[0]?.end("first")
  expect(await used).toBe("first")
})
