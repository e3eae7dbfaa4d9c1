import type { McpSdk } from "../upstream/Connection.ts"
import type { AccessTokens } from "./AccessTokens.ts"

/**
 * Returns a `fetch` that adds an access token to each request, and retries a refused request once with a new token. If
 * the server wants more scopes, the request is not retried: a person decides about more rights.
 */
export const createAuthorizedFetch =
  (sdk: McpSdk, tokens: AccessTokens, base: typeof fetch): typeof fetch =>
  async (input, init) => {
    const send = (token: string | undefined) => {
      const headers = new Headers(init?.headers)
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
      return base(input, { ...init, headers })
    }
    const token = await tokens.current()
    let response = await send(token)
    if (response.status === 401) {
      const { resourceMetadataUrl, scope } = sdk.extractWWWAuthenticateParams(response)
      await response.body?.cancel()
      response = await send(await tokens.instead(token, { resourceMetadataUrl, scope }))
      if (response.status === 401) throw await without(response, tokens.refused())
    }
    if (response.status === 403) {
      const { error, scope } = sdk.extractWWWAuthenticateParams(response)
      if (error === "insufficient_scope") throw await without(response, tokens.wanting(scopesIn(scope)))
    }
    return response
  }

const without = async <A>(response: Response, fault: A): Promise<A> => {
  await response.body?.cancel()
  return fault
}

/** Returns the valid scopes in a text from a server. */
const scopesIn = (text: string | undefined): ReadonlyArray<string> =>
  [...new Set((text ?? "").split(" "))].filter((scope) => scopePattern.test(scope)).slice(0, 50)

// A scope appears in a command that people copy, so no character may have a meaning in a shell.
const scopePattern = /^[\w:./@+=,-]{1,200}$/
