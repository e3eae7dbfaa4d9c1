import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const bounds = { ms: 5000, bytes: 4 * 1024 * 1024 } as const

/** The words of bubblewrap, before those of the program: nothing can be written, and there is no network. */
const confining = [
  "bwrap",
  "--unshare-all",
  "--die-with-parent",
  "--new-session",
  "--cap-drop",
  "ALL",
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  "--tmpfs",
  "/tmp",
  "--tmpfs",
  "/run"
]

/** The words that follow them: the folder in which the program runs. */
const within = ["--dir", "/tmp/home", "--chdir", "/tmp/home"]

/** Whether programs are confined by bubblewrap here. */
export const isConfined: boolean =
  spawnSync(confining[0] ?? "", [...confining.slice(1), ...within, "true"]).status === 0

/**
 * Runs a program that only prints something, without input, in an empty home folder; under bubblewrap also without a
 * network and without a place to write to. Returns the output of both streams; "" if it takes too long or prints too
 * much, or cannot be started. `seen` is a folder that the program sees although it may lie among temporary files.
 */
export const outputOf = (argv: ReadonlyArray<string>, seen?: string): Promise<string> => {
  const home = isConfined ? "/tmp/home" : mkdtempSync(join(tmpdir(), "toolgate-facts-"))
  const [program = "", ...words] = isConfined
    ? [...confining, ...(seen === undefined ? [] : ["--ro-bind", seen, seen]), ...within, ...argv]
    : argv
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: "C.UTF-8",
    TERM: "dumb",
    NO_COLOR: "1",
    COLUMNS: "200",
    MANWIDTH: "200",
    MANOPT: "--no-justification --no-hyphenation",
    PAGER: "cat",
    MANPAGER: "cat",
    GIT_PAGER: "cat"
  }
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: isConfined ? "/" : home,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true
    })
    const chunks: Array<Buffer> = []
    let bytes = 0
    const kill = () => {
      bytes = Number.POSITIVE_INFINITY
      // The whole group ends, so that what the program started does not hold the output open.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    }
    const timer = setTimeout(kill, bounds.ms)
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bounds.bytes) chunks.push(chunk)
      else if (Number.isFinite(bytes)) kill()
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    child.on("error", () => {})
    child.on("close", () => {
      clearTimeout(timer)
      if (!isConfined) rmSync(home, { recursive: true, force: true })
      resolve(bytes <= bounds.bytes ? Buffer.concat(chunks).toString() : "")
    })
  })
}
