import { Agent, request } from "node:http"
import { versionHeader } from "@toolgate/server/resident"

/** An answer of a resident gate. The body is the parsed JSON. */
export interface ResidentAnswer {
  readonly status: number
  readonly body: unknown
}

/** Sends requests to a resident gate, over connections that stay open. */
export class ResidentClient {
  private readonly agent = new Agent({ keepAlive: true })
  private readonly socket: string
  private readonly headers: Readonly<Record<string, string>>

  constructor(socket: string, token: string, version: string) {
    this.socket = socket
    this.headers = { host: "localhost", authorization: `Bearer ${token}`, [versionHeader]: version }
  }

  /** Sends a request, and resolves with the answer. Rejects with the system's error, or if the answer is not JSON. */
  send(
    method: string,
    path: string,
    { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal } = {}
  ): Promise<ResidentAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers =
      text === undefined
        ? this.headers
        : { ...this.headers, "content-type": "application/json", "content-length": Buffer.byteLength(text) }
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          socketPath: this.socket,
          method,
          path,
          headers,
          agent: this.agent,
          ...(signal === undefined ? {} : { signal })
        },
        (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("error", reject)
          response.on("end", () => {
            try {
              const received = Buffer.concat(chunks).toString("utf8")
              resolve({ status: response.statusCode ?? 0, body: received === "" ? undefined : JSON.parse(received) })
            } catch (cause) {
              reject(cause)
            }
          })
        }
      )
      sent.on("error", reject)
      sent.end(text)
    })
  }

  /** Closes the connections. */
  close(): void {
    this.agent.destroy()
  }
}
