import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Approvals, type Args, type Gated, type ResolvedPath, Resources } from "@toolgate/core"
import { findFailedRows, makePermissionRequest } from "@toolgate/testing"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, describe, expect, it } from "vitest"
import { makeRuntimePolicy } from "../src/index.ts"
import type { Attack } from "./attacks/Attack.ts"
import { allowedCommands } from "./attacks/allowedCommands.ts"
import { callerAttacks } from "./attacks/callerAttacks.ts"
import { deniedCommands } from "./attacks/deniedCommands.ts"
import { deniedFiles } from "./attacks/deniedFiles.ts"
import { hostAttacks } from "./attacks/hostAttacks.ts"
import { listAttacks } from "./attacks/listAttacks.ts"
import { nameAttacks } from "./attacks/nameAttacks.ts"
import { otherCommands } from "./attacks/otherCommands.ts"
import { pathAttacks } from "./attacks/pathAttacks.ts"
import { decisionOf, policyIn, principal, tools } from "./judging.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-attacks-")))
const ws = join(base, "ws") as ResolvedPath
const out = join(base, "outside")
for (const folder of ["ws/src", "ws/src-evil", "ws/secret", "ws/dist", "ws-evil", "outside"])
  mkdirSync(join(base, folder), { recursive: true })
for (const file of ["ws/.env", "ws/src/a.ts", "ws/secret/k", "ws/dist/x", "ws-evil/x", "outside/secret"])
  writeFileSync(join(base, file), "x")
for (const [link, target] of [
  ["link", "../.env"],
  ["toSecret", "../secret"],
  ["key", "../secret/k"],
  ["out", "../../outside"],
  ["dangling", "../../outside/new"],
  ["loop", "loop"]
] as const)
  symlinkSync(target, join(ws, "src", link))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const runtime = ManagedRuntime.make(WorkspaceResources.layer)
afterAll(() => runtime.dispose())
const resources = await runtime.runPromise(Resources)

/** Returns the value with the folders of this run in place of `$WS` and `$OUT`. */
const placed = <A>(value: A): A => JSON.parse(JSON.stringify(value).replaceAll("$WS", ws).replaceAll("$OUT", out))

const answer = <A>(step: Gated<A>) => Effect.runPromise(Effect.result(step))

const requestOf = ({ tool, who = {}, session = "s", caller }: Attack, args: Args) =>
  makePermissionRequest(
    {
      args,
      context: {
        workspace: ws,
        session,
        principal: principal(who),
        caller: caller === "chain" ? { kind: "chain", parent: "p", chain: "c", index: 0 } : { kind: "direct" }
      }
    },
    tool
  )

const decided = async (attack: Attack, given: Args): Promise<Attack["expect"]> => {
  const policy = policyIn(...placed([attack.policy].flat()))
  const request = requestOf(attack, placed(given))
  const resolved = await answer(resources.resolve(request.tool, request.args, request.context))
  return resolved._tag === "Failure" ? "refused" : decisionOf(policy, { ...request, resources: resolved.success })
}

const short = (args: Args) => {
  const text = JSON.stringify(args)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

describe.each([
  ["paths", pathAttacks],
  ["files", deniedFiles],
  ["denied commands", deniedCommands],
  ["allowed commands", allowedCommands],
  ["other commands", otherCommands],
  ["hosts", hostAttacks],
  ["names", nameAttacks],
  ["lists", listAttacks],
  ["callers", callerAttacks]
] as const)("%s", (_name, attacks) => {
  it.each(attacks)("$attack: $tool.name → $expect", async (attack) => {
    const rows = attack.calls.map((args) => [short(args), args] as const)
    expect(await findFailedRows(rows, async (args) => expect(await decided(attack, args)).toBe(attack.expect))).toEqual(
      {}
    )
  })
})

describe("a question that no person can answer", () => {
  it("is denied", async () => {
    const policy = policyIn("")
    const runtimePolicy = await Effect.runPromise(
      makeRuntimePolicy(policy.judge).pipe(Effect.provide(Approvals.layerNobody))
    )
    const asked = makePermissionRequest({ args: { path: "x" }, context: { workspace: ws } }, tools.write_file)
    expect(policy.judge(asked).decision).toBe("ask")
    expect(await answer(runtimePolicy.checkPermission(asked))).toMatchObject({
      failure: { why: "PolicyDenied", class: "permission_denied" }
    })
  })
})
