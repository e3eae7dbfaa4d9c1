import type { Readable } from "node:stream"
import type { HostProcess } from "@toolgate/sandbox-host"
import type { RunnerOutput, RunnerSpec } from "./RunnerSpec.ts"

/** Hands on what a process prints, piece by piece, until it prints no more. A slow taker makes the process wait. */
export const passOutput = async (
  { stdout, stderr }: Pick<HostProcess, "stdout" | "stderr">,
  agent: string,
  session: string,
  onOutput: RunnerSpec["onOutput"]
): Promise<void> => {
  const pass = async (stream: RunnerOutput["stream"], from: Readable | undefined): Promise<void> => {
    if (from === undefined) return
    if (onOutput === undefined) return void from.resume()
    try {
      for await (const bytes of from) await onOutput({ agent, session, stream, bytes })
    } catch {
      // Who takes it is broken, or the process was ended within a write: what else it prints is dropped.
      from.resume()
    }
  }
  await Promise.all([pass("stdout", stdout), pass("stderr", stderr)])
}
