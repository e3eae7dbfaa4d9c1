import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { type ApprovalRequest, createToolgate, defineTool, type ToolgateOptions, Type } from "../src/index.ts"

/** Makes a folder for this test alone. */
export const newFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-asking-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A tool that needs a person's approval under the built-in policy. */
export const note = defineTool({
  name: "note",
  description: "Writes a note.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "WRITE",
  execute: ({ text }) => `noted ${text}`
})

/** Opens a gate with the built-in policy and the tool `note`. It is closed at the end of the test. */
export const opened = async <E = never>(more: Partial<ToolgateOptions<E>> = {}) => {
  const gate = await createToolgate<E>({ workspace: newFolder(), policy: { files: [] }, tools: [note], ...more })
  onTestFinished(() => gate.close())
  return gate
}

let calls = 0

/** Makes a call of `note` with a unique id. */
export const noting = (text = "a") => ({ id: `call-${calls++}`, tool: "note", args: { text } })

/** Takes `most` questions, and stops. */
export const take = async (questions: AsyncIterable<ApprovalRequest>, most: number) => {
  const taken: Array<ApprovalRequest> = []
  for await (const question of questions) if (taken.push(question) === most) break
  return taken
}

/** Returns the text that a question's call would note. */
export const textOf = ({ args }: ApprovalRequest) => args.text
