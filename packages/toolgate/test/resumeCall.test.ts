import {
  Approvals,
  type DispatchContext,
  type ResumableCall,
  ResumableCalls,
  refuse,
  refused,
  StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { openWorkspace } from "../src/effect.ts"
import type { ToolgateOptions } from "../src/index.ts"
import { newFolder, opened } from "./asking.ts"

type Get = ResumableCalls["Service"]["get"]

/** Opens a gate that looks up deferred calls with `get`, and accepts every approval for "a1". */
const openResuming = async (get: Get, more: Partial<ToolgateOptions> = {}) => {
  const approvals = Layer.merge(
    Layer.succeed(Approvals, {
      obtain: ({ request }) =>
        request.given?.id === "a1" ? Effect.succeed({ id: "a1", waitedMs: 0 }) : refuse("UserDenied", "No.")
    }),
    Layer.succeed(ResumableCalls, { get })
  )
  const gate = await opened({ approvals, ...more })
  return gate
}

const found = async (
  more: Partial<ResumableCall> = {},
  context: Partial<DispatchContext> = {}
): Promise<ResumableCall> => ({
  call: { id: "1", tool: "note", args: { text: "a" } },
  context: {
    session: "s",
    turn: "t",
    principal: { agent: "me", ceiling: { tools: "any" } },
    workspace: await Effect.runPromise(openWorkspace(newFolder())),
    caller: { kind: "direct" },
    deadline: undefined,
    ...context
  },
  refusal: undefined,
  ...more
})

/** A look-up that does not end by itself, with promises of its start and its interruption. */
const hanging = () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const get: Get = () =>
    Effect.suspend(() => {
      begun.resolve()
      return Effect.onInterrupt(Effect.never, () => Effect.sync(ended.resolve))
    })
  return { get, begun: begun.promise, ended: ended.promise }
}

describe("a deferred call", () => {
  it("runs when it is resumed, with its original call", async () => {
    const gate = await openResuming(() => Effect.promise(() => found()))
    const events: Array<string> = []
    const execution = await gate.resume("a1", { onEvent: ({ type, session }) => events.push(`${session} ${type}`) })
    expect(execution).toMatchObject({ callId: "1", toolName: "note", success: true, executed: "yes" })
    expect(events).toEqual(["s tool.called", "s tool.completed"])
  })

  it("is refused with the error of its finder", async () => {
    const refusal = refused("UserDenied", "A person said no.")
    const gate = await openResuming(() => Effect.promise(() => found({ refusal })))
    expect(await gate.resume("a1")).toMatchObject({ callId: "1", executed: "no", error: refusal })
  })

  it.each([
    ["nothing is found", () => Effect.succeed(undefined), "PolicyDenied"],
    [
      "the store is away",
      () => Effect.fail(new StoreUnavailable({ store: "s", message: "It is away." } as never)),
      "StoreUnavailable"
    ],
    ["the look-up dies", () => Effect.die("lost"), "InternalError"],
    [
      "the look-up throws",
      () => {
        throw new Error("lost")
      },
      "InternalError"
    ]
  ] as const)("is answered if %s", async (_, get, why) => {
    const gate = await openResuming(get)
    expect(await gate.resume("a1")).toMatchObject({ callId: "a1", executed: "no", error: { why } })
  })

  it("answers an invalid id", async () => {
    const gate = await openResuming(() => Effect.promise(() => found()))
    const throws = () => {
      throw new Error("secret")
    }
    for (const id of [undefined, null, 7, {}, { toString: throws }])
      expect(await gate.resume(id as never)).toMatchObject({ callId: "", executed: "no", success: false })
  })

  it("of another session, workspace or principal is unknown to a session", async () => {
    const folder = newFolder()
    const workspace = await Effect.runPromise(openWorkspace(folder))
    for (const [context, success] of [
      [{ workspace }, true],
      [{}, false],
      [{ workspace, session: "another" }, false],
      [{ workspace, principal: { agent: "another", ceiling: { tools: "any" } } }, false]
    ] as const) {
      const gate = await openResuming(() => Effect.promise(() => found({}, context)))
      const session = await gate.session({ id: "s", agent: "me", workspace: folder })
      expect(await session.resume("a1")).toMatchObject({ success })
    }
  })
})

describe("while a deferred call is looked up,", () => {
  it("is cancelled by its signal", async () => {
    const { get, begun, ended } = hanging()
    const gate = await openResuming(get)
    const abort = new AbortController()
    const answer = gate.resume("a1", { signal: abort.signal })
    await begun
    abort.abort()
    await ended
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(await gate.resume("a1", { signal: AbortSignal.abort() })).toMatchObject({ error: { why: "Cancelled" } })
    expect(
      await openResuming(() => Effect.succeed(undefined)).then((other) => other.resume("a1", { signal: {} as never }))
    ).toMatchObject({ executed: "no" })
  })

  it("ends at its deadline", async () => {
    const { get, ended } = hanging()
    const gate = await openResuming(get)
    const answer = gate.resume("a1", { timeoutMs: 5 })
    await ended
    expect(await answer).toMatchObject({ executed: "no", error: { why: "TimedOut" } })
  })
})
