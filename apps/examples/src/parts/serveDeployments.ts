import { join } from "node:path"
import { openServer, openServerStore, type WebhookEndpoint } from "@toolgate/server"
import { createToolgate, defineTool, Type } from "toolgate"
import { createFolder } from "./createFolder.ts"

const deploy = defineTool({
  name: "deploy",
  description: "Deploys a version.",
  parameters: Type.Object({ version: Type.String(), token: Type.String() }),
  sideEffects: "NETWORK",
  execute: ({ version }) => `Version ${version} is deployed.`
})

/** The members of the server's answers that the examples read. */
interface Answer {
  readonly id: string
  readonly request: { readonly digest: string }
  readonly ended: string
  readonly by: string
  readonly output: { readonly content: ReadonlyArray<{ readonly text?: string }> }
}

/** Serves a gate whose tool `deploy` needs a person's approval, and reports its questions to a chat. */
export const serveDeployments = async (chat: Pick<WebhookEndpoint, "url" | "secret">) => {
  const folder = await createFolder({})
  const state = await createFolder({})
  const store = await openServerStore({ at: join(state, "server.sqlite"), key: `file:${join(state, "key")}` })
  // An agent may call, and nothing else. The service behind the chat's buttons may decide, and nothing else.
  const secrets = {
    agent: await store.addToken({ name: "coder" }, "ada"),
    chat: await store.addToken({ name: "the chat", rights: ["decide"] }, "ada")
  }
  const gate = await createToolgate({ workspace: folder, policy: "default", tools: [deploy], onAsk: "wait" })
  const server = await openServer({
    gate,
    workspace: folder,
    listen: { host: "127.0.0.1", port: 0 },
    store,
    // The chat of this example is on this machine. Leave `allowPrivate` out for one on the internet.
    webhooks: [{ ...chat, events: ["approval.requested"], allowPrivate: true }],
    publicUrl: "https://toolgate.example"
  })
  return {
    /** Sends a request with a token, and returns the answer. */
    request: async (token: keyof typeof secrets, method: "GET" | "POST", path: string, body?: object) => {
      const response = await fetch(`${server.url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${secrets[token]}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return { status: response.status, body: (await response.json()) as Answer }
    },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await gate[Symbol.asyncDispose]()
      await store.close()
    }
  }
}
