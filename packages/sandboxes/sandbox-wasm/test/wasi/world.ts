import type { CommandWorld, GuestEntry } from "../../src/guest/GuestWorld.ts"
import { runCommand } from "../../src/guest/wasi/runCommand.ts"

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

export const bytes = (string: string): Uint8Array => new TextEncoder().encode(string)

export const file = (path: string, content = "", mode: GuestEntry["mode"] = "rw"): GuestEntry => ({
  kind: "file",
  path,
  mode,
  bytes: bytes(content)
})

export const folder = (path: string, mode: GuestEntry["mode"] = "rw"): GuestEntry => ({ kind: "directory", path, mode })

/** Makes a world with a single folder, `work`, which is `/ws`. */
export const worldOf = (given: Partial<CommandWorld> = {}): CommandWorld => ({
  argv: ["guest", "work"],
  env: {},
  stdin: new Uint8Array(),
  stdout: () => {},
  stderr: () => {},
  clock: "host",
  random: "host",
  folders: [{ name: "work", path: "/ws" }],
  entries: [folder("/ws")],
  fileBytes: 1 << 24,
  ...given
})

/** Runs a command, and keeps its output. */
export const ranIn = (module: Parameters<typeof runCommand>[0], given: Partial<CommandWorld> = {}) => {
  const output = { stdout: "", stderr: "" }
  const ended = runCommand(
    module,
    worldOf({
      stdout: (chunk) => {
        output.stdout += text(chunk)
      },
      stderr: (chunk) => {
        output.stderr += text(chunk)
      },
      ...given
    })
  )
  return { ...ended, ...output }
}
