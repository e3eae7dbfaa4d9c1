import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, readAuditLog } from "@toolgate/audit"
import {
  type ApprovalDecision,
  allow,
  createToolgate,
  defineTool,
  deny,
  type Judge,
  type Session,
  type Toolgate,
  Type,
  toolOutput
} from "toolgate"
import { onTestFinished } from "vitest"

/** The fields of an audit record that the contract reads. */
export interface RecordedCall {
  readonly kind: string
  readonly id: string
  readonly tool: string
  readonly args?: unknown
  readonly why?: string
  readonly executed?: string
}

/** A gate with the contract's tools, and what they received. */
export interface ContractGate {
  readonly gate: Toolgate
  readonly session: Session
  /** The saved texts, in order. */
  readonly saved: ReadonlyArray<string>
  /** The slow tool: `begun` resolves when it starts, `ended` when it sees the end of its call. */
  readonly slow: { readonly begun: Promise<void>; readonly ended: Promise<void>; readonly aborted: () => number }
  /** Closes the gate, and returns its audit records. */
  readonly record: () => Promise<ReadonlyArray<RecordedCall>>
}

const because = { layer: "contract", rule: "no drops", source: "ContractGate.ts" }
const noDrops: Judge = ({ tool }) => (tool.name === "drop" ? deny(because, "Nothing is dropped here.") : allow(because))

/** An image, in Base64. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

const none = Type.Object({}, { additionalProperties: false })

/** Opens a gate until the test ends. `answer` is a person's answer to each question; without it, questions wait. */
export const openContractGate = async ({
  answer,
  approvalTimeoutMs
}: {
  readonly answer?: ApprovalDecision
  readonly approvalTimeoutMs?: number
} = {}): Promise<ContractGate> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-adapters-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, "work")
  mkdirSync(workspace)
  const saved: Array<string> = []
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let aborted = 0

  const tools = [
    defineTool({
      name: "add",
      description: "Adds.",
      parameters: Type.Object({ a: Type.Number(), b: Type.Number() }, { additionalProperties: false }),
      output: Type.Object({ sum: Type.Number() }),
      sideEffects: "NONE",
      execute: ({ a, b }) => ({ sum: a + b })
    }),
    defineTool({
      name: "save",
      description: "Saves.",
      parameters: Type.Object({ text: Type.String() }, { additionalProperties: false }),
      sideEffects: "WRITE",
      execute: ({ text }) => {
        saved.push(text)
        return `Saved ${text}.`
      }
    }),
    defineTool({
      name: "drop",
      description: "Drops.",
      parameters: none,
      sideEffects: "NONE",
      execute: () => "dropped"
    }),
    defineTool({
      name: "slow",
      description: "Waits until it is stopped.",
      parameters: none,
      sideEffects: "NONE",
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted++
            ended.resolve()
            reject(signal.reason)
          })
          begun.resolve()
        })
    }),
    defineTool({
      name: "talk",
      description: "Talks.",
      parameters: none,
      sideEffects: "NONE",
      execute: async function* () {
        yield "one "
        yield "two "
        return "All is said."
      }
    }),
    defineTool({
      name: "picture",
      description: "Shows a picture.",
      parameters: none,
      sideEffects: "NONE",
      execute: () =>
        toolOutput({
          content: [
            { type: "text", text: "A pixel." },
            { type: "image", mediaType: "image/png", base64: pixel }
          ]
        })
    }),
    defineTool({
      name: "huge",
      description: "Answers with 20 MB.",
      parameters: none,
      sideEffects: "NONE",
      execute: () => "x".repeat(20_000_000)
    }),
    defineTool({
      name: "broken",
      description: "Fails.",
      parameters: none,
      sideEffects: "NONE",
      execute: () => {
        throw new Error("out of order")
      }
    }),
    defineTool({
      name: "wrong",
      description: "Answers with something else than it says.",
      parameters: none,
      output: Type.Object({ sum: Type.Number() }),
      sideEffects: "NONE",
      execute: () => ({ sum: "three" })
    })
  ]
  const gate = await createToolgate({
    workspace,
    policy: { files: [], judges: [noDrops] },
    tools,
    audit: { folder: join(folder, "record") },
    onAsk: answer === undefined ? "wait" : () => answer,
    ...(approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs }),
    logger: silent
  })
  onTestFinished(() => gate.close())
  return {
    gate,
    session: await gate.session({ id: "alice", agent: "assistant", onBehalfOf: "alice" }),
    saved,
    slow: { begun: begun.promise, ended: ended.promise, aborted: () => aborted },
    record: async () => {
      await gate.close()
      return recordIn(join(folder, "record"))
    }
  }
}

const recordIn = async (folder: string): Promise<ReadonlyArray<RecordedCall>> => {
  const calls: Array<RecordedCall> = []
  for await (const { record } of readAuditLog(folderSource(folder))) {
    if (record === undefined || !("tool_call_id" in record)) continue
    calls.push({
      kind: record.kind.replace("tool.call.", ""),
      id: record.tool_call_id,
      tool: record.tool,
      ...("args" in record ? { args: record.args } : {}),
      ...("error" in record && record.error !== undefined ? { why: record.error.why } : {}),
      ...("executed" in record ? { executed: record.executed } : {})
    })
  }
  return calls
}

const drop = () => {}
const silent = { trace: drop, debug: drop, info: drop, warn: drop, error: drop, fatal: drop }
