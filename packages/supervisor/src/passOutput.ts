import type { Readable } from "node:stream"
import type { HostProcess } from "@toolgate/sandbox-host"
import type { RunnerOutput, RunnerSpec } from "./RunnerSpec.ts"

/** Hands on what a process prints, piece by piece, until it prints no more. A slow taker makes the process wait. */
export const passOutput = async (
  { stdout, stderr }: Pick<HostProcess, "stdout" | "stderr">,
  about: Pick<RunnerOutput, "agent" | "session">,
  onOutput: RunnerSpec["onOutput"],
  broke: (cause: unknown) => void
): Promise<void> => {
  const take = async (stream: RunnerOutput["stream"], bytes: Uint8Array): Promise<void> => {
    try {
      await onOutput?.({ ...about, stream, bytes })
    } catch (cause) {
      broke(cause)
    }
  }
  const pass = async (stream: RunnerOutput["stream"], from: Readable | undefined): Promise<void> => {
    try {
      for await (const bytes of from ?? []) await take(stream, bytes)
    } catch {
      // It was ended within a write: that was all it printed.
    }
  }
  await Promise.all([pass("stdout", stdout), pass("stderr", stderr)])
}
