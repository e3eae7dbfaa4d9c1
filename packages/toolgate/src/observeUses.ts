import type { DispatchContext, ObservedUse } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HostedTools } from "./hosted/HostedTools.ts"

/** Records a provider's report. Rejects if it is not a list, or if the records may be lost. */
export const observeUses = async (
  services: Context.Context<HostedTools>,
  provider: string,
  uses: Iterable<ObservedUse>,
  context: DispatchContext
): Promise<void> => {
  if (typeof provider !== "string" || provider === "")
    throw new TypeError('Cannot observe the uses: pass the name of the provider, as in observe("openai", uses).')
  const { observe } = Context.get(services, HostedTools)
  const lost = await Effect.runPromiseWith(services)(
    Effect.match(observe(provider, uses, context), {
      onFailure: ({ message }) => message,
      onSuccess: () => undefined
    })
  )
  if (lost !== undefined) throw new Error(lost)
}
