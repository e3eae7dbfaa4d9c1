import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { makeRuntimePolicy, RuntimePolicy } from "../src/effect.ts"
import { ask, builtins, deny } from "../src/index.ts"
import { newFolder, opened, take } from "./asking.ts"

const because = { layer: "test", rule: "no secrets", source: "test" }
const policy = Layer.effect(
  RuntimePolicy,
  makeRuntimePolicy(({ args }) =>
    args.path === "secret.txt" ? deny(because, "It is a secret.") : ask(because, "Everything is asked about.")
  )
)

/** Makes a waiting call that writes a.txt, and approves it with other arguments. */
const approvedWith = async (args: { readonly [name: string]: string }) => {
  const workspace = newFolder()
  const gate = await opened({ workspace, policy, tools: builtins(), onAsk: "wait" })
  const answer = gate.dispatch({ id: "1", tool: "write_file", args: { path: "a.txt", content: "asked" } })
  const [{ id } = { id: "" }] = await take(gate.approvals, 1)
  const outcome = await gate.approvals.decide(id, { decision: "approve", args }, { by: "ada" })
  return { workspace, outcome, execution: await answer, open: await gate.approvals.list() }
}

describe("a call that a person approves with other arguments", () => {
  it("runs with exactly these, without another question", async () => {
    const { workspace, outcome, execution, open } = await approvedWith({ path: "b.txt", content: "edited" })
    expect(outcome).toEqual({ outcome: "decided" })
    expect(execution).toMatchObject({ success: true, executed: "yes", arguments: { path: "b.txt", content: "edited" } })
    expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("edited")
    expect([existsSync(join(workspace, "a.txt")), open]).toEqual([false, []])
  })

  it.each<[string, { readonly [name: string]: string }, string]>([
    ["leave the workspace", { path: "../outside.txt", content: "x" }, "FileDenied"],
    ["are denied by the policy", { path: "secret.txt", content: "x" }, "PolicyDenied"],
    ["do not match the schema", { path: "b.txt" }, "InvalidArgs"]
  ])("does not run if these %s", async (_name, args, why) => {
    const { workspace, execution } = await approvedWith(args)
    expect(execution).toMatchObject({ success: false, executed: "no", error: { why } })
    expect([existsSync(join(workspace, "a.txt")), existsSync(join(workspace, "../outside.txt"))]).toEqual([
      false,
      false
    ])
  })
})
