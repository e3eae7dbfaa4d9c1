import { randomBytes } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ListenAt } from "@toolgate/server"
import type { Case, Family } from "../Case.ts"
import { once } from "../once.ts"
import { overHttp, overSocket } from "../targets.ts"
import { HttpLoad, type Place } from "./HttpLoad.ts"
import { serveEcho } from "./serveEcho.ts"
import { type Parts, serveEchoTool } from "./serveEchoTool.ts"

/** Measures calls over HTTP beside an echo that checks the token and the host, each over many connections. */
export const measureServerCalls = async (): Promise<Family> => {
  const http = (parts: Parts) => makeCase(32, (place) => openGate(place, parts))
  const cases = {
    echo: { name: "an echo over HTTP", ...makeCase(32, openEcho) },
    call: { name: "a call over HTTP", ...http({}) },
    policy: { name: "a call over HTTP, with policy", ...http({ policy: true }) },
    record: { name: "a call over HTTP, with record", ...http({ record: true }) },
    both: { name: "a call over HTTP, with policy and record", ...http({ policy: true, record: true }) },
    echoOverSocket: { name: "an echo over one Unix socket", ...makeCase(1, openEcho, newSocket) },
    callOverSocket: {
      name: "a call over one Unix socket",
      ...makeCase(1, (place) => openGate(place, { policy: true }), newSocket)
    }
  }
  const { echo, call, policy, record, both, echoOverSocket, callOverSocket } = cases
  return {
    name: "server.calls",
    title: "A call over HTTP, in one process with its client",
    apart: true,
    cases: Object.values(cases),
    figures: (measured) => [
      measured.figure(echo.name),
      measured.figure(call.name, echo.name, overHttp),
      measured.figure(policy.name, echo.name),
      measured.figure(record.name, echo.name),
      measured.figure(both.name, echo.name),
      measured.figure(echoOverSocket.name),
      measured.figure(callOverSocket.name, echoOverSocket.name, overSocket)
    ],
    close: async () => {
      for (const { close } of Object.values(cases)) await close()
    }
  }
}

/** Something that is served: the path and the token of its requests. */
interface Served {
  readonly place: Place
  readonly path: string
  readonly token: string
  readonly body: string
  readonly close: () => Promise<void>
}

const newSocket = (): ListenAt => ({ socket: join(tmpdir(), `toolgate-bench-${randomBytes(6).toString("hex")}.sock`) })
const newPort = (): ListenAt => ({ host: "127.0.0.1", port: 0 })

/** Returns a case that opens its server at the first run. */
const makeCase = (
  connections: number,
  open: (at: ListenAt) => Promise<Served>,
  newPlace: () => ListenAt = newPort
): Pick<Case, "run" | "times" | "warmUpTimes"> & { readonly close: () => Promise<void> } => {
  let end = async () => {}
  const opened = once(async () => {
    const { place, path, token, body, close } = await open(newPlace())
    const load = new HttpLoad(place, connections, path, token, body)
    end = async () => {
      load.close()
      await close()
    }
    return load
  })
  return {
    times: 2_000,
    warmUpTimes: 20_000,
    run: async (times) => (await opened()).send(times),
    close: () => end()
  }
}

const body = JSON.stringify({ tool: "echo", args: { text: "hello" } })

const openEcho = async (listen: ListenAt): Promise<Served> => {
  const token = randomBytes(32).toString("base64url")
  const { url, close } = await serveEcho(listen, token)
  return { place: placeOf(listen, url), path: "/echo", token, body, close }
}

const openGate = async (listen: ListenAt, parts: Parts): Promise<Served> => {
  const { url, ...served } = await serveEchoTool(listen, parts)
  return { ...served, place: placeOf(listen, url), body }
}

const placeOf = (listen: ListenAt, url: string): Place =>
  "socket" in listen ? { path: listen.socket } : { port: Number(new URL(url).port) }
