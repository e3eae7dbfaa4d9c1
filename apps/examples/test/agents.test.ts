import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, readAuditLog, verifyAuditLog } from "@toolgate/audit"
import { isNight } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { root } from "./documents.ts"

const folder = join(root, "apps/examples/agents")
const launcher = join(root, "apps/cli/bin/fresh.cjs")

const canRun = (program: string) => spawnSync(program, ["--version"]).status === 0

const agents = [
  {
    language: "Python",
    isHere: canRun("python3"),
    command: ["python3", join(folder, "agent.py"), "report"],
    byDay: "confined",
    name: "report",
    from: "mony.sh",
    to: "money.sh"
  },
  {
    language: "TypeScript",
    isHere: true,
    command: [process.execPath, "--conditions=@toolgate/source", join(folder, "agent.ts"), "invoice"],
    // At a terminal, this agent is confined.
    byDay: "not confined",
    name: "invoice",
    from: "vat_.sh",
    to: "vat.sh"
  }
]

/** Copies the shop with a secret, and names a folder for the audit log. */
const fresh = () => {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-agents-")))
  cpSync(join(folder, "shop"), join(made, "shop"), { recursive: true })
  writeFileSync(join(made, "shop/.env"), "TOKEN=hunter2\n")
  return { shop: join(made, "shop"), audit: join(made, "audit") }
}

const superviseWords = ({ shop, audit }: ReturnType<typeof fresh>, flags: ReadonlyArray<string>) => [
  ...["supervise", "--workspace", shop, "--policy", join(folder, "policy.yaml"), "--audit", audit],
  ...flags
]

/** Collects a process's output until it ends. Calls `onText` with all output so far. */
const ended = async (child: ChildProcessWithoutNullStreams, onText: (text: string) => void = () => {}) => {
  const said = { stdout: "", stderr: "" }
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text
      onText(said[stream])
    })
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve))
  return { status, ...said }
}

/** Lists the recorded calls with their outcomes. */
const recorded = async (audit: string) => {
  const calls: Array<string> = []
  for await (const { record } of readAuditLog(folderSource(audit)))
    if (record !== undefined && "tool" in record) calls.push(`${record.kind.replace("tool.call.", "")} ${record.tool}`)
  return calls
}

const callsOf = (written: ReadonlyArray<string>) => [
  ...["dispatched shell", "failed shell"],
  ...["list_dir", "read_file", "patch_file", "shell"].flatMap((tool) => [`dispatched ${tool}`, `completed ${tool}`]),
  "denied read_file",
  ...written
]

const confined = ["--confined", "--see", root, "--see", process.execPath]

it("the policy of the agents passes its tests", async () => {
  const child = spawn(process.execPath, [launcher, "policy", "test", join(folder, "policy.yaml")])
  expect(await ended(child)).toMatchObject({ status: 0, stdout: "9 passed, 0 failed\n" })
})

const needsBubblewrap = "skipped without bubblewrap (bwrap)"
describe.skipIf(!canRun("bwrap"))(`an agent of the examples, supervised (${needsBubblewrap})`, () => {
  describe.each(agents)("in $language", ({ isHere, command, byDay, name, from, to }) => {
    const ways = [
      ["confined", confined],
      ["not confined", []]
    ] as const
    it.skipIf(!isHere).each(ways.filter(([how]) => isNight || how === byDay))(
      "repairs the script, and is refused forbidden calls: %s",
      async (_how, flags) => {
        const parts = fresh()
        const child = spawn(process.execPath, [launcher, ...superviseWords(parts, flags), "--", ...command])
        child.stdin.end()
        const { status, stdout, stderr } = await ended(child)

        expect(status).toBe(0)
        expect(stdout).toContain(`src/${name}.sh: failed\n`)
        expect(stdout).toContain("-> Replaced the text at line")
        expect(stdout).toContain(`-> src/${name}.sh: as expected\n`)
        expect(stdout).toContain('-> fs_denied: Permission denied: The rule "read_file(**/.env)" denies the path.\n')
        expect(stdout).toContain(
          '-> permission_denied: Tool "write_file" needs a person\'s approval, but this gate cannot ask one'
        )
        expect(stderr).toContain("toolgate: 7 calls: 4 allowed, 2 denied, 1 failed.\n")

        const before = readFileSync(join(folder, `shop/src/${name}.sh`), "utf8")
        expect(readFileSync(join(parts.shop, `src/${name}.sh`), "utf8")).toBe(before.replace(from, to))
        expect(readdirSync(parts.shop).toSorted()).toEqual([".env", "check.sh", "expected", "src"])

        expect(await recorded(parts.audit)).toEqual(callsOf(["denied write_file"]))
        expect(await verifyAuditLog(folderSource(parts.audit))).toMatchObject({ problems: [], lost: 0, torn: [] })
        const files = readdirSync(parts.audit).filter((file) => file.endsWith(".ndjson"))
        for (const file of files) expect(readFileSync(join(parts.audit, file), "utf8")).not.toContain("hunter2")
      }
    )
  })

  const script = "/usr/bin/script"
  it.skipIf(!existsSync(script))(
    "does what a person allows at a terminal (skipped without util-linux script)",
    async () => {
      const parts = fresh()
      const [, { command }] = agents as [unknown, (typeof agents)[number]]
      const words = [process.execPath, launcher, ...superviseWords(parts, confined), "--", ...command]
      const child = spawn(script, ["-qec", words.map((word) => `'${word}'`).join(" "), "/dev/null"])
      let isAsked = false
      const { status, stdout } = await ended(child, (text) => {
        if (isAsked || !text.includes("Allow it?")) return
        isAsked = true
        child.stdin.write("y\n")
      })

      expect(status).toBe(0)
      expect(stdout).toContain("approved by a person")
      expect(readFileSync(join(parts.shop, "changes/invoice.md"), "utf8")).toBe(
        "src/invoice.sh sources what is there.\n"
      )
      expect(await recorded(parts.audit)).toEqual(callsOf(["dispatched write_file", "completed write_file"]))
    }
  )
})
