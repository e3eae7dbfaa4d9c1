import { spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { root } from "./documents.ts"

/** A page with commands but without output. A reader has to be able to run each of them. */
interface Page {
  readonly path: string
  /** The programs that its commands need for this test. */
  readonly needs: ReadonlyArray<string>
  /** The files that its commands name, by path. Commands run in the folder `work`, with the home folder `home`. */
  readonly files: Readonly<Record<string, string>>
  /** Replacements for parts of its commands in the test. */
  readonly instead: (folder: string) => ReadonlyArray<readonly [RegExp, string]>
  /** The expected exit statuses other than 0, by the start of a command, such as for an unanswered question. */
  readonly statuses: Readonly<Record<string, number>>
}

const policy =
  'version: 1\nrules: { deny: ["read_file(**/.env)"] }\ntests: [{ call: { tool: read_file, args: { path: .env } }, expect: deny }]\n'

const commandLine: Page = {
  path: "apps/cli/README.md",
  needs: ["bwrap", "jq", "python3"],
  files: {
    "work/README.md": "# A page\n",
    "work/toolgate.yaml": policy,
    "work/team.yaml": policy,
    "work/project.yaml": policy,
    "work/src/tools.ts": `import { builtins } from "${join(root, "packages/toolgate/src/index.ts")}"\nexport const tools = builtins()\n`,
    "work/agent.py": "",
    "work/agent/main.py": "",
    "other/notes.txt": "",
    "safe/place/other": ""
  },
  instead: (folder) => [[/\/safe\/place/g, join(folder, "safe/place")]],
  statuses: { "call write_file -": 1 }
}

const remote = (name: string) =>
  JSON.stringify({ mcpServers: { [name]: { type: "http", url: "http://127.0.0.1:9/mcp" } } })

const mcp: Page = {
  path: "docs/mcp.md",
  needs: ["bwrap"],
  files: {
    "home/notes/todo.md": "",
    "home/.claude.json": remote("wiki"),
    "work/.mcp.json": remote("tickets"),
    "work/ci.token": "0123456789abcdef-ci",
    // A local stand-in for the published server's tools.
    "bin/npm": [
      "#!/bin/sh",
      'package="$3/node_modules/@modelcontextprotocol/server-filesystem"',
      'mkdir -p "$package"',
      `cp "${join(root, "packages/edges/mcp-client/test/programs/files.mjs")}" "$package/index.mjs"`,
      `echo '{ "version": "1.0.0", "bin": "index.mjs" }' >"$package/package.json"\n`
    ].join("\n")
  },
  instead: (folder) => [
    // A user's files are in the system's home folder, regardless of HOME.
    [/toolgate (mcp (?!install|serve)\w+|tools \w+)/, `toolgate $1 --config ${join(folder, "mcp.yaml")}`],
    [
      /toolgate mcp install/,
      `toolgate mcp install --servers ${join(folder, "mcp.yaml")} --config ${join(folder, "home/.claude.json")}`
    ],
    [/https:\/\/mcp\.linear\.app\/mcp/, "http://127.0.0.1:9/mcp"],
    [/--http 7333/, "--http 0"]
  ],
  statuses: { "mcp login": 1, "mcp install": 2, "tools diff": 1 }
}

const linesOf = ({ path }: Page): ReadonlyArray<string> =>
  [...readFileSync(join(root, path), "utf8").matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, code = ""]) => code.trim().split("\n"))
    .filter((line) => line.includes("toolgate") && !line.startsWith("hyperfine"))

/** Runs a line in a shell, and returns its output. Ends a server once it has printed its address. */
const ran = (line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", line], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true })
    const serves = line.includes("mcp serve")
    let printed = ""
    const take = (text: string) => {
      printed += text
      if (serves && /http:\/\/127\.0\.0\.1:\d+\/mcp/.test(printed) && child.pid !== undefined)
        process.kill(-child.pid, "SIGTERM")
    }
    child.stdout.setEncoding("utf8").on("data", take)
    child.stderr.setEncoding("utf8").on("data", take)
    child.on("error", reject).on("close", () => resolve(printed))
  })

describe.skipIf(process.platform === "win32")("the commands of a page", () => {
  for (const page of [commandLine, mcp]) {
    const lacking = page.needs.filter((program) => spawnSync(program, ["--version"]).status !== 0)
    const without = lacking.length > 0 ? `, which needs ${lacking.join(" and ")}` : ""
    it.skipIf(lacking.length > 0)(`can be followed: ${page.path}${without}`, async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-commands-")))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const statuses = join(folder, "statuses")
      const launcher = `"${process.execPath}" "${join(root, "apps/cli/bin/fresh.cjs")}"`
      const files = {
        ...page.files,
        // Recorded here, because a pipeline has the status of its last program.
        "bin/toolgate": `#!/bin/sh\n${launcher} "$@"\necho "$? $*" >>"${statuses}"\n`
      }
      for (const [name, text] of Object.entries(files)) {
        const path = join(folder, name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
        if (name.startsWith("bin/")) chmodSync(path, 0o755)
      }
      const env = {
        ...process.env,
        API_KEY: "none",
        EDITOR_TOKEN: "0123456789abcdef-editor",
        HOME: join(folder, "home"),
        PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
        XDG_CONFIG_HOME: join(folder, "home/.config"),
        XDG_STATE_HOME: join(folder, "state")
      }
      const lines = linesOf(page)
      expect(lines.length).toBeGreaterThan(9)
      const told: Array<string> = []
      for (const line of lines) {
        const words = page.instead(folder).reduce((text, [one, other]) => text.replace(one, other), line)
        told.push(`$ ${line}\n${await ran(words, join(folder, "work"), env)}`)
      }
      const ended = readFileSync(statuses, "utf8").trim().split("\n")
      const unexpected = ended.filter((line) => {
        const [, status, words = ""] = /^(\d+) (.*)$/.exec(line) ?? []
        const [, wanted = 0] = Object.entries(page.statuses).find(([begin]) => words.startsWith(begin)) ?? []
        return Number(status) !== wanted
      })
      expect(unexpected, told.join("")).toEqual([])
    })
  }
})
