import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { listBlocks, root } from "./documents.ts"

const isInReadme = ({ document }: { readonly document: string }) => document === "README.md"
const launcher = `"${process.execPath}" "${join(root, "apps/cli/bin/fresh.cjs")}"`

/** Runs a line of the README in a temporary folder instead of /tmp, and without the package manager in front. */
const run = (line: string, temporary: string): Promise<{ readonly status: number | null; readonly said: string }> =>
  new Promise((resolve) => {
    const plain = line.replaceAll("/tmp/", `${temporary}/`).replaceAll("npx -y pnpm@12 toolgate", launcher)
    const env = { ...process.env, XDG_STATE_HOME: join(temporary, "state") }
    const child = execFile("sh", ["-c", plain], { cwd: root, env }, (_failed, stdout, stderr) =>
      resolve({ status: child.exitCode, said: `${stdout}${stderr}` })
    )
    child.stdin?.end()
  })

/** The README's commands, without the one that runs the tests. */
const lines = listBlocks("sh")
  .filter(isInReadme)
  .flatMap(({ code }) => code.trim().split("\n"))
  .filter((line) => !line.endsWith("pnpm@12 test"))

const lacking = ["bwrap", "python3"].filter((program) => spawnSync(program, ["--version"]).status !== 0)

describe.skipIf(process.platform === "win32")("the README", () => {
  it("has its policy in the repository's folder", () => {
    const [block] = listBlocks("yaml").filter(isInReadme)
    const said = (text: string) =>
      text.replaceAll(/^#.*\n/gm, "").replace(/^version: 1 # toolgate\.yaml$/m, "version: 1")
    expect(said(readFileSync(join(root, "toolgate.yaml"), "utf8"))).toBe(said(block?.code ?? ""))
  })

  it.skipIf(lacking.length > 0)(
    `has commands that run unchanged${lacking.length > 0 ? `, which needs ${lacking.join(" and ")}` : ""}`,
    async () => {
      const temporary = mkdtempSync(join(tmpdir(), "toolgate-readme-"))
      onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
      expect(lines.length).toBeGreaterThan(8)
      for (const line of lines) {
        const { status, said } = await run(line, temporary)
        // No person can approve a command here.
        const isAsked = / call (?:shell|\.\/)/.test(line) && said.includes("this gate cannot ask one")
        expect([line, isAsked ? 0 : status, said]).toEqual([line, 0, said])
      }
    }
  )
})
