import assert from "node:assert/strict"
import { noticeUnknownTools, parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"

const config = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [deploy] }", "toolgate.yaml"))
const notice = noticeUnknownTools([config], builtins())
assert.match(notice?.text ?? "", /deploy/)
assert.equal(noticeUnknownTools([config], [...builtins(), { name: "deploy", aliases: [] }]), undefined)
