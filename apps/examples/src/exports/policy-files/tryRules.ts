import assert from "node:assert/strict"
import { tryRules } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { makePermissionRequest } from "@toolgate/testing"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins } from "toolgate"

const { principal, session, workspace } = makePermissionRequest().context
const resources = [{ kind: "file", path: "/workspace/a", mode: "w" }] as const
const call = { tool: "write_file", resources, session, principal, workspace, why: "It writes.", question: "q1" }
const because = { layer: "confirmation", rule: "default WRITE: prompt", source: "built in" }
const suggested = {
  version: 1,
  rule: "write_file(/workspace/a)",
  ...call,
  because,
  first: 1,
  last: 1,
  times: 1
} as const
const files = { paths: ["/app/toolgate.yaml"], texts: new Map([["/app/toolgate.yaml", "version: 1\n"]]) }
const program = Effect.flatMap(validator, (one) => tryRules([{ id: "1", suggested }], files, one))
const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
const { rules, worse } = await Effect.runPromise(Effect.provide(program, ports))
assert.deepEqual([rules[0]?.added?.rule, worse], ["write_file(/workspace/a)", []])
