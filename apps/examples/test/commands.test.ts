import { execFile, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { root } from "./documents.ts"

// The page of the command line shows commands without their output. A reader has to be able to follow each of them, in a folder
// with the files that it names.
const page = readFileSync(join(root, "apps/cli/README.md"), "utf8")
const lines = [...page.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, code = ""]) => code.trim().split("\n"))
  .filter((line) => line.includes("toolgate") && !line.startsWith("hyperfine"))

const policy =
  'version: 1\nrules: { deny: ["read_file(**/.env)"] }\ntests: [{ call: { tool: read_file, args: { path: .env } }, expect: deny }]\n'
const files = {
  "work/README.md": "# A page\n",
  "work/toolgate.yaml": policy,
  "work/team.yaml": policy,
  "work/project.yaml": policy,
  "work/src/tools.ts": `import { builtins } from "${join(root, "packages/toolgate/src/index.ts")}"\nexport const tools = builtins()\n`,
  "work/agent.py": "",
  "work/agent/main.py": "",
  "other/notes.txt": "",
  "safe/place/other": ""
}

/** The exit status of calls that a person would be asked about, and nobody is there. */
const refused: Readonly<Record<string, number>> = { "call write_file -": 1 }

const lacking = ["bwrap", "jq", "python3"].filter((program) => spawnSync(program, ["--version"]).status !== 0)

describe.skipIf(process.platform === "win32")("the commands of the command line's page", () => {
  it.skipIf(lacking.length > 0)(
    `can be followed${lacking.length > 0 ? `, which needs ${lacking.join(" and ")}` : ""}`,
    { timeout: 120_000 },
    async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-commands-")))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      const statuses = join(folder, "statuses")
      const launcher = `"${process.execPath}" "${join(root, "apps/cli/bin/fresh.cjs")}"`
      mkdirSync(join(folder, "bin"))
      // Recorded here, because the status of a pipeline is that of its last program, which is another one.
      writeFileSync(join(folder, "bin/toolgate"), `#!/bin/sh\n${launcher} "$@"\necho "$? $*" >>"${statuses}"\n`)
      chmodSync(join(folder, "bin/toolgate"), 0o755)
      const env = {
        ...process.env,
        API_KEY: "none",
        PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
        XDG_STATE_HOME: join(folder, "state")
      }
      const run = (line: string) =>
        new Promise<string>((resolve) => {
          const words = line.replaceAll("/safe/place", join(folder, "safe/place"))
          const options = { cwd: join(folder, "work"), env }
          execFile("sh", ["-c", words], options, (_failed, stdout, stderr) => resolve(stdout + stderr)).stdin?.end()
        })
      expect(lines.length).toBeGreaterThan(12)
      const told: Array<string> = []
      for (const line of lines) told.push(`$ ${line}\n${await run(line)}`)
      const ended = readFileSync(statuses, "utf8").trim().split("\n")
      const unexpected = ended.filter((line) => {
        const [, status, words = ""] = /^(\d+) (.*)$/.exec(line) ?? []
        return Number(status) !== (refused[words] ?? 0)
      })
      expect(unexpected, told.join("")).toEqual([])
    }
  )
})
