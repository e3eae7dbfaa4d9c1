import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtins, createToolgate, type ToolgateOptions } from "toolgate"
import { expect, it, onTestFinished } from "vitest"

const newFolder = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-review-")))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const open = async (workspace: string, options: Partial<ToolgateOptions>) => {
  writeFileSync(join(workspace, "policy.yaml"), "version: 1\ntool_confirmation: { default: { READ: prompt } }\n")
  const gate = await createToolgate({
    workspace,
    policy: { files: [join(workspace, "policy.yaml")] },
    tools: builtins(),
    logger: {
      level: "silent",
      debug: () => {},
      error: () => {},
      info: () => {},
      warn: () => {},
      child: () => ({})
    } as never,
    ...options
  })
  onTestFinished(() => gate.close())
  return gate
}

it("stores the rule of a call that is approved for always for review, before the gate is closed", async () => {
  const workspace = newFolder()
  const review = join(workspace, "review")
  const gate = await open(workspace, { review, onAsk: () => ({ decision: "approve", scope: "always" }) })
  const call = { id: "1", tool: "write_file", args: { path: "a.txt", content: "secret" } }
  expect(await gate.dispatch(call)).toMatchObject({ success: true })
  expect(await gate.dispatch({ ...call, id: "2" })).toMatchObject({ success: true })
  await gate.close()
  const [name = "", ...more] = readdirSync(review)
  expect(more).toEqual([])
  const text = readFileSync(join(review, name), "utf8")
  expect(JSON.parse(text)).toMatchObject({
    rule: `write_file(${join(workspace, "a.txt")})`,
    tool: "write_file",
    workspace,
    principal: { agent: "default" },
    times: 2
  })
  expect(text).not.toContain("secret")
})

it("lets no call change the folder of rules or decide a pending rule", async () => {
  const workspace = newFolder()
  const gate = await open(workspace, { review: join(workspace, "review"), onAsk: () => ({ decision: "approve" }) })
  for (const path of ["review/a.json", "review"])
    expect(await gate.dispatch({ id: path, tool: "write_file", args: { path, content: "x" } })).toMatchObject({
      executed: "no",
      error: { class: "permission_denied" }
    })
})

it("approves the call if there is no usable folder", async () => {
  const workspace = newFolder()
  writeFileSync(join(workspace, "file"), "")
  for (const review of [{}, { review: join(workspace, "file", "review") }]) {
    const gate = await open(workspace, { ...review, onAsk: () => ({ decision: "approve", scope: "always" }) })
    expect(await gate.dispatch({ id: "1", tool: "write_file", args: { path: "a.txt", content: "x" } })).toMatchObject({
      success: true
    })
  }
})

it("refuses a path that is not a folder", async () => {
  await expect(open(newFolder(), { review: "" })).rejects.toThrow('"review" must be the path of a folder.')
})
