import { readFileSync } from "node:fs"
import type { OpenServer } from "@toolgate/server"
import type { ServerSettings } from "@toolgate/server/settings"
import * as Effect from "effect/Effect"
import type { ConfiguredGate } from "toolgate/config"
import { getUserName } from "../getUserName.ts"
import { Screen } from "../Screen.ts"

/** A running server, with the parts that are read again. */
export interface Reloadable {
  readonly server: Pick<OpenServer, "reloadPolicy" | "renewCertificate">
  readonly gate: Pick<ConfiguredGate, "plugins">
  readonly settings: Pick<ServerSettings, "tls">
}

/**
 * Reads the policy with the catalogues, the plugins and the certificate of a running server again. A file that does not load
 * leaves the old one in force, and is reported.
 */
export const reloadServer = Effect.fnUntraced(function* ({ server, gate, settings: { tls } }: Reloadable) {
  const { notice } = yield* Screen
  const attempt = <A>(what: string, load: () => Promise<A>) =>
    Effect.tryPromise({ try: load, catch: explain }).pipe(
      Effect.tapError((why) =>
        notice(`toolgate: The ${what} was not reloaded, and the old one stays in force:\n${why}\n`)
      ),
      Effect.option
    )
  const policy = yield* attempt("policy", () => server.reloadPolicy({ name: getUserName(), from: "SIGHUP" }))
  if (policy._tag === "Some" && policy.value !== undefined) {
    const { digest, before } = policy.value
    yield* notice(`toolgate: The policy was reloaded${digest === before ? ", and is the same" : ""}.\n`)
  }
  const plugins = yield* Effect.promise(() => gate.plugins.reloadChanged())
  if (plugins.count > 0) yield* notice(`toolgate: Plugins reloaded: ${plugins.count}.\n`)
  for (const { source, message } of plugins.problems) yield* notice(`toolgate: ${source}: ${message}.\n`)
  if (tls === undefined) return
  const renewed = yield* attempt("certificate", async () => server.renewCertificate(readCertificate(tls)))
  if (renewed._tag === "Some") yield* notice("toolgate: The certificate was reloaded.\n")
})

/** Reads the files of a certificate. Throws if one cannot be read. */
export const readCertificate = ({ certificate, key }: NonNullable<ServerSettings["tls"]>) => ({
  certificate: readFileSync(certificate),
  key: readFileSync(key)
})

const explain = (cause: unknown): string => {
  if (cause instanceof Error) return cause.message
  const isProblem = typeof cause === "object" && cause !== null && "detail" in cause
  return String(isProblem ? cause.detail : cause)
}
