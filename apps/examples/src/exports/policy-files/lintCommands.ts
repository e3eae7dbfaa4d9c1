import assert from "node:assert/strict"
import { lintCommands, parsePolicy } from "@toolgate/policy-files"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { shell } from "toolgate"

const config = Effect.runSync(parsePolicy('version: 1\nrules: { allow: ["shell(git status)"] }', "toolgate.yaml"))
const lint = lintCommands([config], [shell])
assert.deepEqual(await Effect.runPromise(Effect.provide(lint, WorkspaceResources.layer)), [])
