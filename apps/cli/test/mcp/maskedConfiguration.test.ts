import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const server = fileURLToPath(new URL("../../../../packages/edges/mcp-client/test/programs/files.mjs", import.meta.url))

/** Secrets of every place of a configuration, which no output may show. */
const first = {
  option: "s3cretWord",
  joined: "Banane77!",
  token: `ghp_${"a1B2".repeat(9)}`,
  variable: "hunter2hunter2",
  query: "Zq81kkPw02",
  header: "Kq99ssDD21",
  body: "swordfish9",
  user: "tr0ub4dor"
}

const catalogueOf = (secrets: typeof first) => `tools:
  - name: dump
    description: Dumps a table.
    permission: shell
    side_effects: [system_state]
    parameters: { table: { type: string, required: true } }
    implementation:
      command: [mysqldump, -h, db.internal, "-p${secrets.joined}", --api-key, ${secrets.option}, ${secrets.token}, "https://ada:${secrets.user}@db.internal/", "{table}"]
      env: { DB_PASSWORD: ${secrets.variable} }
  - name: find
    description: Finds words.
    permission: network
    side_effects: [network_access]
    parameters: { words: { type: string, required: true } }
    implementation:
      http:
        method: POST
        url: "https://api.example.org/v1/find?api_key=${secrets.query}&words={words}"
        headers: { X-Api-Key: ${secrets.header}, Authorization: "Bearer \${env:FIND_TOKEN}" }
        body: { password: ${secrets.body}, words: "{words}" }
`

const project = () => {
  const base = folder({ "tools.yaml": catalogueOf(first) })
  const [cwd, state] = [join(base, "work"), join(base, "state")]
  mkdirSync(cwd)
  const run = async (...words: ReadonlyArray<string>) => {
    const known = words[0] === "approvals" || words[0] === "audit" ? [] : ["--catalogue", join(base, "tools.yaml")]
    const { stdout, stderr, status } = await toolgate([...words, ...known], { cwd, env: { XDG_STATE_HOME: state } })
    const shown = `${stdout}${stderr}`
    for (const secret of Object.values(first)) expect(shown).not.toContain(secret)
    return { stdout, stderr, status, shown }
  }
  return { base, run }
}

const tools = [
  ["dump", '{"table":"users"}'],
  ["find", '{"words":"tea"}']
] as const

describe("a secret that is written out in a catalogue", () => {
  it.each(tools)("is masked when %s is listed, shown and explained", async (name, args) => {
    const { run } = project()
    await run("tools")
    await run("tools", "--json")
    for (const words of [
      ["tools", "show", name],
      ["tools", "show", name, "--json"]
    ]) {
      const { stdout, status } = await run(...words)
      expect(status).toBe(0)
      expect(stdout).toContain("[redacted]")
    }
    for (const words of [
      ["policy", "explain", name, args],
      ["policy", "explain", name, args, "--json"]
    ]) {
      const { stdout, status } = await run(...words)
      expect(status).toBe(0)
      expect(stdout).toMatch(/[1-9] parts? masked as \[redacted\]/)
    }
  })

  it("is masked while references and other words stay", async () => {
    const { run } = project()
    const dump = (await run("tools", "show", "dump")).stdout
    for (const shown of ['"-p[redacted]"', '"https://ada:[redacted]@db.internal/"', '"{table}"', '"db.internal"'])
      expect(dump).toContain(shown)
    const find = (await run("tools", "show", "find")).stdout
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference as it is written
    for (const shown of ["?api_key=[redacted]&words={words}", '"Bearer ${env:FIND_TOKEN}"', '"words": "{words}"'])
      expect(find).toContain(shown)
  })

  it.each(tools)(
    "is masked on the card of %s, in lists of requests and in the record, and the call can be judged",
    async (name, args) => {
      const { base, run } = project()
      const deferred = await run("call", name, args, "--defer", "--json")
      const { approvalId } = JSON.parse(deferred.stdout).pending
      const shown = await run("approvals", "show", approvalId)
      expect(shown.stdout).toMatch(/[1-9] parts? masked as \[redacted\]/)
      const { inspectable } = JSON.parse((await run("approvals", "show", approvalId, "--json")).stdout).request
      expect(inspectable).toBe(true)
      await run("approvals", "list")
      await run("approvals", "list", "--json")
      await run("audit", "list", "--json", "--store", join(base, "state/toolgate/store.sqlite"))
    }
  )

  it("is masked in a diff that reports a change, and the approval becomes void", async () => {
    const { base, run } = project()
    for (const [name] of tools) {
      expect((await run("tools", "approve", name)).status).toBe(0)
      expect((await run("tools", "diff", name)).status).toBe(0)
    }
    const rotated = Object.fromEntries(
      Object.entries(first).map(([name, secret]) => [name, `${secret.slice(0, -2)}7x`])
    ) as typeof first
    writeFileSync(join(base, "tools.yaml"), catalogueOf(rotated))
    for (const [name] of tools) {
      const { stdout, status, shown } = await run("tools", "diff", name)
      expect(status).toBe(1)
      expect(stdout).toContain("A masked value has changed.")
      for (const secret of Object.values(rotated)) expect(shown).not.toContain(secret)
    }
  })

  it("is masked in the error and the log of a call that fails", async () => {
    const { base, run } = project()
    writeFileSync(join(base, "policy.yaml"), "version: 1\nrules: { allow: [dump] }\n")
    const { status } = await run(
      "call",
      "dump",
      '{"table":"users"}',
      "--policy",
      join(base, "policy.yaml"),
      "--log-level",
      "trace",
      "--json"
    )
    expect(status).not.toBe(0)
  })
})

describe("a secret that is written out in mcp.yaml", () => {
  it("is masked when a tool of the server is shown", async () => {
    const base = folder()
    const [cwd, config] = [join(base, "work"), join(base, "mcp.yaml")]
    mkdirSync(cwd)
    const command = [process.execPath, server, cwd, `--url=https://ada:${first.user}@db.internal/`, `-k=${first.token}`]
    const env = { DB_PASSWORD: first.variable }
    writeFileSync(config, JSON.stringify({ servers: { files: { command, env, unconfined: true } }, pins: "first" }))
    const name = "mcp__files__read_text_file"
    const commands = [
      ["tools", "show", name],
      ["tools", "show", name, "--json"]
    ]
    for (const words of commands) {
      const { stdout, stderr } = await toolgate([...words, "--config", config], {
        cwd,
        env: { XDG_STATE_HOME: join(base, "state") }
      })
      expect(stdout).toContain(name)
      for (const secret of Object.values(first)) expect(`${stdout}${stderr}`).not.toContain(secret)
    }
  })
})
