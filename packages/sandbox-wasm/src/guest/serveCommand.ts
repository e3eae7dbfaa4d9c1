import type { CommandEnd } from "../frames/ChildFrame.ts"
import { fitsIn } from "../frames/changeBounds.ts"
import type { CommandFrame, SentEntry } from "../frames/ParentFrame.ts"
import type { Channel } from "./Channel.ts"
import { GuestOutput, OutputFull } from "./GuestOutput.ts"
import type { CommandEnded, CommandWorld, GuestEntry } from "./GuestWorld.ts"
import type { HeldModules } from "./HeldModules.ts"
import { runCommand } from "./wasi/runCommand.ts"

/** Runs a command, and says how it ended and what it changed. */
export const serveCommand = (channel: Channel, modules: HeldModules, frame: CommandFrame, body: Uint8Array): void => {
  const output = new GuestOutput(channel, frame.outputBytes, !frame.live)
  const held = modules.get(frame.module)
  if ("broken" in held) {
    answer(channel, output, { kind: "broken", message: held.broken })
    return
  }
  try {
    const { ended, changes, memoryBytes } = runCommand(held.module, worldOf(frame, body, output))
    if (fitsIn(changes, frame.fileBytes)) answer(channel, output, ended, changes, memoryBytes)
    else answer(channel, output, { kind: "changes" }, [], memoryBytes)
  } catch (error) {
    answer(channel, output, error instanceof OutputFull ? full : broken(error))
  }
}

const full: CommandEnd = { kind: "output" }

const broken = (error: unknown): CommandEnd => ({
  kind: "broken",
  message: error instanceof Error ? error.message : "it could not be started"
})

const worldOf = (frame: CommandFrame, body: Uint8Array, output: GuestOutput): CommandWorld => {
  let at = frame.stdin
  const take = (size: number) => {
    at += size
    return body.subarray(at - size, at)
  }
  const entryOf = (entry: SentEntry): GuestEntry =>
    entry.kind === "file" ? { ...entry, bytes: take(entry.size) } : entry
  return {
    argv: frame.argv,
    env: frame.env,
    clock: frame.clock,
    random: frame.random,
    stdin: body.subarray(0, frame.stdin),
    stdout: output.stdout,
    stderr: output.stderr,
    folders: frame.folders,
    entries: frame.entries.map(entryOf),
    fileBytes: frame.fileBytes
  }
}

const answer = (
  channel: Channel,
  output: GuestOutput,
  end: CommandEnd,
  changes: CommandEnded["changes"] = [],
  memoryBytes = 0
): void => {
  output.flush()
  const stdout = output.kept.bytes
  const parts = [stdout]
  const sent = changes.map((change) => {
    if (change.kind !== "file") return change
    parts.push(change.bytes)
    return { kind: change.kind, path: change.path, size: change.bytes.length }
  })
  channel.send(
    { type: "commandEnded", end, stdout: stdout.length, changes: sent, memoryBytes, dropped: output.dropped },
    parts
  )
}
