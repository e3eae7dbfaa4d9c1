import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import type { Case, Family } from "../Case.ts"
import { once } from "../once.ts"
import type { Scale } from "../Scale.ts"
import { eventToListeners } from "../targets.ts"
import { EventListeners } from "./EventListeners.ts"
import { serveEchoTool } from "./serveEchoTool.ts"

/** Measures an event for a thousand listeners, beside a thousand writes of its text. Servers and clients are one process. */
export const measureEvents = async ({ judged }: Scale): Promise<Family> => {
  const listeners = judged ? 1_000 : 50
  const served = { name: `a call and its event for ${listeners} listeners`, ...makeCase(() => openServed(listeners)) }
  const bare = { name: `${listeners} writes of such a text`, ...makeCase(() => openBare(listeners)) }
  return {
    name: "server.events",
    title: "Events by SSE",
    apart: true,
    cases: [bare, served],
    figures: (measured) => [measured.figure(bare.name), measured.figure(served.name, bare.name, eventToListeners)],
    close: async () => {
      await served.close()
      await bare.close()
    }
  }
}

interface Telling {
  readonly listeners: EventListeners
  readonly tell: () => Promise<void>
  readonly close: () => Promise<void>
}

const makeCase = (
  open: () => Promise<Telling>
): Pick<Case, "run" | "times"> & { readonly close: () => Promise<void> } => {
  let end = async () => {}
  const opened = once(async () => {
    const telling = await open()
    end = async () => {
      telling.listeners.close()
      await telling.close()
    }
    return telling
  })
  return {
    times: 20,
    run: async (times) => {
      const { listeners, tell } = await opened()
      for (let told = 0; told < times; told++) await listeners.receive(1, tell)
    },
    close: () => end()
  }
}

const openServed = async (count: number): Promise<Telling> => {
  const { url, token, dispatch, close } = await serveEchoTool({ host: "127.0.0.1", port: 0 }, {})
  const path = "/v1/events?type=tool.completed"
  const listeners = await EventListeners.connect(count, Number(new URL(url).port), path, token)
  // The rest of the answers' heads, which have lines too.
  await setTimeout(100)
  return { listeners, tell: dispatch, close }
}

const openBare = async (count: number): Promise<Telling> => {
  const responses: Array<ServerResponse> = []
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write(": connected\n\n")
    responses.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const listeners = await EventListeners.connect(count, (server.address() as AddressInfo).port, "/", "none")
  await setTimeout(100)
  const text = `id: mf3k2x9a.12\nevent: tool.completed\ndata: ${JSON.stringify({ text: "x".repeat(300) })}\n\n`
  return {
    listeners,
    tell: async () => {
      for (const response of responses) response.write(text)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
