import { randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { RegisteredTool, ToolExample } from "@toolgate/core"
import { explainFileError } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { Toolgate } from "toolgate"
import { findExampleDifferences } from "./findExampleDifferences.ts"

/** An example of a tool and its number, from 1. */
export interface ToolAndExample {
  readonly tool: RegisteredTool["definition"]["name"]
  readonly at: number
  readonly example: ToolExample
}

/** The outcome of an example. `unanswered`: the policy requires an answer, and there is no terminal. */
export interface ExampleResult extends ToolAndExample {
  readonly outcome: "passed" | "failed" | "unanswered"
  /** Differences from the expected answer, as lines. */
  readonly problems: ReadonlyArray<string>
}

/** Makes the call of an example in a new folder under `base` with the example's files. */
export const runExample = async (
  gate: Toolgate,
  given: ToolAndExample,
  { base, signal, hasPerson }: { readonly base: string; readonly signal: AbortSignal; readonly hasPerson: boolean }
): Promise<ExampleResult> => {
  const { tool, example } = given
  const workspace = mkdtempSync(join(base, "example-"))
  const failed = (problem: string): ExampleResult => ({ ...given, outcome: "failed", problems: [problem] })
  try {
    const unwritten = writeFiles(workspace, example.files ?? {})
    if (unwritten !== undefined) return failed(unwritten)
    const session = await gate.session({ id: randomUUID(), workspace })
    const call = { id: randomUUID(), tool, args: example.args }
    const asks = !hasPerson && (await session.judge(call)).decision === "ask"
    const execution = await session.dispatch(call, { signal })
    const problems = findExampleDifferences(execution, example.expect)
    if (problems.length === 0) return { ...given, outcome: "passed", problems }
    return asks && execution.executed === "no"
      ? { ...given, outcome: "unanswered", problems: [] }
      : { ...given, outcome: "failed", problems }
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
}

/** Writes the files of an example. Returns the problem if one cannot be written. */
const writeFiles = (workspace: string, files: Readonly<Record<string, string>>): string | undefined => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(workspace, name)
    if (path === workspace || !isBeneath(path, workspace))
      return `the file ${JSON.stringify(name)} of the example is outside the workspace`
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    } catch (cause) {
      return `the file ${JSON.stringify(name)} of the example cannot be written: ${explainFileError(cause, "write")}`
    }
  }
  return undefined
}
