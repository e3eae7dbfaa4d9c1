import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const bounds = { ms: 5000, bytes: 4 * 1024 * 1024 } as const

/** The arguments of bubblewrap: no writing and no network. */
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

/** The arguments for the program's folder. */
const within = ["--dir", "/tmp/home", "--chdir", "/tmp/home"]

/** Whether bubblewrap can confine programs here. */
export const isConfined: boolean =
  spawnSync(confining[0] ?? "", [...confining.slice(1), ...within, "true"]).status === 0

/**
 * Runs a program that only prints, without input and in an empty home folder; under bubblewrap also without network and
 * write access. Returns the output of both streams; "" on a timeout, on too much output, or if it does not start.
 * `seen` is a folder that stays visible even among temporary files.
 */
export const captureOutput = (argv: ReadonlyArray<string>, seen?: string): Promise<string> => {
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
      // Kills the whole group, because child processes can hold the output open.
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
