import { watch } from "node:fs"
import { makeFolder } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import type { HttpSource } from "../config/McpConfig.ts"
import type { McpSdk } from "../upstream/Connection.ts"
import type { AccessTokens } from "./AccessTokens.ts"
import { authorizationFetch } from "./authorizationFetch.ts"
import { machineTokens } from "./machineTokens.ts"
import { SignInFile } from "./SignInFile.ts"
import { storedTokens } from "./storedTokens.ts"

/** The sign-ins that a gate uses. It never makes one: that takes a person, and a page in a browser. */
export interface SignIns {
  /** The folder in which they are kept. */
  readonly folder: string
  /** Returns the command by which a person signs in at a server, with these further scopes. */
  readonly command: (server: string, scopes: ReadonlyArray<string>) => string
}

/** Returns the access tokens for a server; `undefined` if it gets none but the headers of its entry. */
export const accessTokens = (
  sdk: McpSdk,
  server: string,
  { url: text, headers, auth }: HttpSource,
  signIns: SignIns | undefined
): AccessTokens | undefined => {
  const url = new URL(text)
  const fetchFn = authorizationFetch(url)
  if (auth?.grant === "client_credentials") return machineTokens(sdk, url, auth, fetchFn)
  if (signIns === undefined || isAuthorized(headers)) return undefined
  const file = new SignInFile(signIns.folder, server, url)
  return storedTokens(sdk, { auth, file, fetchFn, command: (scopes) => signIns.command(server, scopes) })
}

/** Whether headers have a token of their own. */
export const isAuthorized = (headers: HttpSource["headers"]): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === "authorization")

/** Settles when a sign-in at a server is written, by whichever process. */
export const signedIn = ({ folder }: SignIns, server: string): Effect.Effect<void> =>
  Effect.tryPromise(() => makeFolder(folder)).pipe(
    Effect.andThen(
      Effect.callback<void>((resume) => {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name?.startsWith(`${server}-`) && name.endsWith(".json")) resume(Effect.void)
        })
        watcher.on("error", () => watcher.close())
        return Effect.sync(() => watcher.close())
      })
    ),
    // What cannot be watched is looked at with the next attempt.
    Effect.catch(() => Effect.never),
    Effect.catchDefect(() => Effect.never)
  )
