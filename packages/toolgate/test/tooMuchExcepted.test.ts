import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { createToolgate, shell } from "../src/index.ts"

/**
 * Runs a command in a workspace with `count` folders that contain these files, under each of some policies that allow
 * commands.
 */
const answersIn = async (count: number, files: ReadonlyArray<string>, policies: ReadonlyArray<string>) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-excepted-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, "work")
  for (let number = 0; number < count; number++)
    for (const file of files) {
      const path = join(workspace, `p${number}`, file)
      mkdirSync(file.endsWith("/") ? path : join(path, ".."), { recursive: true })
      if (!file.endsWith("/")) writeFileSync(path, "")
    }
  const answers = []
  for (const more of policies) answers.push(await answerUnder(more, join(folder, "toolgate.yaml"), workspace))
  return answers
}

const answerUnder = async (more: string, policy: string, workspace: string) => {
  writeFileSync(policy, `version: 1\nrules: { allow: [shell] }\n${more}`)
  await using gate = await createToolgate({ workspace, policy: { files: [policy] }, tools: [shell] })
  const { error, output } = await gate.dispatch({ id: "1", tool: "shell", args: { command: "echo ran" } })
  return {
    message: error?.message,
    text: output.content.map((block) => (block.type === "text" ? block.text : "")).join()
  }
}

const refused = (patterns: string) =>
  `Tool "shell" was not run: its grant protects more than 1000 files and folders, such as ${patterns}; use a smaller folder, list such patterns in the policy (protected files under "unprotected", secret files under "not_secrets"), or change the rules that name them.`

const ran = { message: undefined, text: "ran\n" }

describe.skipIf(!hasBubblewrap())("a workspace with more protected paths than a command can be confined with", () => {
  it("is refused with a message whose advice makes the command run", async () => {
    const patterns = '"**/.envrc"'
    const answers = await answersIn(1001, [".envrc"], ["", `unprotected: [${patterns}]`])
    expect(answers).toEqual([{ message: refused(patterns), text: "" }, ran])
  })

  it("may be one of many repositories", async () => {
    const repository = [".git/HEAD", ".git/config", ".git/objects/", ".git/refs/", ".git/hooks/"]
    const patterns = '"**/.git/config", "**/.git/hooks"'
    const answers = await answersIn(501, repository, ["", `unprotected: [${patterns}]`])
    expect(answers).toEqual([{ message: refused(patterns), text: "" }, ran])
  })
})
