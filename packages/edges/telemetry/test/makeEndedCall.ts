import { unenforced } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import type { EndedCall } from "../src/EndedCall.ts"

const { context } = makePermissionRequest()

/** Returns a call of a tool that has succeeded. */
export const makeEndedCall = (toolName: string, callId = "1"): EndedCall => {
  const about = { session: "s", turn: "t", agent: "a", callId, toolName, at: 0 }
  const times = { durationMs: 1, waitedMs: 0 }
  const answer = {
    ...times,
    callId,
    toolName,
    effects: [],
    arguments: {},
    success: true,
    output: { content: [], success: true, metadata: {} },
    error: undefined,
    executed: "yes",
    sandbox: "host",
    enforced: unenforced
  } as const
  const call = { context, startedAt: 0, permit: undefined, answer, trace: undefined }
  return { event: { ...about, ...times, type: "tool.completed" }, call, answer, endedAt: 0 }
}
