import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The program of the bundle, which `globalSetup.ts` has made from the sources. */
export const launcher = fileURLToPath(new URL("../bin/toolgate.cjs", import.meta.url))

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The circumstances of a command. `input` is the whole standard input. */
export interface Surroundings {
  readonly input?: string | Buffer
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Starts the command in a separate process. */
export const start = (
  args: ReadonlyArray<string>,
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
  program = launcher
): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env }, stdio: "pipe" })

/** Runs the command to its end in a separate process, for tests that need one. */
export const toolgateProcess = (
  args: ReadonlyArray<string>,
  { input = "", cwd, env }: Surroundings = {},
  program = launcher
): Promise<Ended> => {
  const child = start(args, cwd, env, program)
  child.stdin.on("error", () => {})
  child.stdin.end(input)
  return ended(child)
}

/** Resolves with the output and the exit status of a process, when it has ended. */
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
