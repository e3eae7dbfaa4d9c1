import { createServer } from "node:http"
import { Webhook } from "standardwebhooks"

/** A question as it arrives in the chat. */
export interface ChatMessage {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly approvalId: string
    readonly agent: string
    readonly tool: string
    readonly summary: string
    readonly why: string
    readonly link: string
  }
}

/** Starts a server in place of a chat. `post` gets each message once, after its signature was verified. */
export const startChat = async (secret: string, post: (message: ChatMessage) => void) => {
  const webhook = new Webhook(secret)
  const seen = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const headers = request.headers as Record<string, string>
      const message = webhook.verify(Buffer.concat(chunks), headers) as ChatMessage
      const id = headers["webhook-id"] ?? ""
      // A message may come twice: the server repeats it if our answer was lost.
      if (!seen.has(id)) post(message)
      seen.add(id)
      response.writeHead(204).end()
    } catch {
      response.writeHead(401).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { readonly port: number }
  return {
    url: `http://127.0.0.1:${port}/hooks/approvals`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
