import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtins, createToolgate, shell, type ToolgateOptions } from "toolgate"

/** A kind of call that a reader may want to trace through the gate. */
export interface CallKind {
  readonly name: string
  /** Makes a call, and throws if the call does not succeed. */
  readonly call: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The functions that open a gate for each kind of call, in a new folder. */
export const callKinds: ReadonlyArray<() => Promise<CallKind>> = [
  () =>
    open(
      "Echo, host policy",
      { policy: "host", tools: builtins({ withHostTools: true }) },
      { tool: "Echo", args: { text: "hello" } }
    ),
  () =>
    open(
      "read_file, policy file",
      { policy: "file", tools: builtins() },
      { tool: "read_file", args: { path: "notes.md" } }
    ),
  () =>
    open("confined ls, policy file", { policy: "file", tools: [shell] }, { tool: "shell", args: { command: "ls" } }),
  () =>
    open(
      "write_file, with a yes",
      { policy: "file", tools: builtins(), onAsk: async () => ({ decision: "approve" as const }) },
      { tool: "write_file", args: { path: "notes.md", content: "hello" } }
    )
]

interface Asked {
  readonly tool: string
  readonly args: Readonly<Record<string, string>>
}

interface GateSetup extends Pick<ToolgateOptions, "tools" | "onAsk"> {
  readonly policy: "host" | "file"
}

const open = async (name: string, options: GateSetup, asked: Asked): Promise<CallKind> => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-reader-"))
  writeFileSync(join(workspace, "notes.md"), "hello\n")
  const own = mkdtempSync(join(tmpdir(), "toolgate-reader-policy-"))
  const file = join(own, "policy.yaml")
  writeFileSync(file, policyText)
  const gate = await createToolgate({
    ...options,
    policy: options.policy === "host" ? "host" : { files: [file] },
    workspace
  })
  let serial = 0
  return {
    name,
    call: async () => {
      const { success, error } = await gate.dispatch({ id: `call_${++serial}`, ...asked })
      if (!success) throw new Error(`The call "${name}" failed: ${error?.message}`)
    },
    close: async () => {
      await gate.close()
      for (const folder of [workspace, own]) rmSync(folder, { recursive: true, force: true })
    }
  }
}

const policyText = `version: 1
rules:
  deny: ["read_file(**/.env)"]
  ask: ["write_file(**)"]
  allow: ["shell(ls)"]
`
