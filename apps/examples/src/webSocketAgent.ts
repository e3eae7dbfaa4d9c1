// An agent that connects to a server by itself, by a WebSocket and with a token. The policy asks about one of its calls,
// and a person with another token answers over HTTP while the call waits. In real life the three are different machines.
import { randomBytes } from "node:crypto"
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SessionStore, TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { connect, ToolCallError } from "@toolgate/runner"
import { openServer } from "@toolgate/server"
import { MemorySessionStore, MemoryTokenStore, makeToken, type NewToken } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins, createToolgate } from "toolgate"

const workspace = await mkdtemp(join(tmpdir(), "toolgate-example-"))
await writeFile(join(workspace, "order.txt"), "12 apples")
await writeFile(join(workspace, ".env"), "TOKEN=hunter2")

// The server. `toolgate serve` does the same, with a store on disk.
await using gate = await createToolgate({ workspace, policy: "default", tools: builtins(), onAsk: "wait" })
const stores = Layer.merge(MemoryTokenStore.layer, MemorySessionStore.layer)
const kept = await Effect.runPromise(Effect.scoped(Layer.build(stores)))
const key = new SecretKey(randomBytes(32))
const store = { tokens: Context.get(kept, TokenStore), sessions: Context.get(kept, SessionStore), key }
const { url, close } = await openServer({ gate, workspace, listen: { host: "127.0.0.1", port: 0 }, store })

/** Does what `toolgate token add` does, and returns the secret. */
const addToken = async (given: NewToken): Promise<string> => {
  const { secret, token } = makeToken(given, { by: "ada", at: Date.now() }, key)
  await Effect.runPromise(store.tokens.add(token))
  return secret
}

/** Decides a question as the person does whose token this is. */
const decide = async (secret: string, question: string): Promise<void> => {
  const { status } = await fetch(`${url}/v1/approvals/${question}/decision`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ decision: "allow" })
  })
  if (status !== 200) throw new Error(`The decision was answered with ${status}.`)
}

/** The agent. A rule stands where a model would. */
const runAgent = async (token: string, ada: string): Promise<void> => {
  await using tools = await connect({ url, token })
  console.log(`${tools.agent} may call ${tools.list.length} tools.`)
  const { text } = await tools.call("read_file", { path: "order.txt" })
  await tools.call(
    "write_file",
    { path: "invoice.txt", content: `We owe you ${text}.` },
    {
      onApprovalPending: ({ id, why }) => {
        console.log(`Ada is asked: ${why}`)
        return decide(ada, id)
      }
    }
  )
  console.log("The invoice is written.")
  const refused = await tools.call("read_file", { path: ".env" }).catch((error: unknown) => error)
  if (refused instanceof ToolCallError) console.log(`Reading .env was refused: ${refused.slug}`)
}

try {
  await runAgent(
    await addToken({ name: "orders", agent: "clerk" }),
    await addToken({ name: "ada", rights: ["decide"] })
  )
} finally {
  await close()
}
