import { ReferenceValues } from "@toolgate/local-secrets/references"
import type { WebhookEndpoint } from "@toolgate/server"
import type { WebhookSettings } from "@toolgate/server/settings"
import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"

/** Reads the secrets of webhooks. Fails if a reference has no value. */
export const readWebhooks = (
  webhooks: ReadonlyArray<WebhookSettings>
): Effect.Effect<ReadonlyArray<WebhookEndpoint>, WrongUse> => {
  const values = new ReferenceValues()
  return Effect.forEach(webhooks, (webhook) =>
    Effect.map(values.in(webhook.secret), (secret) => ({ ...webhook, secret })).pipe(
      Effect.mapError(({ reference, why }) => {
        const { origin } = new URL(webhook.url)
        return new WrongUse({
          message: `The webhook for ${origin} cannot be used, because its reference "${reference}" has no value: ${why}.`
        })
      })
    )
  )
}
