import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { deleteFile, moveFile } from "@toolgate/builtins"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { builtins, createToolgate, type Session, type ToolCall, type ToolExecution } from "toolgate"
import { afterAll, describe, expect, it } from "vitest"
import { slowTools } from "./slowTools.ts"
import { filesIn, folderOf, said } from "./turnGate.ts"

const path = fc.constantFrom("a", "b", "d/c", "d/e", "D/C", "d", "d/f/g", "l", "l/c", "l/n")
const wait = fc.nat(6)
const from = fc.nat(12).map(String)
const reference = fc.record({ $from: from, pointer: fc.constantFrom("", "/path", "/size", "/names/0", "/names/1") })

const call = fc.oneof(
  fc.record({ tool: fc.constant("read"), args: fc.record({ path: fc.oneof(path, reference), wait }) }),
  fc.record({
    tool: fc.constant("write"),
    args: fc.record({
      path: fc.oneof(path, path, reference),
      content: fc.oneof(fc.constantFrom("x", "yy\n"), fc.record({ $from: from })),
      append: fc.boolean(),
      wait
    })
  }),
  fc.record({ tool: fc.constant("move_file"), args: fc.record({ from: path, to: fc.oneof(path, reference) }) }),
  fc.record({ tool: fc.constant("delete_file"), args: fc.record({ path }) }),
  fc.record({ tool: fc.constant("read_file"), args: fc.record({ path }) }),
  fc.record({ tool: fc.constant("list"), args: fc.record({ path: fc.constantFrom(".", "d"), wait }) }),
  fc.record({ tool: fc.constant("list_dir"), args: fc.record({ path: fc.constantFrom(".", "d") }) })
)
const calls = fc
  .array(call, { minLength: 2, maxLength: 12 })
  .map((made) => made.map((one, index): ToolCall => ({ id: String(index), ...one })))

const before = { a: "b", b: "a", "d/c": "d/e", "d/e": "" }
const whole = folderOf()
const gate = createToolgate({
  workspace: whole.folder,
  policy: "host",
  tools: [...builtins(), moveFile, deleteFile, ...slowTools]
})
afterAll(async () => {
  await (await gate).close()
  whole.remove()
})
let sessions = 0

/** Makes calls in a separate folder, and returns their outcomes. */
const outcome = async (make: (session: Session) => Promise<ReadonlyArray<ToolExecution>>) => {
  const { folder, remove } = folderOf(before)
  symlinkSync("d", join(folder, "l"))
  const session = await (await gate).session({ id: String(sessions++), workspace: folder })
  const answers = (await make(session)).map(said)
  await session.end()
  const after = { answers: JSON.parse(JSON.stringify(answers).replaceAll(folder, "")), files: filesIn(folder) }
  remove()
  return after
}

const turn = (made: ReadonlyArray<ToolCall>, mode: "auto" | "parallel" | "sequential", parallelMutations = false) =>
  outcome(async (session) => (await session.dispatchTurn(made, { mode, parallelMutations })).executions)

describe("the outcome of a turn", () => {
  it("equals that of its calls one after the other, in answers and files, in any mode", async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (made) => {
        const expected = await turn(made, "sequential")
        expect(await turn(made, "auto")).toEqual(expected)
        expect(await turn(made, "parallel")).toEqual(expected)
        expect(await turn(made, "parallel", true)).toEqual(expected)
      }),
      runs(200)
    )
  })

  it("differs if all calls of such turns are made concurrently", async () => {
    const isSame = fc.asyncProperty(calls, async (made) => {
      const plain = made.filter(({ args }) => !JSON.stringify(args).includes("$from"))
      const expected = await outcome((session) => session.dispatchAll(plain, { concurrency: 1 }))
      expect(await outcome((session) => session.dispatchAll(plain))).toEqual(expected)
    })
    expect((await fc.check(isSame, { numRuns: 200 })).failed).toBe(true)
  })
})
