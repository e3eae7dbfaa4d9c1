import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { listSignedInServers, signIn, signOut } from "../src/sign-in.ts"
import { type Misbehaviour, openAuthorized } from "./authorizationServer.ts"
import { browse } from "./browse.ts"
import { folder, httpServer, openServers, textOf } from "./openServers.ts"

/** Starts a server, and the actions of a person. */
const open = async (wrong?: Misbehaviour) => {
  const server = await openAuthorized(wrong)
  const at = join(folder(), "sign-ins")
  const entry = httpServer("web", { url: server.url, headers: {} })
  const login = (show: (page: URL) => void = (page) => void browse(page), scopes: ReadonlyArray<string> = []) =>
    signIn({ entry, folder: at, version: "1.0.0", scopes, show, signal: new AbortController().signal })
  const files = () => (existsSync(at) ? readdirSync(at) : [])
  return {
    ...server,
    entry,
    at,
    login,
    logout: () => signOut({ entry, folder: at }),
    files,
    path: () => join(at, files()[0] ?? ""),
    kept: () => JSON.parse(readFileSync(join(at, files()[0] ?? ""), "utf8")),
    gate: (url = server.url) =>
      openServers([httpServer("web", { url, headers: {} })], {
        signIns: { folder: at, command: (name, scopes) => ["login", name, ...scopes].join(" ") }
      })
  }
}

describe("a sign-in", () => {
  it("is requested by the gate, used for calls, and redacted from answers", async () => {
    const { gate, login, seen } = await open()
    const opened = await gate()
    expect(await opened.status("web")).toMatchObject({
      state: "needs sign-in",
      why: 'It requires a sign-in. Run "login web".',
      tools: []
    })
    expect(seen).toEqual([])
    expect(await login()).toEqual(["read"])
    await opened.until(() => opened.registry.has("mcp__web__echo"))
    expect(textOf(await opened.call("mcp__web__echo"))).toBe("It was Bearer [REDACTED].")
    expect(opened.logs.join("\n")).not.toMatch(/access-|refresh-/)
  })

  it("is stored for this user and this URL only", async () => {
    const { gate, login, path, at } = await open()
    await login()
    expect([statSync(path()).mode & 0o777, statSync(at).mode & 0o777]).toEqual([0o600, 0o700])
    expect(await listSignedInServers(at)).toEqual(new Set(["web"]))
    expect((await (await gate()).status("web")).state).toBe("connected")
    const elsewhere = await openAuthorized()
    expect((await (await gate(elsewhere.url)).status("web")).state).toBe("needs sign-in")
  })

  it("is replaced if other users can read its file", async () => {
    const { gate, login, path } = await open()
    await login()
    chmodSync(path(), 0o640)
    const opened = await gate()
    const { state, why } = await opened.status("web")
    expect([state, why]).toEqual([
      "needs sign-in",
      `Its sign-in is ignored, because other users can read ${path()}. Run "login web".`
    ])
    await login()
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    await opened.until(async () => (await opened.status("web")).state === "connected")
  })

  it("is renewed once for many calls when the server refuses its token", async () => {
    const { gate, login, expire, seen, kept } = await open()
    await login()
    const opened = await gate()
    expire()
    const before = kept().refreshToken
    const calls = await Promise.all(Array.from({ length: 8 }, () => opened.call("mcp__web__echo")))
    expect(calls.map(({ success }) => success)).toEqual(Array(8).fill(true))
    expect(seen.filter((one) => one === "POST /token")).toHaveLength(2)
    expect(kept().refreshToken).not.toBe(before)
  })

  it("is renewed before its token expires", async () => {
    const refused: Array<string> = []
    const { gate, login, seen } = await open({
      lifetime: 20,
      atServer: (_, { headers }) => {
        if (headers.authorization === undefined) refused.push("without a token")
        return false
      }
    })
    await login()
    refused.length = 0
    expect((await (await gate()).status("web")).state).toBe("connected")
    expect(seen.filter((one) => one === "POST /token").length).toBeGreaterThan(1)
    expect(refused).toEqual([])
  })

  it("ends when it cannot be renewed, and the call reports that it was not made", async () => {
    const { gate, login, expire, files } = await open({ renews: false })
    await login()
    const opened = await gate()
    expire()
    expect((await opened.call("mcp__web__echo")).error?.message).toBe(
      'The call of "echo" at the MCP server "web" was not made. Its sign-in is over. Run "login web".'
    )
    expect(files()).toEqual([])
    await opened.until(async () => (await opened.status("web")).state === "needs sign-in")
  })

  it("gets no additional scopes by itself: the call names the missing scopes", async () => {
    const { gate, login, seen } = await open({ callScope: "write" })
    await login()
    const opened = await gate()
    expect((await opened.call("mcp__web__echo")).error?.message).toBe(
      'The call of "echo" at the MCP server "web" was not made. It needs a sign-in with additional scopes. Run "login web write".'
    )
    expect(seen.filter((one) => one === "GET /authorize")).toHaveLength(1)
    expect(await login(undefined, ["write"])).toEqual(["read", "write"])
    expect((await opened.call("mcp__web__echo")).success).toBe(true)
  })

  it("shows no scope with characters that a shell interprets", async () => {
    const { gate, login } = await open({ callScope: "$(reboot)" })
    await login()
    expect((await (await gate()).call("mcp__web__echo")).error?.message).toContain(
      "It needs a sign-in with additional scopes, but does not name them."
    )
  })

  it("is not renewed at another authorization server", async () => {
    const wrong: { metadata?: object } = {}
    const { gate, login, expire, seen } = await open(wrong)
    await login()
    const opened = await gate()
    wrong.metadata = { issuer: "https://other.example" }
    expire()
    expect((await opened.call("mcp__web__echo")).error?.message).toContain(
      "The metadata of its authorization server describe another issuer."
    )
    expect(seen.filter((one) => one === "POST /token")).toHaveLength(1)
  })

  it("ends with revoked and deleted tokens", async () => {
    const { login, logout, kept, isKnown, files } = await open()
    expect(await logout()).toBeUndefined()
    await login()
    const { accessToken, refreshToken } = kept()
    expect(await logout()).toEqual({ revoked: true })
    expect([isKnown(accessToken), isKnown(refreshToken), files()]).toEqual([false, false, []])
  })

  it("is deleted even if the revocation fails", async () => {
    const { login, logout, files } = await open({ metadata: { revocation_endpoint: undefined } })
    await login()
    expect(await logout()).toEqual({
      revoked: false,
      why: "Its authorization server does not support revoking tokens."
    })
    expect(files()).toEqual([])
  })
})
