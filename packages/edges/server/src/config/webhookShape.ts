import { referringText, splitReferences } from "@toolgate/local-secrets/references"
import { flag, listOf, oneOf, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import { findUrlFault } from "../webhooks/findUrlFault.ts"
import { webhookEvents } from "../webhooks/WebhookEndpoint.ts"
import { readPublicUrl } from "../webhooks/writeLink.ts"
import type { WebhookSettings } from "./ServerSettings.ts"

const url = textOf<string>("a URL", (text, { node }, reading) => {
  const fault = findUrlFault(text, true)
  return fault === undefined ? text : reading.fault(node.at, () => toClause(fault))
})

// The file of settings is copied and shown to others.
const secret = textOf<string>(`a reference to a secret, as in "\${env:NAME}"`, (text, entry, reading) => {
  if (referringText.read(entry, reading) === undefined) return undefined
  const parts = splitReferences(text)
  return Array.isArray(parts) && parts.some((part) => typeof part !== "string")
    ? text
    : reading.fault(entry.node.at, () => `a secret must be a reference, as in "\${env:NAME}" or "\${file:/path}"`)
})

/** The shape of a receiver of webhooks. */
export const webhook: Shape<WebhookSettings> = recordOf(
  "a webhook",
  {
    url: { shape: url, description: "The address of the receiver.", absent: undefined },
    secret: {
      shape: secret,
      description: 'A reference to the secret that signs messages: "whsec_" and 24 to 64 bytes in base64.',
      absent: undefined
    },
    events: {
      shape: listOf("a list of events", oneOf("event", webhookEvents)),
      description: "The events that are reported.",
      absent: "all events"
    },
    allowPrivate: {
      shape: flag,
      description: "Whether the receiver may have a private or loopback address, and be reached by http.",
      absent: "false"
    }
  },
  ({ url = "", secret = "", events, allowPrivate = false }, at, reading) => {
    const fault = findUrlFault(url, allowPrivate)
    if (fault !== undefined) return reading.fault(at, () => toClause(fault))
    return { url, secret, allowPrivate, ...(events === undefined ? {} : { events }) }
  }
)

/** The shape of the address under which people reach a server. */
export const publicUrl: Shape<string> = textOf("a URL", (text, { node }, reading) => {
  try {
    readPublicUrl(text)
    return text
  } catch (cause) {
    return reading.fault(node.at, () => toClause((cause as TypeError).message))
  }
})

/** Faults of files begin in lower case, and end without a full stop. */
const toClause = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, "")
