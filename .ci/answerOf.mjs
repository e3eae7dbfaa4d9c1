import { spawn } from "node:child_process"
import { createServer } from "node:net"

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Starts a server of Next.js, returns its answer to the calls of the folder "bundled", and ends the server. */
export const answerOf = async (cwd, words) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", HOSTNAME: "127.0.0.1", PORT: `${port}` }
  const server = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 })
  const ended = new Promise((resolve) => server.on("close", (status, signal) => resolve(status ?? signal)))
  let said = ""
  const listens = new Promise((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        said += text
        if (said.includes(address)) resolve()
      })
  })
  try {
    const end = await Promise.race([listens, ended])
    if (end !== undefined) throw new Error(`it ended with ${end}`)
    const response = await fetch(`${address}/calls`, { method: "POST", headers: { connection: "close" } })
    if (!response.ok) throw new Error(`its status is ${response.status}`)
    return await response.text()
  } catch ({ message }) {
    throw new Error(`The server of Next.js does not answer the calls (${message}), and says:\n${said}`)
  } finally {
    server.kill()
    await ended
  }
}
