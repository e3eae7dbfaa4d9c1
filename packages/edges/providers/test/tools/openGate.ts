import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { applyPatch, deleteFile, insertText, moveFile } from "@toolgate/builtins"
import type { ApprovalDecision, ApprovalRequest, ToolExecution } from "toolgate"
import { builtins, createToolgate, shell, type Tool, type Toolgate } from "toolgate"
import { onTestFinished } from "vitest"
import type { AnswerPayload, ProviderCall, ProviderTool } from "../../src/index.ts"
import { modelBlocks } from "../../src/index.ts"

export type Item = ProviderCall["item"]

interface Opened {
  readonly gate: Toolgate
  readonly folder: string
  /** Handles an item as a format does: makes its calls in sequence, and builds the answer from the executions. */
  readonly handle: (
    tool: ProviderTool,
    item: unknown
  ) => Promise<{ readonly answer: AnswerPayload; readonly executions: ReadonlyArray<ToolExecution> }>
  /** The approval requests so far. */
  readonly asked: ReadonlyArray<ApprovalRequest>
}

/** Opens a gate over a folder of files, with a policy in YAML. All approvals get the same answer. */
export const openGate = async (
  files: Readonly<Record<string, string>>,
  policy: string,
  more: { readonly decision?: ApprovalDecision; readonly tools?: ReadonlyArray<Tool> } = {}
): Promise<Opened> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "toolgate-providers-")))
  const outside = await mkdtemp(join(tmpdir(), "toolgate-policy-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const file = join(outside, "policy.yaml")
  await writeFile(file, policy)
  const asked: Array<ApprovalRequest> = []
  const gate = await createToolgate({
    workspace: folder,
    policy: { files: [file] },
    tools: [...builtins(), applyPatch, insertText, deleteFile, moveFile, shell, ...(more.tools ?? [])],
    logger: silent,
    onAsk: (request) => {
      asked.push(request)
      return more.decision ?? { decision: "deny" }
    }
  })
  onTestFinished(() => gate.close())
  let count = 0
  const handle: Opened["handle"] = async (tool, item) => {
    const { type, name } = item as { readonly type: string; readonly name?: string }
    const provider = Object.keys(tool.providerSpecs)[0] ?? ""
    const { calls, answer } = tool.handleCall({ provider, id: "id", type, name, item: item as Item })
    const executions: Array<ToolExecution> = []
    for (const call of calls) executions.push(await gate.dispatch({ id: `call-${count++}`, ...call }))
    const content = executions.flatMap((execution) => modelBlocks(execution))
    return {
      answer: answer?.(executions) ?? { content, isError: executions.some(({ success }) => !success) },
      executions
    }
  }
  return { gate, folder, handle, asked }
}

const quiet = () => {}
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet, trace: quiet, fatal: quiet, level: "silent" }

/** Returns the text of an answer of blocks. */
export const getAnswerText = (answer: AnswerPayload): string =>
  "content" in answer
    ? answer.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n")
    : ""
