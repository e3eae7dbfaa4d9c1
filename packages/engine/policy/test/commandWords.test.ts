import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ResolvedPath, Resources } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import { readCommandGroups } from "@toolgate/testing/hostile"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, expect, it } from "vitest"
import { policyIn, principal, tools } from "./judging.ts"

const decisions: Readonly<Record<string, string>> = { runs: "allow", asks: "ask", denied: "deny" }

const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-words-"))) as ResolvedPath
afterAll(() => rmSync(workspace, { recursive: true, force: true }))
const runtime = ManagedRuntime.make(WorkspaceResources.layer)
afterAll(() => runtime.dispose())
const resources = await runtime.runPromise(Resources)

const policies = new Map<string, ReturnType<typeof policyIn>>()

/**
 * Returns the policy of these rules, from a cache. Many groups share their rules, and no decision of a policy depends
 * on earlier ones.
 */
const policyWith = (allow: ReadonlyArray<string>, deny: ReadonlyArray<string>) => {
  const shell = (rules: ReadonlyArray<string>) => JSON.stringify(rules.map((rule) => `shell(${rule})`))
  // The paths outside the workspace are named here, because the groups are about other words.
  const text = `rules: { allow: ${shell(allow).replace(/\]$/, ', "read_host(/**)"]')}, deny: ${shell(deny)} }`
  const policy = policies.get(text) ?? policyIn(text)
  policies.set(text, policy)
  return policy
}

it.each([...Map.groupBy(readCommandGroups(), ({ list }) => list)])(
  "each command of %s has the decision of its line",
  async (_, groups) => {
    const wrong: Array<unknown> = []
    for (const { allow, deny, commands } of groups) {
      const { judge } = policyWith(allow, deny)
      const context = { workspace, principal: principal() }
      for (const [label, command] of commands) {
        const request = makePermissionRequest({ args: { command }, context }, tools.shell)
        const resolved = await Effect.runPromise(resources.resolve(request.tool, request.args, request.context))
        const { decision } = judge({ ...request, resources: resolved })
        if (decision !== decisions[label]) wrong.push({ allow, deny, command, label, decision })
      }
    }
    expect(wrong).toEqual([])
  }
)
