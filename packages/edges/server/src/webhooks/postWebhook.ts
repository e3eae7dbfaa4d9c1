import { createCheckedConnect, HttpFault, type Lookup, send } from "@toolgate/catalogue/http-requests"
import type { OpenEndpoint } from "./OpenEndpoint.ts"
import { refuseForWebhook } from "./refuseForWebhook.ts"

/** The end of an attempt. `gone`: the receiver wants no more messages. */
export type PostOutcome =
  | { readonly outcome: "delivered" }
  | { readonly outcome: "gone" }
  | { readonly outcome: "failed"; readonly why: string }

/** A message of one attempt. */
export interface PostedMessage {
  readonly id: string
  readonly body: string
  readonly at: Date
}

/** Posts a message once, without following redirects. Rejects only if `signal` is aborted. */
export const postWebhook = async (
  endpoint: OpenEndpoint,
  { id, body, at }: PostedMessage,
  { signal, timeoutMs, lookup }: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly lookup?: Lookup }
): Promise<PostOutcome> => {
  const { url, server, allowPrivate } = endpoint
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const { status } = await send(
      {
        method: "POST",
        url: server,
        target: `${url.pathname}${url.search}`,
        headers: {
          "content-type": "application/json",
          "user-agent": "toolgate",
          ...endpoint.sign(id, body, at)
        },
        body
      },
      {
        signal: AbortSignal.any([signal, late]),
        mostBytes: mostAnswerBytes,
        tooLong: "cut",
        connect: createCheckedConnect(refuseForWebhook(allowPrivate), lookup)
      }
    )
    if (status >= 200 && status < 300) return { outcome: "delivered" }
    return status === 410 ? { outcome: "gone" } : { outcome: "failed", why: `It answered with status ${status}.` }
  } catch (cause) {
    signal.throwIfAborted()
    if (late.aborted) return { outcome: "failed", why: `It did not answer within ${timeoutMs} ms.` }
    return { outcome: "failed", why: cause instanceof HttpFault ? cause.message : "The request could not be made." }
  }
}

/** Only the status of an answer counts. */
const mostAnswerBytes = 1_024
