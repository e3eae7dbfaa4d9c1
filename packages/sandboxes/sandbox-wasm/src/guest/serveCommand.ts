import type { CopiedEntry } from "../files/CopiedFiles.ts"
import type { CommandEnd } from "../frames/ChildFrame.ts"
import { fitsInFrame } from "../frames/changeBounds.ts"
import type { CommandFrame } from "../frames/ParentFrame.ts"
import type { GuestCache } from "./GuestCache.ts"
import { GuestOutput, OutputFull } from "./GuestOutput.ts"
import type { CommandEnded, CommandWorld, GuestEntry } from "./GuestWorld.ts"
import type { ParentSocket } from "./ParentSocket.ts"
import { runCommand } from "./wasi/runCommand.ts"

/** Runs a command, and answers with its end and its changes. */
export const serveCommand = (
  channel: ParentSocket,
  guests: GuestCache,
  frame: CommandFrame,
  stdin: Uint8Array,
  files: SentFiles | undefined
): void => {
  const output = new GuestOutput(channel, frame.outputBytes, !frame.live)
  const held = guests.module(frame.guest)
  if ("broken" in held) {
    answer(channel, output, { kind: "broken", message: held.broken })
    return
  }
  try {
    const { ended, changes, memoryBytes } = runCommand(held.module, worldOf(frame, stdin, files, output))
    if (fitsInFrame(changes, frame.fileBytes)) answer(channel, output, ended, changes, memoryBytes)
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

const worldOf = (
  frame: CommandFrame,
  stdin: Uint8Array,
  files: SentFiles | undefined,
  output: GuestOutput
): CommandWorld => ({
  argv: frame.argv,
  env: frame.env,
  clock: frame.clock,
  random: frame.random,
  stdin,
  stdout: output.stdout,
  stderr: output.stderr,
  folders: frame.folders,
  entries: files === undefined ? [] : entriesOf(files),
  fileBytes: frame.fileBytes
})

const entriesOf = ({ entries, contents }: SentFiles): ReadonlyArray<GuestEntry> => {
  let at = 0
  const take = (size: number) => {
    at += size
    return contents.subarray(at - size, at)
  }
  return entries.map((entry) => (entry.kind === "file" ? { ...entry, bytes: take(entry.size) } : entry))
}

const answer = (
  channel: ParentSocket,
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

/** The files of a command. `contents`: the contents of the files among the entries, concatenated. */
export interface SentFiles {
  readonly entries: ReadonlyArray<CopiedEntry>
  readonly contents: Uint8Array
}
