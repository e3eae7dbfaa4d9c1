import { watch } from "node:fs"
import { makeFolder } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import type { HttpSource } from "../config/McpConfig.ts"
import type { McpSdk } from "../upstream/Connection.ts"
import type { AccessTokens } from "./AccessTokens.ts"
import { createAuthorizationFetch } from "./createAuthorizationFetch.ts"
import { createMachineTokens } from "./createMachineTokens.ts"
import { createStoredTokens } from "./createStoredTokens.ts"
import { SignInFile } from "./SignInFile.ts"

/** The sign-ins that a gate uses. The gate never signs in by itself: that takes a person and a browser. */
export interface SignIns {
  /** The folder that contains the sign-ins. */
  readonly folder: string
  /** Returns the command with which a person signs in at a server, with these additional scopes. */
  readonly command: (server: string, scopes: ReadonlyArray<string>) => string
}

/** Returns the access tokens for a server; `undefined` if the headers in its entry are its only authorization. */
export const createAccessTokens = (
  sdk: McpSdk,
  server: string,
  { url: text, headers, auth }: HttpSource,
  signIns: SignIns | undefined
): AccessTokens | undefined => {
  const url = new URL(text)
  const fetchFn = createAuthorizationFetch(url)
  if (auth?.grant === "client_credentials") return createMachineTokens(sdk, url, auth, fetchFn)
  if (signIns === undefined || isAuthorized(headers)) return undefined
  const file = new SignInFile(signIns.folder, server, url)
  return createStoredTokens(sdk, { auth, file, fetchFn, command: (scopes) => signIns.command(server, scopes) })
}

/** Whether the headers already contain an authorization. */
export const isAuthorized = (headers: HttpSource["headers"]): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === "authorization")

/** Settles when any process writes a sign-in for the server. */
export const waitForSignIn = ({ folder }: SignIns, server: string): Effect.Effect<void> =>
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
    // If the folder cannot be watched, the next attempt to connect reads the sign-in.
    Effect.catch(() => Effect.never),
    Effect.catchDefect(() => Effect.never)
  )
