import { chmodSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Misbehaviour, openAuthorized } from "../../../../packages/edges/mcp-client/test/authorizationServer.ts"
import { ended, start, toolgateProcess } from "../commandLine.ts"
import { folder } from "../folder.ts"

/** A browser that does at once what the page says, under the name by which a desktop opens one. */
const browser = `#!${process.execPath}\nfetch(process.argv[2]).then((page) => page.text())\n`

const there = async (wrong?: Misbehaviour) => {
  const server = await openAuthorized(wrong)
  const at = folder({ "mcp.yaml": `servers: { web: { url: ${server.url} } }`, "xdg-open": browser, open: browser })
  for (const name of ["xdg-open", "open"]) chmodSync(join(at, name), 0o755)
  const surroundings = { cwd: at, env: { XDG_STATE_HOME: folder(), PATH: `${at}:${process.env.PATH}` } }
  const mcp = (...args: ReadonlyArray<string>) =>
    toolgateProcess(["mcp", ...args, "--config", "mcp.yaml"], surroundings)
  return { ...server, at, surroundings, mcp }
}

describe("toolgate mcp login", () => {
  it("signs in through the browser without showing a token, and logout revokes it", async () => {
    const { mcp, at, url, issuer, seen } = await there()
    const done = await mcp("login", "web")
    expect({ ...done, stderr: done.stderr.replace(/\?\S+/, "?…") }).toEqual({
      status: 0,
      stdout: 'You are signed in to "web", with the scopes read.\n',
      stderr: `toolgate: Sign in at ${issuer}/authorize?…\n`
    })
    expect((await mcp("list")).stdout).toBe(`web  ${url}  (signed in)\n`)
    expect((await mcp("logout", "web")).stdout).toBe('You are signed out of "web".\n')
    expect(seen.filter((one) => one === "POST /revoke")).toHaveLength(2)
    expect((await mcp("list")).stdout).toBe(`web  ${url}\n`)
    expect((await mcp("logout", "web")).stdout).toBe('You were not signed in to "web".\n')
    await mcp("login", "web")
    expect((await mcp("remove", "web")).status).toBe(0)
    expect(seen.filter((one) => one === "POST /revoke")).toHaveLength(4)
    writeFileSync(join(at, "mcp.yaml"), `servers: { web: { url: ${url}, headers: { Authorization: x } } }`)
    expect(await mcp("login", "web")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Its entry has the header "Authorization"')
    })
    expect((await mcp("login", "wep")).stderr).toContain('Did you mean "web"?')
  })

  it("signs in when a served gate waits for it", async () => {
    const { mcp, surroundings } = await there()
    const gate = start(["mcp", "serve", "--config", "mcp.yaml"], surroundings.cwd, surroundings.env)
    onTestFinished(() => void gate.kill())
    const whole = ended(gate)
    const heard = (stream: "stdout" | "stderr", text: string) =>
      new Promise<void>((resolve) => {
        let all = ""
        gate[stream].on("data", (piece) => {
          all += piece
          if (all.includes(text)) resolve()
        })
      })
    await heard("stderr", `Run "toolgate mcp login web --config ${join(surroundings.cwd, "mcp.yaml")}".`)
    const ask = (id: number, method: string, params: object) =>
      gate.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    const changed = heard("stdout", "notifications/tools/list_changed")
    ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } })
    await heard("stdout", '"id":1')
    gate.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    expect((await mcp("login", "web")).status).toBe(0)
    await changed
    const listed = heard("stdout", "mcp__web__echo")
    ask(2, "tools/list", {})
    await listed
    gate.stdin.end()
    const { stdout, stderr } = await whole
    expect(stdout + stderr).not.toMatch(/access-|refresh-/)
  })

  it("is not used by a gate with calls that could read it", async () => {
    const { mcp, surroundings } = await there()
    expect((await mcp("login", "web")).status).toBe(0)
    const workspace = surroundings.env.XDG_STATE_HOME
    const [store, key] = [join(folder(), "store.sqlite"), join(folder(), "key")]
    // A gate makes a key if it is given none.
    await mcp("serve", "--workspace", folder())
    renameSync(join(workspace, "toolgate", "store.key"), key)
    const apart = ["--store", store, "--store-key", `file:${key}`]
    const words = ["mcp", "serve", "--config", "mcp.yaml", ...apart, "--workspace", workspace]
    const gate = start(words, surroundings.cwd, surroundings.env)
    onTestFinished(() => void gate.kill())
    const whole = ended(gate)
    let printed = ""
    gate.stderr.on("data", (piece) => {
      printed += piece
    })
    await expect.poll(() => printed).toContain("It answered with the HTTP status 401.")
    gate.stdin.end()
    expect((await whole).stderr).toContain(
      "Sign-ins at MCP servers are ignored, because calls in the workspace could read"
    )
  })

  it("reports a refusal of the authorization server without control characters", async () => {
    const { mcp } = await there({
      answer: ({ state = "", iss = "" }) => ({ state, iss, error: "access_denied", error_description: "\u001b[2JNo." })
    })
    const { status, stderr } = await mcp("login", "web")
    expect(status).toBe(1)
    expect(stderr).toContain('Its authorization server refused: "access_denied", "\\u001b[2JNo.".')
  })
})
