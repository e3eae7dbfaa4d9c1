import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ended, launcher, toolgateProcess } from "./commandLine.ts"
import { folder } from "./folder.ts"

const script = "/usr/bin/script"

/** Whether commands can be tried at a terminal here: with the `script` of util-linux. */
export const hasTerminal = existsSync(script) && execFileSync(script, ["--version"]).includes("util-linux")

/** The test runner of the supervisor. */
export const testRunner = fileURLToPath(
  new URL("../../../packages/edges/supervisor/test/fixtures/testRunner.mjs", import.meta.url)
)

/** A runner that makes calls. */
export const callingRunner = fileURLToPath(new URL("fixtures/callingRunner.mjs", import.meta.url))

/** A folder with a workspace in it, and beside it what the command keeps for its user. */
export const project = (files: Readonly<Record<string, string>> = {}) => projectIn(folder(), files)

/** The same in a folder that is there. */
export const projectIn = (path: string, files: Readonly<Record<string, string>>) => {
  const cwd = join(path, "work")
  mkdirSync(cwd)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return { cwd, state: join(path, "state"), audit: join(path, "state", "toolgate", "audit") }
}

type Project = ReturnType<typeof project>

/** `toolgate supervise` to its end. */
export const supervise = (
  { cwd, state }: Project,
  flags: ReadonlyArray<string>,
  command: ReadonlyArray<string>,
  { env = {}, input = "" }: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {}
) => toolgateProcess(["supervise", ...flags, "--", ...command], { cwd, input, env: { XDG_STATE_HOME: state, ...env } })

/** The test runner with a behaviour. */
export const behaving = (at: Project, behaviour: string, flags: ReadonlyArray<string> = [], input = "") =>
  supervise(at, flags, [process.execPath, testRunner], { env: { TOOLGATE_RUNNER_BEHAVIOR: behaviour }, input })

/** `toolgate supervise` at a terminal; `when` is told all that stood there so far, each time there is more. */
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

/** The processes of this machine that run and hold these words. */
export const running = (marker: string): ReadonlyArray<string> =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(marker)
    } catch {
      return false
    }
  })
