import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { join } from "node:path"
import { tryHostAttacks } from "@toolgate/testing/hostile"
import { describe, expect, it } from "vitest"
import { refuseInside } from "../src/authorization/addressZone.ts"
import { SignInFile } from "../src/authorization/SignInFile.ts"
import { signIn } from "../src/sign-in.ts"
import { listen, type Misbehaviour, openAuthorized } from "./authorizationServer.ts"
import { browse } from "./browse.ts"
import { folder, httpServer, openServers, textOf } from "./openServers.ts"

/** Signs in at a misbehaving server. Returns the error message, and whether anything was stored. */
const attempt = async (wrong: Misbehaviour = {}, show: (page: URL) => unknown = browse) => {
  const server = await openAuthorized(wrong)
  const at = join(folder(), "sign-ins")
  const entry = httpServer("web", { url: server.url, headers: {} })
  const signal = new AbortController().signal
  const done = signIn({ entry, folder: at, version: "1", scopes: [], show: (page) => void show(page), signal })
  const message = await done.then(
    () => "signed in",
    (fault: Error) => fault.message
  )
  const kept = existsSync(at) && readdirSync(at).some((name) => name.endsWith(".json"))
  return { message, kept, seen: server.seen }
}

const metadataPath = "/.well-known/oauth-authorization-server"

/** Replaces the authorization server's answer for one path. */
const at = (path: string, answer: (response: ServerResponse) => unknown): Misbehaviour => ({
  atIssuer: (asked, response) => {
    if (asked !== path) return false
    answer(response)
    return true
  }
})

describe("the redirect that ends a sign-in", () => {
  it("is ignored with another state, path, method or host", async () => {
    const statuses: Array<number> = []
    const { message } = await attempt({}, async (page) => {
      const right = new URL(page.searchParams.get("redirect_uri") ?? "")
      const state = page.searchParams.get("state")
      const forged = async (path: string, init?: RequestInit) =>
        statuses.push((await fetch(new URL(path, right), init)).status)
      await forged("/callback?code=x&state=guessed")
      await forged("/callback?code=x")
      await forged(`/callback?code=x&state=${state}&state=other`)
      await forged(`/other?code=x&state=${state}`)
      await forged(`/callback?code=x&state=${state}`, { method: "POST" })
      await forged(`//localhost:${right.port}/callback?code=x&state=${state}`)
      await browse(page)
    })
    expect([statuses, message]).toEqual([[400, 400, 400, 400, 400, 400], "signed in"])
  })

  it("is accepted once: the port is closed afterwards", async () => {
    let redirect = ""
    await attempt({}, async (page) => {
      redirect = page.searchParams.get("redirect_uri") ?? ""
      await browse(page)
    })
    await expect(fetch(redirect)).rejects.toThrow("fetch failed")
  })

  it.each([
    ["another issuer", (right: Record<string, string>) => ({ ...right, iss: "https://evil.example" })],
    ["no issuer, where one was promised", ({ code = "", state = "" }: Record<string, string>) => ({ code, state })],
    [
      "an error of another issuer",
      ({ state = "" }: Record<string, string>) => ({ state, iss: "https://evil.example", error: "\u001b[2Jevil" })
    ]
  ])("is refused with %s, before anything is sent for it", async (_, answer) => {
    const { message, kept, seen } = await attempt({ answer })
    expect([message, kept]).toEqual(["The answer to the sign-in came from another authorization server.", false])
    expect(seen).not.toContain("POST /token")
  })

  it("gives no token for a code that was issued for another sign-in", async () => {
    let stolen = ""
    const { message, kept } = await attempt({ answer: (right) => ({ ...right, code: stolen }) }, async (page) => {
      // An attacker's sign-in: the same page with another challenge.
      const theirs = new URL(page)
      theirs.searchParams.set("code_challenge", "x".repeat(43))
      const location = (await fetch(theirs, { redirect: "manual" })).headers.get("location") ?? ""
      stolen = new URL(location).searchParams.get("code") ?? ""
      await browse(page)
    })
    expect([message, kept]).toEqual(["Its authorization server refused: invalid_grant.", false])
  })
})

describe("the metadata of a server and its authorization server", () => {
  const long = (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json" })
    const piece = " ".repeat(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(piece));
      response.once("drain", more)
    }
    more()
  }
  const html = (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "application/json" }).end("<html>\u001b[2J</html>")

  it.each<[string, Misbehaviour, string]>([
    [
      "that do not end",
      at(metadataPath, long),
      "Its authorization server failed. It sent an answer of more than 262144 bytes."
    ],
    ["that are HTML", at(metadataPath, html), "Its authorization server returned an invalid answer."],
    [
      "of another issuer",
      { metadata: { issuer: "https://evil.example" } },
      "The metadata of its authorization server describe another issuer."
    ],
    [
      "of another resource",
      { resource: { resource: "https://evil.example/mcp" } },
      "It describes the authorization of another server."
    ],
    [
      "without PKCE",
      { metadata: { code_challenge_methods_supported: ["plain"] } },
      "Its authorization server has no PKCE with S256."
    ],
    [
      "with a page that is no page",
      { metadata: { authorization_endpoint: "ftp://127.0.0.1/" } },
      "Its authorization address does not use https."
    ],
    [
      "with a page without https",
      { metadata: { authorization_endpoint: "http://evil.example/" } },
      "Its authorization address does not use https."
    ],
    [
      "with tokens without https",
      { metadata: { token_endpoint: "http://evil.example/token" } },
      "Its authorization server does not use https."
    ],
    [
      "with a registration on this link",
      { metadata: { registration_endpoint: "https://169.254.169.254/" } },
      "It names a link address for its authorization, further inside the network than the server itself. It was refused."
    ],
    [
      "with a registration that fails",
      at("/register", (response) => response.writeHead(418).end("\u001b[2J")),
      'Its authorization server refused to register a client (HTTP status 418). Register a client there, and set its "client_id" under "auth".'
    ],
    ["with tokens that are HTML", at("/token", html), "Its authorization server returned an invalid answer."],
    [
      "with an error of its own",
      at("/token", (response) => response.writeHead(400).end('{"error":"\\u001b[2J"}')),
      "Its authorization server refused: an error with a non-standard code."
    ]
  ])("are refused %s", async (_, wrong, why) => {
    const { message, kept } = await attempt(wrong)
    expect([message, kept]).toEqual([why, false])
  })

  it("cannot move the code or the client to another origin", async () => {
    const seen: Array<string> = []
    const elsewhere = await listen((request, response) => {
      seen.push(request.url ?? "")
      response.writeHead(404).end()
    })
    for (const path of ["/token", "/register", metadataPath]) {
      const { message } = await attempt(
        at(path, (response) => response.writeHead(307, { location: `${elsewhere}${path}` }).end())
      )
      expect(message).not.toBe("signed in")
    }
    expect(seen).toEqual([])
  })

  it("are also used by a registered client, whose secret and tokens are redacted", async () => {
    const { url, issuer, seen, expire } = await openAuthorized()
    const auth = { grant: "client_credentials", clientId: "gate", clientSecret: "s3cret-value", issuer } as const
    const gate = await openServers([httpServer("web", { url, headers: {}, auth })])
    expect((await gate.status("web")).state).toBe("connected")
    expire()
    expect(textOf(await gate.call("mcp__web__echo"))).toBe("It was Bearer [REDACTED].")
    expect(seen.filter((one) => one === "POST /token")).toHaveLength(2)
  })

  it("cannot replace the issuer of the entry", async () => {
    const { url } = await openAuthorized()
    const gate = await openServers([
      httpServer("web", {
        url,
        headers: {},
        auth: {
          grant: "client_credentials",
          clientId: "gate",
          clientSecret: "s3cret-value",
          issuer: "https://ours.example"
        }
      })
    ])
    expect((await gate.status("web")).why).toBe('It does not accept tokens from the "issuer" in its entry.')
  })
})

describe("an address of a server's authorization", () => {
  const judged = (target: string, server: string) =>
    refuseInside(new URL(target), new URL(server)).then(
      () => "allowed",
      (fault: Error) => fault.message
    )

  tryHostAttacks({ describe, it }, async (url) => (await judged(url, "https://8.8.8.8/mcp")) !== "allowed")

  it.each([
    ["https://169.254.169.254/", "https://10.0.0.1/mcp"],
    ["https://169.254.169.254/", "http://127.0.0.1/mcp"],
    ["https://0.0.0.0/", "http://127.0.0.1/mcp"],
    ["https://localhost/", "https://10.0.0.1/mcp"],
    ["http://127.0.0.1/", "https://8.8.8.8/mcp"],
    ["http://8.8.4.4/", "http://127.0.0.1/mcp"],
    ["http://8.8.8.8/", "http://8.8.8.8/mcp"],
    ["file:///etc/passwd", "http://127.0.0.1/mcp"]
  ])("%s is refused from %s", async (target, server) => {
    expect(await judged(target, server)).toMatch(/It was refused\.$|does not use https\.$/)
  })

  it.each([
    ["https://8.8.4.4/", "https://8.8.8.8/mcp"],
    ["https://10.0.0.2/", "https://10.0.0.1/mcp"],
    ["https://8.8.8.8/", "https://10.0.0.1/mcp"],
    ["http://127.0.0.1:1/", "http://localhost:2/mcp"]
  ])("%s is taken from %s", async (target, server) => {
    expect(await judged(target, server)).toBe("allowed")
  })
})

describe("the file of a sign-in", () => {
  it("is not read through a link, and a truncated one is invalid", async () => {
    const [at, url] = [folder(), new URL("https://a.example/mcp")]
    const file = new SignInFile(at, "web", url)
    writeFileSync(join(at, "other"), "{}")
    symlinkSync(join(at, "other"), file.path)
    await expect(file.read()).rejects.toThrow("because its file is a link")
    await file.remove()
    writeFileSync(file.path, '{"version":1,"issuer":', { mode: 0o600 })
    expect(await file.read()).toBeUndefined()
    expect(new SignInFile(at, "web", new URL("https://a.example/other")).path).not.toBe(file.path)
  })
})
