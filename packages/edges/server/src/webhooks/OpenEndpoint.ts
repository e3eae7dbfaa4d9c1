import { createHash } from "node:crypto"
import { getPort } from "@toolgate/catalogue/http-requests"
import type { WebhookDelivery } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { Webhook } from "standardwebhooks"
import { findUrlFault } from "./findUrlFault.ts"
import { type WebhookEndpoint, type WebhookEvent, webhookEvents } from "./WebhookEndpoint.ts"

/** An endpoint with valid options. It seals messages for the queue, and signs them for the receiver. */
export class OpenEndpoint {
  /** The digest of the URL. */
  readonly id: string
  readonly url: URL
  readonly events: ReadonlySet<WebhookEvent>
  readonly allowPrivate: boolean
  private readonly signer: Webhook
  private readonly key: SecretKey

  /** Throws a `TypeError` for invalid options, whose message does not contain the secret. */
  constructor({ url, secret, events = webhookEvents, allowPrivate = false }: WebhookEndpoint) {
    this.url = readUrl(url, allowPrivate)
    const bytes = readSecret(secret, this.url.origin)
    for (const event of events)
      if (!webhookEvents.includes(event))
        throw new TypeError(`The webhook for ${this.url.origin} has the unknown event "${event}".`)
    this.id = createHash("sha256").update(this.url.href).digest("hex")
    this.events = new Set(events)
    this.allowPrivate = allowPrivate
    this.signer = new Webhook(secret)
    this.key = new SecretKey(createHash("sha256").update("toolgate webhooks ").update(bytes).digest())
  }

  /** The server's address for a request. */
  get server() {
    const { protocol, hostname } = this.url
    return { scheme: protocol as "http:" | "https:", host: hostname, port: getPort(this.url) }
  }

  /** Seals a message, so that nobody can read or make one with access to the store alone. */
  seal(id: string, body: string, keepMs: number): WebhookDelivery {
    return { id, endpoint: this.id, sealed: this.key.seal(body, ["webhook", this.id, id]), keepMs }
  }

  /** Returns the message of a delivery; `undefined` if another secret sealed it, or if it was changed. */
  open({ id, sealed }: Pick<WebhookDelivery, "id" | "sealed">): string | undefined {
    return this.key.open(sealed, ["webhook", this.id, id])
  }

  /** Returns the headers of one attempt. */
  sign(id: string, body: string, at: Date): Readonly<Record<string, string>> {
    return {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": this.signer.sign(id, at, body)
    }
  }
}

const readUrl = (text: string, allowPrivate: boolean): URL => {
  const fault = findUrlFault(text, allowPrivate)
  if (fault !== undefined) throw new TypeError(fault)
  const url = new URL(text)
  url.hash = ""
  return url
}

const readSecret = (secret: string, origin: string): Buffer => {
  const [, text = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const bytes = Buffer.from(text, "base64")
  if (bytes.length < 24 || bytes.length > 64 || bytes.toString("base64") !== text)
    throw new TypeError(`The secret of the webhook for ${origin} must be "whsec_" and 24 to 64 bytes in base64.`)
  return bytes
}
