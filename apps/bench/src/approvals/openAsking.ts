import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openKeyFile } from "@toolgate/local-secrets"
import { createToolgate, defineTool, type Tool, type Toolgate, Type } from "toolgate"

/** A gate that asks about its tool "note", and calls of this tool. */
export interface Asking {
  readonly gate: Toolgate
  readonly call: () => { readonly id: string; readonly tool: string; readonly args: { readonly text: string } }
  /** Defers a call, and returns the id of its request. */
  readonly defer: () => Promise<string>
  readonly close: () => Promise<void>
}

/** Opens a gate with a store: a new SQLite file, an existing database, or none. `further` are additional tools. */
export const openAsking = async (
  at: "memory" | "file" | { readonly place: string },
  further: ReadonlyArray<Tool> = []
): Promise<Asking> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-approvals-"))
  const [workspace, key] = [mkdtempSync(join(tmpdir(), "toolgate-bench-")), join(folder, "store.key")]
  await openKeyFile(key)
  const place = typeof at === "object" ? at.place : join(folder, "store.sqlite")
  const note = defineTool({
    name: "note",
    description: "Writes a note.",
    parameters: Type.Object({ text: Type.String() }),
    sideEffects: "WRITE",
    callers: ["direct", "chain"],
    execute: ({ text }) => text
  })
  const gate = await createToolgate({
    workspace,
    policy: { files: [] },
    tools: [note, ...further],
    onAsk: "wait",
    questionsPerAgent: 1_000_000,
    ...(at === "memory" ? {} : { store: { at: place, key: `file:${key}` } })
  })
  let serial = 0
  const call = () => ({ id: `call_${++serial}`, tool: "note", args: { text: "hello" } })
  return {
    gate,
    call,
    defer: async () => {
      const { pending } = await gate.dispatch(call(), { defer: true })
      if (pending === undefined) throw new Error("A call was not deferred.")
      return pending.approvalId
    },
    close: async () => {
      await gate.close()
      for (const path of [folder, workspace]) rmSync(path, { recursive: true, force: true })
    }
  }
}

/** Decides a question. Throws if that fails. */
export const decide = async (gate: Toolgate, id: string, decision: "approve" | "deny"): Promise<void> => {
  const { outcome } = await gate.approvals.decide(id, { decision })
  if (outcome !== "decided") throw new Error(`A question was not decided: ${outcome}.`)
}
