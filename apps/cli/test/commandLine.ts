import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

export const launcher = fileURLToPath(new URL("../bin/fresh.cjs", import.meta.url))

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command of this repository, in a process of its own. */
export const start = (
  args: ReadonlyArray<string>,
  cwd?: string,
  env: NodeJS.ProcessEnv = {}
): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [launcher, ...args], { cwd, env: { ...process.env, ...env }, stdio: "pipe" })

/** Runs the command to its end, with `input` as all of its standard input. */
export const toolgate = (
  args: ReadonlyArray<string>,
  {
    input = "",
    cwd,
    env
  }: { readonly input?: string | Buffer; readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}
) => {
  const child = start(args, cwd, env)
  child.stdin.on("error", () => {})
  child.stdin.end(input)
  return ended(child)
}

/** What a process said, and what it exited with, once all of it is known. */
export const ended = async (child: ChildProcessWithoutNullStreams): Promise<Ended> => {
  const [stdout, stderr, status] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve) => child.on("close", resolve))
  ])
  return { status, stdout, stderr }
}

const textOf = (stream: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    stream.on("data", (chunk: Buffer) => chunks.push(chunk))
    stream.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")))
  })
