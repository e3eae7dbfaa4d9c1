import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ResponseInputItem } from "openai/resources/responses/responses"
import { describe, expect, it } from "vitest"
import { openAiApplyPatch } from "../../src/index.ts"
import { openGate } from "./openGate.ts"

const call = (operation: unknown) => ({
  type: "apply_patch_call",
  id: "apc_1",
  call_id: "call_1",
  status: "completed",
  operation
})
const policy = "version: 1\nrules: { allow: ['apply_patch(src/**)'], deny: ['read_file(**/.env)'] }"
const files = { "src/a.ts": "one\ntwo\n", "src/.env": "KEY=1\n", "b.ts": "one\n" }

type Answer = Pick<ResponseInputItem.ApplyPatchCallOutput, "status" | "output">

describe("OpenAI's apply_patch", () => {
  it("updates, creates and deletes files that a rule allows", async () => {
    const { handle, folder, asked } = await openGate(files, policy)
    const update = await handle(
      openAiApplyPatch,
      call({ type: "update_file", path: "src/a.ts", diff: "@@\n one\n-two\n+three\n" })
    )
    expect(update.answer).toEqual({
      item: { status: "completed", output: "Updated src/a.ts: 10 bytes now, 8 before." } satisfies Answer
    })
    await handle(openAiApplyPatch, call({ type: "create_file", path: "src/n/c.ts", diff: "+new\n+\n" }))
    expect(readFileSync(join(folder, "src/a.ts"), "utf8")).toBe("one\nthree\n")
    expect(readFileSync(join(folder, "src/n/c.ts"), "utf8")).toBe("new\n")
    await handle(openAiApplyPatch, call({ type: "delete_file", path: "src/a.ts", diff: null }))
    expect(existsSync(join(folder, "src/a.ts"))).toBe(false)
    expect(asked).toEqual([])
  })

  it("asks about other files, and never reaches a file that a rule for another tool denies", async () => {
    const { handle, folder, asked } = await openGate(files, policy)
    const other = await handle(openAiApplyPatch, call({ type: "delete_file", path: "b.ts" }))
    expect(other.answer).toMatchObject({ item: { status: "failed" } })
    expect(asked.map(({ toolName, args }) => [toolName, args])).toEqual([
      ["apply_patch", { operations: [{ type: "delete_file", path: "b.ts" }] }]
    ])
    const denied = await handle(openAiApplyPatch, call({ type: "delete_file", path: "src/.env" }))
    expect(denied.executions[0]).toMatchObject({
      success: false,
      executed: "no",
      error: { class: "permission_denied" }
    })
    expect(asked).toHaveLength(1)
    expect([existsSync(join(folder, "b.ts")), existsSync(join(folder, "src/.env"))]).toEqual([true, true])
  })

  it("explains to the model why a diff was not applied", async () => {
    const { handle, folder } = await openGate(files, policy)
    const { answer } = await handle(
      openAiApplyPatch,
      call({ type: "update_file", path: "src/a.ts", diff: " one\n-zwei" })
    )
    expect(answer).toEqual({
      item: {
        status: "failed",
        output:
          "Operation 1 (update_file): Hunk 1, on line 1 of the diff: its first line stands on line 1, but line 2 of the diff does not " +
          "follow: line 2 of the file differs. Read the file and copy its lines exactly. Nothing was changed."
      } satisfies Answer
    })
    expect(readFileSync(join(folder, "src/a.ts"), "utf8")).toBe("one\ntwo\n")
  })

  it.each([
    ["no operation", undefined],
    ["a text for an operation", "delete everything"],
    ["a list for an operation", [{ type: "delete_file", path: "src/a.ts" }]],
    ["an unknown operation", { type: "move_file", path: "src/a.ts" }],
    ["no path", { type: "delete_file" }],
    ["a path that is no text", { type: "delete_file", path: ["src/a.ts"] }],
    ["an empty path", { type: "delete_file", path: "" }],
    ["a path that leads out", { type: "create_file", path: "../a.ts", diff: "+a" }],
    ["a diff that is no text", { type: "update_file", path: "src/a.ts", diff: { a: 1 } }],
    ["no diff", { type: "update_file", path: "src/a.ts" }],
    ["an inherited member", { type: "delete_file", __proto__: { path: "src/a.ts" } }]
  ])("records a failed call for %s", async (_, operation) => {
    const { handle, folder } = await openGate(files, policy)
    const { executions, answer } = await handle(openAiApplyPatch, call(operation))
    expect(executions).toMatchObject([{ toolName: "apply_patch", success: false, executed: "no" }])
    expect(answer).toMatchObject({ item: { status: "failed", output: expect.stringMatching(/./) } })
    expect(readFileSync(join(folder, "src/a.ts"), "utf8")).toBe("one\ntwo\n")
  })
})
