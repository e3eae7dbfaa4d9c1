import { isHeaderValue } from "@toolgate/catalogue/http-requests"
import { ToolExecutionError } from "@toolgate/core"
import type { Redaction } from "@toolgate/local-secrets/references"
import { rejectOnAbort } from "@toolgate/toolbox-base"

/** A server's key, and the redaction that removes it from the server's texts. */
export interface SecretKey {
  readonly headers: Readonly<Record<string, string>>
  readonly redaction: Redaction
}

/**
 * Returns a function that resolves a key's reference on the first call and caches it, but retries after a failure.
 * Cancelling one call does not affect others that wait.
 */
export const createKeyReader = (reference: string): ((signal: AbortSignal) => Promise<SecretKey>) => {
  let known: Promise<SecretKey> | undefined
  return (signal) => {
    known ??= read(reference).catch((cause) => {
      known = undefined
      throw cause
    })
    return rejectOnAbort(known, signal)
  }
}

const read = async (reference: string): Promise<SecretKey> => {
  // Loaded with the first key, because most programs need none.
  const [{ ReferenceValues, createRedaction }, { match, runPromise }] = await Promise.all([
    import("@toolgate/local-secrets/references"),
    import("effect/Effect")
  ])
  const values = new ReferenceValues()
  const found = await runPromise(
    match(values.in(reference), {
      onSuccess: (key) => ({ key }),
      onFailure: ({ reference, why }) => ({ why: `the reference "${reference}" has no value: ${why}` })
    })
  )
  if ("why" in found) throw unread(found.why)
  if (!isHeaderValue(found.key)) throw unread("it has characters that no header can have")
  return { headers: { Authorization: `Bearer ${found.key}` }, redaction: createRedaction(values.secrets) }
}

const unread = (why: string) =>
  new ToolExecutionError({
    message: `The key of the embeddings cannot be used, because ${why}. The operator must set it, or change "key" in the settings of the embeddings.`,
    executed: "no"
  })
