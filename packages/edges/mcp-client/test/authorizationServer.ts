// A server that needs a token, and its authorization server, on two ports of this machine.
import { createHash, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server"
import { onTestFinished } from "vitest"

/** Deviations from the protocol for a test. A handler that returns true has sent the answer. */
export interface Misbehaviour {
  /** Replacements for metadata fields. */
  readonly resource?: object
  readonly metadata?: object
  readonly atIssuer?: (path: string, response: ServerResponse, request: IncomingMessage) => boolean
  readonly atServer?: (response: ServerResponse, request: IncomingMessage) => boolean
  /** Settles before a request to the authorization server is answered. */
  readonly before?: (path: string) => Promise<void>
  /** Replaces the parameters of the redirect to the browser. */
  readonly answer?: (right: Record<string, string>) => Record<string, string>
  /** The lifetime of an access token, in seconds. */
  readonly lifetime?: number
  /** Whether the server issues refresh tokens. */
  readonly renews?: boolean
  /** The scope that calls need. */
  readonly callScope?: string
}

export const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const piece of request) text += piece
  return text
}

export const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))

/** Starts both servers, until the test ends. */
export const openAuthorized = async (wrong: Misbehaviour = {}) => {
  const seen: Array<string> = []
  const clients = new Map<string, { readonly redirectUri: string }>()
  const codes = new Map<string, URLSearchParams>()
  const access = new Map<string, { readonly scope: string; readonly endsAt: number }>()
  const refresh = new Map<string, string>()
  let registrations = 0

  const given = (scope: string) => {
    const [token, next] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    const lifetime = wrong.lifetime ?? 3600
    access.set(token, { scope, endsAt: Date.now() + 1000 * lifetime })
    refresh.set(next, scope)
    return { access_token: token, refresh_token: next, token_type: "Bearer", expires_in: lifetime, scope }
  }

  const token = (body: URLSearchParams, response: ServerResponse) => {
    if (body.get("grant_type") === "client_credentials") return json(response, given(body.get("scope") ?? ""))
    if (body.get("grant_type") === "refresh_token") {
      const scope = wrong.renews === false ? undefined : refresh.get(body.get("refresh_token") ?? "")
      // A refresh token is valid once.
      refresh.delete(body.get("refresh_token") ?? "")
      return scope === undefined ? json(response, { error: "invalid_grant" }, 400) : json(response, given(scope))
    }
    const asked = codes.get(body.get("code") ?? "")
    codes.delete(body.get("code") ?? "")
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url")
    const isRight =
      asked?.get("code_challenge") === challenge &&
      asked.get("redirect_uri") === body.get("redirect_uri") &&
      asked.get("resource") === body.get("resource")
    return isRight ? json(response, given(asked?.get("scope") ?? "")) : json(response, { error: "invalid_grant" }, 400)
  }

  const issuer = await listen(async (request, response) => {
    const url = new URL(request.url ?? "", issuer)
    seen.push(`${request.method} ${url.pathname}`)
    if (wrong.atIssuer?.(url.pathname, response, request) === true) return
    if (url.pathname === "/.well-known/oauth-authorization-server")
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        revocation_endpoint: `${issuer}/revoke`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
        authorization_response_iss_parameter_supported: true,
        ...wrong.metadata
      })
    if (url.pathname === "/register") {
      const asked = JSON.parse(await bodyOf(request))
      const id = `client-${++registrations}`
      clients.set(id, { redirectUri: asked.redirect_uris[0] })
      return json(response, { ...asked, client_id: id }, 201)
    }
    if (url.pathname === "/authorize") {
      const code = randomUUID()
      codes.set(code, url.searchParams)
      const right = { code, state: url.searchParams.get("state") ?? "", iss: issuer }
      const location = `${url.searchParams.get("redirect_uri")}?${new URLSearchParams(wrong.answer?.(right) ?? right)}`
      return response.writeHead(302, { location }).end()
    }
    const body = new URLSearchParams(await bodyOf(request))
    await wrong.before?.(url.pathname)
    if (url.pathname === "/token") return token(body, response)
    if (url.pathname === "/revoke") {
      access.delete(body.get("token") ?? "")
      refresh.delete(body.get("token") ?? "")
      return response.writeHead(200).end()
    }
    return response.writeHead(404).end()
  })

  const schema = fromJsonSchema<object>({ type: "object" })
  const handler = toNodeHandler(
    createMcpHandler(({ requestInfo }) => {
      const server = new McpServer({ name: "authorized", version: "1" })
      server.registerTool("echo", { description: "Echoes the token.", inputSchema: schema }, async () => ({
        content: [{ type: "text", text: `It was ${requestInfo?.headers.get("authorization")}.` }]
      }))
      return server
    })
  )
  const origin = await listen((request, response) => {
    if (wrong.atServer?.(response, request) === true) return
    if (request.url === "/.well-known/oauth-protected-resource/mcp")
      return json(response, {
        resource: `${origin}/mcp`,
        authorization_servers: [issuer],
        scopes_supported: ["read"],
        ...wrong.resource
      })
    if (request.url !== "/mcp") return response.writeHead(404).end()
    const held = access.get(request.headers.authorization?.replace("Bearer ", "") ?? "")
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
    if (held === undefined || held.endsAt < Date.now())
      return response.writeHead(401, { "www-authenticate": `Bearer ${metadata}` }).end()
    const isCall = request.headers["mcp-method"] === "tools/call"
    if (isCall && wrong.callScope !== undefined && !held.scope.split(" ").includes(wrong.callScope))
      return response
        .writeHead(403, { "www-authenticate": `Bearer error="insufficient_scope", scope="${wrong.callScope}"` })
        .end()
    return void handler(request as never, response)
  })

  return {
    url: `${origin}/mcp`,
    issuer,
    /** The requests to the authorization server. */
    seen,
    /** Invalidates every access token. */
    expire: () => access.clear(),
    isKnown: (token: string) => access.has(token) || refresh.has(token)
  }
}
