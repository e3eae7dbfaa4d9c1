// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in a configuration
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const secret = ["hunter22", "Ab9", "xQ"].join("")

const listed = async (servers: object, ...flags: ReadonlyArray<string>) => {
  const config = join(folder(), "mcp.yaml")
  writeFileSync(config, `servers: ${JSON.stringify(servers)}\n`)
  return toolgate(["mcp", "list", "--config", config, ...flags], { cwd: folder(), env: { XDG_STATE_HOME: folder() } })
}

/** Servers with a secret in each place where an entry can have one. */
const servers = {
  a: { command: ["srv", "--api-key", secret], unconfined: true },
  b: { command: ["srv", `--token=${secret}`, "-p", "8080"], unconfined: true },
  c: { command: ["srv", `postgres://ada:${secret}@db.internal/shop`], unconfined: true },
  d: { command: ["curl", "-H", `Authorization: Bearer ${secret}`, "https://a.example"], unconfined: true },
  e: { command: ["sh", "-c", `mysql -uroot -p${secret}`], unconfined: true },
  f: { command: ["srv"], env: { DB: secret }, unconfined: true },
  g: { url: `https://a.example/mcp?api_key=${secret}` },
  i: { url: "https://a.example/mcp", headers: { "X-Key": secret } }
}

describe("toolgate mcp list", () => {
  it.each([[], ["--json"]])(
    "shows no secret of a command, a URL, a variable or a header, with flags %j",
    async (...flags) => {
      const { status, stdout, stderr } = await listed(servers, ...flags)
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
      expect(stdout).not.toContain(secret)
      for (const shown of [
        "--api-key",
        "--token=[redacted]",
        "postgres://ada:[redacted]@db.internal/shop",
        "-uroot -p[redacted]",
        "api_key=[redacted]"
      ])
        expect(stdout).toContain(shown)
    }
  )

  it("lists the servers beside an invalid one, and names it with the reason", async () => {
    const broken = { ...servers, bad: { command: ["srv"], netwrok: "none", env: { DB: secret } } }
    const { status, stdout, stderr } = await listed(broken)
    expect(status).toBe(1)
    expect(stdout.split("\n").length).toBe(9)
    expect(stderr).toMatch(/^toolgate: The server "bad" is left out:\n {2}.*mcp\.yaml:1:\d+: unknown key "netwrok"/)
    expect(stderr).not.toContain(secret)
    const { leftOut } = JSON.parse((await listed(broken, "--json")).stdout)
    expect(leftOut).toEqual([expect.objectContaining({ what: "server", name: "bad" })])
  })

  it("shows references, and ordinary words as they are", async () => {
    const command = ["srv", "--api-key", "${env:KEY}", "--root", "/srv/notes", "--token", "${file:/run/token}"]
    const { stdout } = await listed({ a: { command, unconfined: true }, b: { url: "https://a.example/mcp?page=2" } })
    expect(stdout).toBe(
      'a  srv --api-key "${env:KEY}" --root /srv/notes --token "${file:/run/token}"  (unconfined)\nb  https://a.example/mcp?page=2\n'
    )
  })
})
