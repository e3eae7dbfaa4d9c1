import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ended, launcher } from "./commandLine.ts"
import { folder } from "./folder.ts"
import { toolgate } from "./withinProcess.ts"

export const script = "/usr/bin/script"

/** Whether commands can be tested at a terminal on this machine, with the `script` of util-linux. */
export const hasTerminal = existsSync(script) && execFileSync(script, ["--version"]).includes("util-linux")

/** The path of the supervisor's test runner. */
export const testRunner = fileURLToPath(
  new URL("../../../packages/edges/supervisor/test/fixtures/testRunner.mjs", import.meta.url)
)

/** The path of a runner that makes calls. */
export const callingRunner = fileURLToPath(new URL("fixtures/callingRunner.mjs", import.meta.url))

/** Returns a folder with a workspace, and beside it the files that the command keeps for its user. */
export const project = (files: Readonly<Record<string, string>> = {}) => projectIn(folder(), files)

/** Returns such a folder in an existing folder. */
export const projectIn = (path: string, files: Readonly<Record<string, string>>) => {
  const cwd = join(path, "work")
  mkdirSync(cwd)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return { cwd, state: join(path, "state"), audit: join(path, "state", "toolgate", "audit") }
}

type Project = ReturnType<typeof project>

/** Runs `toolgate supervise` to its end, within this process. The runner must not read standard input, which is that of this process. */
export const supervise = (
  { cwd, state }: Project,
  flags: ReadonlyArray<string>,
  command: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {}
) => toolgate(["supervise", ...flags, "--", ...command], { cwd, env: { XDG_STATE_HOME: state, ...env } })

/** Runs the test runner with a behaviour. */
export const behaving = (at: Project, behaviour: string, flags: ReadonlyArray<string> = []) =>
  supervise(at, flags, [process.execPath, testRunner], { TOOLGATE_RUNNER_BEHAVIOR: behaviour })

/** Runs `toolgate supervise` at a terminal. `when` is called each time there is more text, with all text so far. */
export const atTerminal = async (
  { cwd, state }: Project,
  flags: ReadonlyArray<string>,
  command: ReadonlyArray<string>,
  when: (seen: string, type: (text: string) => void) => void = () => {}
) => {
  const line = [process.execPath, launcher, "supervise", ...flags, "--", ...command]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(" ")
  const child = spawn(script, ["-qec", line, "/dev/null"], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", XDG_STATE_HOME: state },
    stdio: "pipe"
  })
  let seen = ""
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString()
    when(seen, (text) => child.stdin.write(text))
  })
  const { status, stdout } = await ended(child)
  return { status, text: stdout.replaceAll("\r\n", "\n") }
}

/** Returns the running processes of this machine whose command line contains these words. */
export const running = (marker: string): ReadonlyArray<string> =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(marker)
    } catch {
      return false
    }
  })
