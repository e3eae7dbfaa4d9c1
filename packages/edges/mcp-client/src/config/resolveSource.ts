import { type ReferenceSources, ReferenceValues } from "@toolgate/local-secrets/references"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { HttpAuthorization, HttpSource, McpServerEntry, StdioSource } from "./McpConfig.ts"

/** A reference in a server's entry has no value. The message names the reference and never contains a value. */
export class ReferenceUnresolved extends Data.TaggedError("ReferenceUnresolved")<{
  readonly message: string
  /** The reference as written in the file. */
  readonly reference: string
}> {}

/** A server's source with its references resolved, and the resolved values. */
export interface ResolvedSource {
  readonly source: StdioSource | HttpSource
  /** The values of the references, to be redacted from all output. */
  readonly secrets: ReadonlyArray<string>
}

/**
 * Resolves the references in a server's source. Each call reads each reference once, so that a changed secret takes
 * effect.
 *
 * ```ts
 * import { parseMcpConfig, resolveSource } from "@toolgate/mcp-client"
 * import * as Effect from "effect/Effect"
 *
 * const text = 'servers: { notes: { command: [notes], env: { TOKEN: "${env:NOTES_TOKEN}" } } }'
 * const { servers } = await Effect.runPromise(parseMcpConfig(text, "mcp.yaml"))
 * for (const entry of servers.values())
 *   console.log(await Effect.runPromise(Effect.flip(resolveSource(entry, { env: {} }))))
 * ```
 */
export const resolveSource = Effect.fnUntraced(function* (
  { name, source }: Pick<McpServerEntry, "name" | "source">,
  sources: Partial<ReferenceSources> = {}
): Effect.fn.Return<ResolvedSource, ReferenceUnresolved> {
  const values = new ReferenceValues(sources)
  const badHeader = (header: string) =>
    new ReferenceUnresolved({
      message: `The server "${name}" cannot be reached, because the value of its header "${header}" has characters that no header can have.`,
      reference: header
    })
  const resolved = (text: string, as?: (value: string) => string) =>
    values.in(text, as).pipe(
      Effect.mapError(
        ({ reference, why }) =>
          new ReferenceUnresolved({
            message: `The server "${name}" cannot start, because its reference "${reference}" has no value: ${why}.`,
            reference
          })
      )
    )
  const record = Effect.fnUntraced(function* (texts: Readonly<Record<string, string>>, isHeaders: boolean) {
    const all: Array<readonly [string, string]> = []
    for (const [key, text] of Object.entries(texts)) {
      const value = yield* resolved(text)
      if (isHeaders && /[^\t\x20-\x7e\x80-\xff]/.test(value)) return yield* badHeader(key)
      all.push([key, value])
    }
    return Object.fromEntries(all)
  })
  if (source.kind === "http") {
    // Encoding keeps the value within its part of the URL.
    const url = yield* resolved(source.url, encodeURIComponent)
    const headers = yield* record(source.headers, true)
    const auth =
      source.auth === undefined ? {} : { auth: { ...source.auth, ...(yield* record(credentials(source.auth), false)) } }
    return { source: { ...source, url, headers, ...auth }, secrets: values.secrets }
  }
  const [program, ...rest] = source.command
  const command: [string, ...Array<string>] = [yield* resolved(program)]
  for (const word of rest) command.push(yield* resolved(word))
  return { source: { ...source, command, env: yield* record(source.env, false) }, secrets: values.secrets }
})

const credentials = ({ clientId, clientSecret, privateKey }: HttpAuthorization): Readonly<Record<string, string>> => ({
  ...(clientId === undefined ? {} : { clientId }),
  ...(clientSecret === undefined ? {} : { clientSecret }),
  ...(privateKey === undefined ? {} : { privateKey })
})
