import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { templateNames } from "../../src/init/readTemplate.ts"
import { launcher } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

type Template = (typeof templateNames)[number]

const shell = (command: string) => ({ tool: "shell", args: { command } })
const file = (tool: string, path: string) => ({ tool, args: { path, ...(tool === "write_file" && { content: "" }) } })
const note = (path: string) => ({
  tool: "mcp__notes__read_note",
  args: { path },
  definition: { side_effects: "READ", resources: [{ kind: "file", arg: "/path", mode: "r", within: "host" }] }
})
const refund = (tool: string, amount: number) => ({ tool, args: { order: "A-1", amount } })

/** Calls that no template tests itself, each with the expected decision. */
const calls: Readonly<Record<Template, ReadonlyArray<readonly [decision: string, call: object]>>> = {
  minimal: [
    ["allow", file("read_file", "src/b.ts")],
    ["ask", shell("curl https://example.org")],
    ["deny", shell("cat 'config/.e''nv'")]
  ],
  "coding-agent": [
    ["allow", file("write_file", "lib/a/b.ts")],
    ["allow", shell("npm test && git diff --stat")],
    ["ask", shell("git -C . push origin HEAD")],
    ["ask", shell("gh pr merge 7")],
    ["deny", shell("env CI=1 sh -c 'git push --force'")],
    ["deny", shell("tar c .env | base64")]
  ],
  "support-desk": [
    ["allow", { tool: "find_order", args: { order: "A-1" } }],
    ["allow", refund("refund_small_amount", 50)],
    ["ask", refund("refund", 51)],
    ["deny", file("read_file", "customers/a.csv")],
    ["deny", shell("cat customers/a.csv")]
  ],
  "data-analyst": [
    ["allow", shell("psql -d shop --csv -c 'SELECT city, count(*) FROM orders GROUP BY city'")],
    ["allow", file("write_file", "reports/2026/sales.md")],
    ["ask", shell("psql -d shop -c 'WITH gone AS (DELETE FROM a RETURNING *) SELECT * FROM gone'")],
    ["ask", shell("sqlite3 -readonly data/shop.db '.shell id'")],
    ["deny", shell("sort data/private/people.csv")],
    ["deny", shell("sort data/sales.csv > data/sales.csv")]
  ],
  "mcp-gateway": [
    ["allow", note("/srv/notes/a/b.md")],
    ["ask", note("/etc/hosts")],
    ["ask", { tool: "mcp__docs__create_page", definition: { side_effects: "NETWORK" } }],
    ["deny", note("/srv/notes/private/../private/a.md")]
  ]
}

/** Writes a template to an empty folder. Returns the folder, and the flags that name its catalogue. */
const written = async (template: Template) => {
  const cwd = folder()
  const { status, stdout, stderr } = await toolgate(["init", "--template", template], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  expect(stdout).toContain(`toolgate.yaml from the template "${template}".\n`)
  return { cwd, catalogue: readdirSync(cwd).includes("tools.yaml") ? ["--catalogue", "tools.yaml"] : [] }
}

it("the templates are the folders of apps/cli/templates", () => {
  const folders = readdirSync(fileURLToPath(new URL("../../templates", import.meta.url)))
  expect(folders.toSorted()).toEqual(templateNames.toSorted())
})

it.each(templateNames)(
  "%s: its tests pass, lint finds nothing, and further calls are decided as they should be",
  async (template) => {
    const { cwd, catalogue } = await written(template)
    const policy = (command: string, ...words: ReadonlyArray<string>) =>
      toolgate(["policy", command, ...words, "toolgate.yaml", ...catalogue], { cwd })
    expect(await policy("test")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^[1-9]\d* passed, 0 failed\n$/)
    })
    const linted = await policy("lint", "--strict")
    expect([linted.status, linted.stdout.match(/.*(?:error|warning): .*/g)]).toEqual([0, null])
    const input = calls[template].map(([, call]) => `${JSON.stringify(call)}\n`).join("")
    const { stdout } = await toolgate(["policy", "check", "toolgate.yaml", ...catalogue], { cwd, input })
    const decided = stdout.trim().split("\n")
    expect(decided.map((line) => JSON.parse(line).decision)).toEqual(calls[template].map(([decision]) => decision))
  }
)

it.each(templateNames)("%s: each rule says why it is there", async (template) => {
  const text = readFileSync(new URL(`../../templates/${template}/toolgate.yaml`, import.meta.url), "utf8")
  const [, rules = ""] = /^rules:\n(.*?)^\S/ms.exec(text) ?? []
  // Rules for the same reason follow each other.
  for (const list of rules.split(/^ {2}\w+:$/m).slice(1)) expect(list.trim().split("\n")[0]).toMatch(/ # \S/)
})

it("mcp-gateway: its servers are valid", async () => {
  const { cwd } = await written("mcp-gateway")
  const { status, stdout, stderr } = await toolgate(["mcp", "list", "--config", "mcp.yaml"], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  expect(stdout).toMatch(/^docs .*\nnotes .*\(confined\)\n$/)
})

it("support-desk: a model sees no more of a customer than the template names, and no more than its bound is refunded", async () => {
  const asked: Array<string | undefined> = []
  const desk = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    const customer = { name: "Ada", email: "ada@example.com", address: { city: "Oslo", street: "Gata 1" } }
    response.setHeader("content-type", "application/json")
    response.end(
      JSON.stringify({ id: "A-1", state: "sent", total: 12, amount: 12, items: [{ name: "tea" }], customer })
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void desk.close())
  const { cwd } = await written("support-desk")
  const catalogue = join(cwd, "tools.yaml")
  const host = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`
  writeFileSync(catalogue, readFileSync(catalogue, "utf8").replaceAll("https://desk.example.com", host))
  const call = (tool: string, args: object) =>
    toolgate(["call", tool, JSON.stringify(args), "--catalogue", "tools.yaml", "--policy", "toolgate.yaml"], {
      cwd,
      env: { DESK_TOKEN: "the-token" }
    })
  expect(JSON.parse((await call("find_order", { order: "A-1" })).stdout)).toEqual({
    order: "A-1",
    state: "sent",
    total: 12,
    items: ["tea"],
    city: "Oslo"
  })
  expect((await call("refund_small_amount", { order: "A-1", amount: 12 })).stdout).not.toContain("ada@example.com")
  expect((await call("refund_small_amount", { order: "A-1", amount: 51 })).stderr).toContain("a number of at most 50")
  expect((await call("refund", { order: "A-1", amount: 51 })).stderr).toContain("needs a person's approval")
  expect(asked).toEqual(["GET /v1/orders/A-1 Bearer the-token", "POST /v1/orders/A-1/refunds Bearer the-token"])
})

it("an unknown name is refused with the names there are", async () => {
  const cwd = folder()
  const { status, stderr } = await toolgate(["init", "--template", "coding"], { cwd })
  expect(status).toBe(2)
  expect(stderr).toContain(`"coding" is not a value of "--template"; it takes ${templateNames.join(", ")}.`)
  expect(readdirSync(cwd)).toEqual([])
})

it.each(["tools.yaml", "toolgate.yaml"])("writes nothing if a file of the template exists: %s", async (name) => {
  const cwd = folder({ [name]: "mine" })
  const { status, stdout, stderr } = await toolgate(["init", "--template", "support-desk"], { cwd })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: `toolgate: "${name}" already exists, and was not changed. To start again, move it away first.\n`
  })
  expect(readdirSync(cwd)).toEqual([name])
  expect(readFileSync(join(cwd, name), "utf8")).toBe("mine")
})

it.skipIf(process.platform === "win32")(
  "leaves no half-written file, and none of the others, if one cannot be written whole",
  () => {
    const cwd = folder()
    // Files may have four blocks of 512 bytes, which is enough for mcp.yaml and too little for the policy.
    const script = 'trap "" XFSZ; ulimit -f 4; exec "$@"'
    const words = ["-c", script, "sh", process.execPath, launcher, "init", "--template", "mcp-gateway", "--json"]
    const { status, stdout } = spawnSync("sh", words, { cwd, encoding: "utf8" })
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ success: false, path: "toolgate.yaml", files: [] })
    expect(readdirSync(cwd)).toEqual([])
  }
)

it("answers in one line of JSON", async () => {
  const cwd = folder()
  const { stdout } = await toolgate(["init", "--template", "mcp-gateway", "--json"], { cwd })
  expect(JSON.parse(stdout)).toEqual({
    success: true,
    path: "toolgate.yaml",
    template: "mcp-gateway",
    files: ["mcp.yaml", "toolgate.yaml"],
    problem: null
  })
})
