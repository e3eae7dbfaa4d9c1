import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const surroundings = () => {
  const cwd = folder()
  mkdirSync(join(cwd, "work"))
  const env = { XDG_STATE_HOME: join(cwd, "state") }
  return { cwd, run: (...words: ReadonlyArray<string>) => toolgate(words, { cwd, env }) }
}

const parseLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const store = "state/toolgate/store.sqlite"

describe("toolgate token", () => {
  it("prints a secret once, on standard output alone, and lists and revokes the token, all of it on record", async () => {
    const { cwd, run } = surroundings()
    const added = await run("token", "add", "ci", "--role", "builder", "--workspace", "work", "--right", "read")
    expect(added.status).toBe(0)
    expect(added.stdout).toMatch(/^tg_[\w-]{43}\n$/)
    const secret = added.stdout.trim()
    const [token] = parseLines((await run("token", "list", "--json")).stdout)
    expect(token).toMatchObject({
      ...{
        name: "ci",
        state: "valid",
        agent: "ci",
        role: "builder",
        rights: ["read"],
        workspaces: [join(cwd, "work")]
      },
      ...{ attributes: {}, revoked_at: null, revoked_by: null }
    })
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(90 * 24 * 3_600_000)
    expect(added.stderr).toBe(
      `toolgate: Token "ci" is added with the rights read, until ${token.expires_at}; its id is ${token.id}. The secret on standard output is not shown again.\n`
    )
    expect((await run("token", "list")).stdout).toBe(
      `${token.id}  valid    ci for ci (builder): read, until ${token.expires_at}\n`
    )
    expect(await run("token", "revoke", "ci")).toEqual({
      status: 0,
      stdout: "",
      stderr: `toolgate: Token "ci" (${token.id}) is revoked.\n`
    })
    expect(await run("token", "revoke", token.id)).toMatchObject({ status: 1, stdout: "" })
    expect((await run("token", "list")).stdout).toMatch(/ {2}revoked {2}ci /)

    const listed = parseLines((await run("audit", "list", "--store", store, "--json")).stdout)
    const by = token.created_by
    const acts = listed.map(({ record }) => record).filter(({ kind }) => kind === "gate.administered")
    const act = { by, from: "command line", subject: "ci", subject_id: token.id }
    expect(acts).toMatchObject([
      { ...act, action: "token.added", details: { role: "builder", rights: ["read"] } },
      { ...act, action: "token.revoked" }
    ])
    expect((await run("audit", "list", "--store", store)).stdout).toContain(
      `  ci (${token.id})  token.added ("command line")\n`
    )
    expect(await run("audit", "verify", "--store", store)).toMatchObject({ status: 0 })
    expect(JSON.stringify(listed)).not.toContain(secret)
  })

  it("accepts what a token allows, and prints it with the secret as JSON", async () => {
    const { run } = surroundings()
    const flags = ["--agent", "bot", "--task", "release", "--on-behalf-of", "ada", "--expires", "never"]
    const more = ["--attribute", "team=blue", "--attribute", "a=b=c", "--right", "call", "--right", "decide", "--json"]
    const { status, stdout, stderr } = await run("token", "add", "ci", ...flags, ...more)
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    const { secret, ...token } = JSON.parse(stdout)
    expect(secret).toMatch(/^tg_/)
    expect(token).toMatchObject({
      ...{ agent: "bot", task: "release", on_behalf_of: "ada", expires_at: null },
      ...{ attributes: { team: "blue", a: "b=c" }, rights: ["call", "decide"] }
    })
    expect(parseLines((await run("token", "list", "--json")).stdout)).toEqual([token])
  })

  it("adds no second valid token with a name, until the first is revoked", async () => {
    const { run } = surroundings()
    await run("token", "add", "my ci")
    expect(await run("token", "add", "my ci")).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("revoke it first: toolgate token revoke 'my ci'\n")
    })
    await run("token", "revoke", "my ci")
    expect((await run("token", "add", "my ci")).status).toBe(0)
  })

  it("lists a token as invalid if its row was changed by hand, and can still revoke it", async () => {
    const { cwd, run } = surroundings()
    await run("token", "add", "ci")
    const db = new DatabaseSync(join(cwd, store))
    db.exec(`update toolgate_tokens set token = replace(token, '"call"', '"administer"')`)
    db.close()
    expect((await run("token", "list")).stdout).toContain("  invalid  ci for ci: administer")
    expect((await run("token", "revoke", "ci")).status).toBe(0)
    expect((await run("token", "list")).stdout).toContain("  revoked  ci")
  })

  it.each([
    [["add"], "NAME is missing"],
    [["add", ""], "choose a name such as ci"],
    [["add", "a\u001b[2J"], "choose another name"],
    [["add", "0123456789abcdef0123456789abcdef"], "must not look like an id"],
    [["add", "ci", "--expires", "0d"], "a time span such as 30m, 12h or 30d, or never"],
    [["add", "ci", "--expires", "soon"], "a time span such as 30m, 12h or 30d, or never"],
    [["add", "ci", "--expires", "999999999d"], "a time span such as 30m, 12h or 30d, or never"],
    [["add", "ci", "--attribute", "=x"], "NAME=VALUE, such as team=blue"],
    [["add", "ci", "--right", "all"], "call, decide, read, administer"],
    [["add", "ci", "--agent", ""], "a name, or leave the flag out"],
    [["add", "ci", "--workspace", "none"], 'The workspace "none" is not a folder'],
    [["add", "ci", "--store", "."], 'To use another store, name it with "--store".'],
    [["list", "--store", "none.sqlite"], 'none.sqlite" does not exist'],
    [["revoke", "ci", "--store", "none.sqlite"], 'none.sqlite" does not exist']
  ])("refuses %j with what to do", async (words, said) => {
    const { run } = surroundings()
    const { status, stdout, stderr } = await run("token", ...words)
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" })
    expect(stderr).toContain(said)
    expect(stderr).not.toContain("\u001b")
  })
})
