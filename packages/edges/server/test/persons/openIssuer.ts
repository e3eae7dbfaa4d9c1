import { createServer, type ServerResponse } from "node:http"
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import { onTestFinished } from "vitest"
import type { OidcOptions } from "../../src/index.ts"

/** Makes a key pair, the JWK of its public half, and a function that signs claims with it. */
export const makeSigner = async (kid: string, alg = "ES256") => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid }
  const sign = (claims: JWTPayload, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey)
  return { jwk, sign, privateKey, publicKey }
}

/** The claims of a person, in seconds of now. */
export const claimsOf = (further: Record<string, unknown> = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1_000)
  return {
    iss: issuer,
    aud: "toolgate",
    sub: "u-1",
    email: "ada@example.com",
    groups: ["on-call"],
    iat: now,
    exp: now + 60,
    ...further
  }
}

export const issuer = "https://login.example.com"

/** The options for an issuer with these keys. */
export const optionsFor = (jwks: OidcOptions["jwks"]): OidcOptions => ({
  issuer,
  audience: "toolgate",
  jwks,
  nameClaim: "email",
  roles: {
    claim: ["groups"],
    grants: [
      { value: "on-call", rights: ["decide", "read"] },
      { value: "builders", role: "coder", rights: ["call"] }
    ]
  }
})

/** Starts the HTTP server of an issuer. `answer` may be changed at any time. */
export const startIssuer = async (keys: ReadonlyArray<object>) => {
  const state: { asked: number; answer: (response: ServerResponse) => void } = {
    asked: 0,
    answer: (response) => void response.end(JSON.stringify({ keys }))
  }
  const server = createServer((_, response) => {
    state.asked += 1
    state.answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { readonly port: number }
  return Object.assign(state, { url: new URL(`http://127.0.0.1:${port}/keys`) })
}
