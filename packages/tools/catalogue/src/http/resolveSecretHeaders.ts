import { quoted, ToolCancelled, ToolExecutionError } from "@toolgate/core"
import {
  createRedaction,
  type Redaction,
  type ReferenceSources,
  ReferenceValues
} from "@toolgate/local-secrets/references"
import * as Effect from "effect/Effect"
import { isHeaderValue } from "../http-requests.ts"
import type { HeaderTemplate } from "./headerTemplates.ts"

/** The constant headers of a tool with resolved references, and the redaction of these values. */
export interface SecretHeaders {
  readonly headers: Readonly<Record<string, string>>
  readonly redaction: Redaction
}

/**
 * Returns a function that resolves the headers' references once, on its first call. A failure is retried on the next call. Cancelling one
 * call does not affect the others.
 */
export const resolveSecretHeaders = (
  templates: ReadonlyArray<HeaderTemplate>,
  sources: Partial<ReferenceSources>
): ((signal: AbortSignal) => Promise<SecretHeaders>) => {
  let known: Promise<SecretHeaders> | undefined
  return (signal) => {
    known ??= resolved(templates, sources).catch((cause) => {
      known = undefined
      throw cause
    })
    return orAborted(known, signal)
  }
}

const resolved = async (
  templates: ReadonlyArray<HeaderTemplate>,
  sources: Partial<ReferenceSources>
): Promise<SecretHeaders> => {
  const values = new ReferenceValues(sources)
  const headers: Record<string, string> = {}
  for (const template of templates) {
    if (template.kind !== "constant") continue
    const header = quoted(template.name)
    const value = await Effect.runPromise(
      Effect.match(values.in(template.text), {
        onSuccess: (value) => value,
        onFailure: ({ reference, why }) =>
          unmade(`the reference "${reference}" in its header ${header} has no value: ${why}`)
      })
    )
    if (typeof value !== "string") throw value
    if (!isHeaderValue(value)) throw unmade(`the value of its header ${header} has characters that no header can have`)
    headers[template.name] = value
  }
  return { headers, redaction: createRedaction(values.secrets) }
}

const unmade = (why: string) =>
  new ToolExecutionError({ message: `The request was not made, because ${why}.`, executed: "no" })

const orAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> => {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new ToolCancelled({ message: "The request was not made yet.", executed: "no" }))
  signal.addEventListener("abort", abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener("abort", abort))
}
