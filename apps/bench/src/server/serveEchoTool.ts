import { mkdtempSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openKeyFile } from "@toolgate/local-secrets"
import { type ListenAt, openServer, openServerStore } from "@toolgate/server"
import { createToolgate } from "toolgate"
import { echo } from "../echo.ts"

/** The parts of a gate that a measurement turns on. */
export interface Parts {
  readonly policy?: boolean
  readonly record?: boolean
}

/** Serves a gate whose tool `echo` returns its text. Returns the path of its calls, and a token for them. */
export const serveEchoTool = async (listen: ListenAt, { policy = false, record = false }: Parts) => {
  const [folder, workspace] = [newFolder("state"), newFolder("workspace")]
  const key = join(folder, "store.key")
  await openKeyFile(key)
  const store = await openServerStore({ at: join(folder, "server.sqlite"), key: `file:${key}` })
  const gate = await createToolgate({
    workspace,
    policy: policy ? { files: [] } : "host",
    tools: [echo("echo", "async")],
    ...(record ? { audit: { folder: join(folder, "audit") } } : {})
  })
  const token = await store.addToken({ name: "bench", rights: ["call", "decide", "read"] }, "bench")
  // A stream is an open request of its token.
  const limits = { open: 1e6, perSecond: 1e6, burst: 1e6 }
  const server = await openServer({ gate, store, workspace, listen, limits })
  const session = await openSession(listen, server.url, token)
  let serial = 0
  return {
    token,
    path: `/v1/sessions/${session}/calls`,
    url: server.url,
    /** Makes a call of the tool in this process. */
    dispatch: async () => {
      const { success } = await gate.dispatch({ id: String(++serial), tool: "echo", args: { text: "hello" } })
      if (!success) throw new Error("A call failed.")
    },
    close: async () => {
      await server.close()
      await store.close()
      await gate.close()
      for (const path of [folder, workspace]) rmSync(path, { recursive: true, force: true })
    }
  }
}

const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `toolgate-bench-${name}-`))

/** Opens a session, and returns its id. */
const openSession = (listen: ListenAt, url: string, token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const place = "socket" in listen ? { socketPath: listen.socket } : { port: new URL(url).port }
    const headers = { host: "localhost", authorization: `Bearer ${token}`, "content-type": "application/json" }
    const sent = request({ ...place, method: "POST", path: "/v1/sessions", headers }, async (response) => {
      const parts = await response.toArray()
      resolve(JSON.parse(Buffer.concat(parts).toString()).id)
    })
    sent.on("error", reject).end("{}")
  })
