import { randomBytes } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  type Args,
  type JsonObject,
  type Ran,
  type Refused,
  type ResolvedPath,
  type Resource,
  refused,
  type SideEffectClass
} from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import type { AuditRecord } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import { type SegmentFiles, segmentFiles } from "../src/segments/SegmentFile.ts"
import { answerTo, onRecord } from "./onRecord.ts"
import { openGate } from "./openGate.ts"
import { bytesIn, newFolder, openLog, recordsIn, segmentsIn } from "./openLog.ts"
import { openStore } from "./openStore.ts"
import { permitFor, ran } from "./permits.ts"

/** Returns the records of a call. */
const ofCall = (records: ReadonlyArray<AuditRecord>, id: string) =>
  records.flatMap((record) => ("tool_call_id" in record && record.tool_call_id === id ? [record] : []))

const openKeyedLog = async () => {
  const bytes = randomBytes(32)
  return { ...(await openLog({ key: bytes })), key: new SecretKey(bytes) }
}

const image = { type: "image", mediaType: "image/png", base64: "" } as const

const both = [{ needsFiber: false }, { needsFiber: true }]

describe.each(both)("a run that needs a fiber: $needsFiber", ({ needsFiber }) => {
  it.each(["WRITE", "EXECUTE", "NETWORK"])("%s finds its own intent on disk when it begins", async (tool) => {
    const { folder, log, close } = await openLog()
    let seen = ""
    const gate = await openGate(log, {
      needsFiber,
      run: () => {
        seen = bytesIn(folder)
        return ran()
      }
    })
    expect((await gate.dispatch("c1", tool)).success).toBe(true)
    expect(seen).toContain('"kind":"tool.call.dispatched","tool":')
    expect(seen).toContain('"tool_call_id":"c1"')
    expect(seen).not.toContain("tool.call.completed")
    await gate.close()
    await close()
    const [intent, outcome, ...none] = ofCall(await recordsIn(folder), "c1")
    expect(none).toEqual([])
    expect(outcome).toMatchObject({ intent: { segment: segmentsIn(folder)[0], seq: intent?.seq }, executed: "yes" })
  })

  it("records the call's answer as its outcome", async () => {
    const { folder, log, close } = await openLog()
    const ends: Record<string, () => Ran> = {
      fails: () =>
        ran({ output: { content: [image, { type: "text", text: "hunter22" }], success: false, metadata: {} } }),
      late: () =>
        ran({
          error: refused("TimedOut", "It exceeded its wall-time limit."),
          enforced: { ...ran().enforced, reached: ["wallMs"], endedBy: "wallMs" }
        }),
      breaks: () => {
        throw new Error("hunter22")
      },
      lost: () => ran({ error: refused("ToolFailed", "The bank did not answer."), executed: "unknown" })
    }
    const gate = await openGate(log, { needsFiber, run: ({ callId }) => ends[callId]?.() ?? ran() })
    for (const tool of ["NONE", "WRITE"])
      for (const id of Object.keys(ends)) {
        const { error } = await gate.dispatch(id, tool)
        expect(error).toBeDefined()
      }
    await gate.dispatch("unknown", "nowhere")
    await gate.close()
    await close()
    const records = await recordsIn(folder)
    const failed = { kind: "tool.call.failed", executed: "yes" }
    expect(ofCall(records, "fails")[1]).toMatchObject({
      ...failed,
      error: { class: "execution_error", why: "ToolFailed" }
    })
    expect(ofCall(records, "late")[1]).toMatchObject({
      ...failed,
      error: { class: "timeout", why: "TimedOut" },
      enforced: { reached: ["wallMs"], ended_by: "wallMs" }
    })
    expect(ofCall(records, "lost")[1]).toMatchObject({
      kind: "tool.call.failed",
      executed: "unknown",
      error: { class: "execution_error" }
    })
    expect(ofCall(records, "breaks")[1]).toMatchObject({ ...failed, error: { why: "InternalError" } })
    expect(ofCall(records, "fails")).toHaveLength(4)
    expect(bytesIn(folder)).not.toContain("hunter22")
    // A tool that failed was not denied.
    expect(records.filter(({ kind }) => kind === "tool.call.denied")).toMatchObject([
      {
        tool: "nowhere",
        tool_call_id: "unknown",
        args: { text: "unknown" },
        error: { class: "not_found", why: "ToolNotFound" }
      }
    ])
  })

  it("answers a call that is cancelled during the sync of its intent at once, and never starts it", async () => {
    const syncing = Promise.withResolvers<void>()
    const disk = Promise.withResolvers<void>()
    let isOpen = false
    const create: SegmentFiles["create"] = async (path) => {
      const file = await segmentFiles.create(path)
      const sync = async () => {
        await file.sync()
        if (!isOpen) return
        syncing.resolve()
        await disk.promise
      }
      return { ...file, sync }
    }
    const { folder, store, log } = await openStore({ ...segmentFiles, create })
    isOpen = true
    let begun = 0
    const begins = () => {
      begun++
      return ran()
    }
    const gate = await openGate(log, { needsFiber, run: begins })
    const controller = new AbortController()
    const answer = gate.dispatch("c1", "WRITE", { signal: controller.signal })
    await syncing.promise
    controller.abort()
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    disk.resolve()
    expect((await gate.dispatch("c2", "WRITE")).success).toBe(true)
    await gate.close()
    await store.close()
    expect(begun).toBe(1)
    const [intent, outcome] = ofCall(await recordsIn(folder), "c1")
    expect(intent?.kind).toBe("tool.call.dispatched")
    expect(outcome).toMatchObject({
      kind: "tool.call.failed",
      executed: "no",
      duration_ms: 0,
      error: { why: "Cancelled" }
    })
  })
})

it.each(both)(
  "records a call that is stopped just before its entry once: needsFiber $needsFiber",
  async ({ needsFiber }) => {
    const { folder, log, close } = await openLog()
    const gate = await openGate(log, {
      needsFiber,
      run: () => expect.unreachable(),
      // A call whose hook waits continues in a fiber.
      hooks: [{ onToolCall: ({ id }) => (id === "waits" ? Promise.resolve(undefined) : undefined) }],
      resolving: ({ text }, { session }) => gate.engine.cancelCall(session, String(text))
    })
    for (const id of ["waits", "here"])
      expect(await gate.dispatch(id, "WRITE")).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    await gate.close()
    await close()
    const records = await recordsIn(folder)
    for (const id of ["waits", "here"])
      expect(ofCall(records, id).at(-1)).toMatchObject({ error: { why: "Cancelled" } })
  }
)

it("records a refused call even if its arguments are nested deeper than the stack", async () => {
  const { folder, log, close } = await openLog()
  const gate = await openGate(log, { run: () => ran() })
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
  for (const name of ["token", "other"]) {
    const call = { id: name, tool: "nowhere", argsText: `{"${name}":${deep}}` }
    expect(await gate.engine.dispatchPromise(call, gate.context)).toMatchObject({ error: { why: "ToolNotFound" } })
  }
  await gate.close()
  await close()
  expect((await recordsIn(folder)).filter(({ kind }) => kind === "tool.call.denied")).toMatchObject([
    { tool_call_id: "token" },
    { tool_call_id: "other" }
  ])
})

describe.each(both)("a sandbox that answers with no valid result, in a fiber: $needsFiber", ({ needsFiber }) => {
  it.each([
    ["no output", { output: undefined }],
    ["an error that is none", { ...ran(), error: {} }]
  ])("%s", async (_kind, answer) => {
    const { folder, log, close } = await openLog()
    const gate = await openGate(log, { needsFiber, run: async () => answer as never })
    expect((await gate.dispatch("1", "WRITE")).success).toBe(false)
    await gate.close()
    await close()
    expect(ofCall(await recordsIn(folder), "1")).toMatchObject([
      { kind: "tool.call.dispatched" },
      { kind: "tool.call.failed", executed: "yes", error: { why: "InternalError" } }
    ])
  })
})

/** Opens a log on a disk that waits for the test, with runs that count their starts. */
const onSlowDisk = async (queueBytes: number) => {
  const disk = Promise.withResolvers<void>()
  let isSlow = false
  const create: SegmentFiles["create"] = async (path) => {
    const file = await segmentFiles.create(path)
    const write = async (bytes: Uint8Array) => {
      if (isSlow) await disk.promise
      await file.write(bytes)
    }
    return { ...file, write }
  }
  const { store, log } = await openStore({ ...segmentFiles, create }, { queueBytes })
  isSlow = true
  const begun = { count: 0 }
  const run = () => {
    begun.count++
    return ran()
  }
  const start = (id: string, sideEffects: SideEffectClass) => onRecord(log, permitFor({ id, sideEffects }), run)
  return { log, begun, start, goOn: disk.resolve, close: () => store.close() }
}

it("starts a call without side effects without waiting for the disk or a fiber", async () => {
  const { log, begun, start, goOn, close } = await onSlowDisk(1024 * 1024)
  const ended = [start("1", "NONE"), start("2", "READ"), start("3", "WRITE")]
  expect(begun.count).toBe(2)
  for (const [sideEffects, isThere] of [
    ["NONE", true],
    ["READ", true],
    ["WRITE", false]
  ] as const) {
    const entry = log.entry(permitFor({ sideEffects }))
    expect(Exit.isExit(entry.intend())).toBe(isThere)
  }
  goOn()
  await Promise.all(ended)
  expect(begun.count).toBe(3)
  await close()
})

it("makes a call without side effects wait when writing falls behind", async () => {
  const { begun, start, goOn, close } = await onSlowDisk(20_000)
  const ended = Array.from({ length: 100 }, (_, index) => start(String(index), "READ"))
  expect(begun.count).toBeGreaterThan(5)
  expect(begun.count).toBeLessThan(100)
  goOn()
  await Promise.all(ended)
  expect(begun.count).toBe(100)
  await close()
})

it("records a call that ends before its intent is written", async () => {
  const { folder, store, log } = await openStore(segmentFiles)
  const permit = permitFor({ id: "c1" })
  const entry = log.entry(permit)
  // An effect that is interrupted before it begins writes nothing.
  entry.intend()
  entry.end(answerTo(permit, { error: refused("Cancelled", "The call was cancelled.") }))
  await store.close()
  expect(ofCall(await recordsIn(folder), "c1")).toMatchObject([
    { kind: "tool.call.dispatched" },
    { kind: "tool.call.failed", executed: "no", error: { why: "Cancelled" } }
  ])
})

it("records the caller, its principal and its parent call, in bounded length", async () => {
  const { folder, log, close } = await openLog()
  const bound = { tools: "any" } as const
  const principal = {
    agent: "child",
    role: "r",
    onBehalfOf: "ada",
    ceiling: bound,
    parent: { agent: "parent", ceiling: bound, parent: { agent: "root", task: "t", ceiling: bound } }
  }
  const caller = { kind: "chain", parent: "p", chain: "c", index: 2 } as const
  const permit = permitFor({
    id: "x".repeat(10_000),
    args: { all: Array.from({ length: 100_000 }, (_, index) => `\u0001${index}`) },
    resources: Array.from({ length: 100_000 }, () => ({
      kind: "file",
      path: "/ws/\u0001" as never,
      mode: "w" as const
    })),
    context: { principal, caller }
  })
  await onRecord(log, { ...permit, approval: { id: "a1" } })
  await close()
  const [name = ""] = segmentsIn(folder)
  const intent = (await recordsIn(folder))[1]
  expect(intent).toMatchObject({
    agent: "child",
    role: "r",
    delegated_by: [{ agent: "parent" }, { agent: "root", task: "t" }],
    on_behalf_of: "ada",
    caller_type: "chain",
    chain_id: "c",
    chain_index: 2,
    parent_call_id: "p",
    tool_digest: permit.request.toolDigest,
    tool_call_id: `${"x".repeat(256)}…`,
    args_digest: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/),
    approval_id: "a1",
    because: { layer: "test", rule: "allow", source: "permits" }
  })
  for (const line of readFileSync(join(folder, name), "utf8").split("\n")) expect(line.length).toBeLessThan(66_000)
})

it("records the policy, the definition and the principal of each call", async () => {
  const { folder, log, close } = await openLog()
  const whose = { principal: { agent: "a", onBehalfOf: "ada", ceiling: { tools: "any" } } } as const
  const policy = "0123456789abcdef".repeat(4)
  for (const sideEffects of ["READ", "WRITE"] as const) {
    const permit = permitFor({ id: sideEffects, sideEffects, context: whose })
    await onRecord({ ...log, entry: (given) => log.entry(given, policy) }, permit)
  }
  const { request } = permitFor({ id: "denied", context: whose })
  const denied = answerTo(permitFor({ id: "denied" }), { error: refused("PolicyDenied", "Permission denied.") })
  log.refused(denied, request.context, { tool: request.toolDigest, policy })
  log.refused({ ...denied, callId: "unknown" }, request.context)
  await close()
  const records = await recordsIn(folder)
  const said = {
    on_behalf_of: "ada",
    caller_type: "direct",
    tool_digest: request.toolDigest,
    policy_digest: policy
  }
  for (const [id, count] of [
    ["READ", 2],
    ["WRITE", 2],
    ["denied", 1]
  ] as const)
    expect(ofCall(records, id)).toMatchObject(Array(count).fill(said))
  const [unknown] = ofCall(records, "unknown")
  expect(unknown).toMatchObject({ on_behalf_of: "ada", caller_type: "direct" })
  expect(unknown).not.toHaveProperty("tool_digest")
  expect(unknown).not.toHaveProperty("policy_digest")
})

it("records the forms that the tool asked, without questions and answers", async () => {
  const { folder, log, close } = await openLog()
  const forms = [
    { kind: "form", action: "accept", waitedMs: 1234.56789 },
    { kind: "url", action: "cancel", waitedMs: 5 }
  ] as const
  for (const [id, more] of [
    ["done", {}],
    ["failed", { error: refused("ToolFailed", "No.") }]
  ] as const) {
    const permit = permitFor({ id })
    const entry = log.entry(permit)
    await Effect.runPromise(entry.intend())
    entry.end({ ...answerTo(permit, more), executed: "yes", forms })
  }
  await onRecord(log, permitFor({ id: "none" }), () => ran())
  await close()
  const records = await recordsIn(folder)
  for (const id of ["done", "failed"])
    expect(ofCall(records, id)[1]).toMatchObject({
      forms: [
        { kind: "form", action: "accept", waited_ms: 1234.568 },
        { kind: "url", action: "cancel", waited_ms: 5 }
      ]
    })
  expect(ofCall(records, "none")[1]).not.toHaveProperty("forms")
})

it("records the keyed digest of the output if the call ran", async () => {
  const { folder, key, log, close } = await openKeyedLog()
  const content = [
    { type: "text" as const, text: "hunter22" },
    { type: "file" as const, mediaType: "text/plain", text: "hunter22", uri: "https://ada:hunter22@example.org/" },
    { type: "link" as const, uri: "https://example.org/?token=hunter22" }
  ]
  const output = { content, success: true, metadata: {} }
  const round: Record<string, unknown> = {}
  round.round = round
  await onRecord(log, permitFor({ id: "same", sideEffects: "READ" }), () => ran({ output }))
  await onRecord(log, permitFor({ id: "again" }), () => ran({ output: structuredClone(output) }))
  const error = refused("TimedOut", "It exceeded its wall-time limit.")
  await onRecord(log, permitFor({ id: "late" }), () => ran({ output, error }))
  await onRecord(log, permitFor({ id: "no JSON" }), () => ran({ output: { ...output, metadata: round as JsonObject } }))
  const permit = permitFor({ id: "cancelled" })
  log.entry(permit).end(answerTo(permit, { error: refused("Cancelled", "The call was cancelled.") }))
  await close()
  expect(bytesIn(folder)).not.toContain("hunter22")
  const records = await recordsIn(folder)
  const digestOf = (id: string) => {
    const last = ofCall(records, id).at(-1)
    return last !== undefined && "result_digest" in last ? last.result_digest : undefined
  }
  const digest = key.digest(JSON.stringify(output))
  expect(["same", "again", "late"].map(digestOf)).toEqual([digest, digest, digest])
  expect(digestOf("cancelled")).toBeUndefined()
  expect(digestOf("no JSON")).toBeUndefined()
  expect(ofCall(records, "no JSON")).toMatchObject([{}, { kind: "tool.call.completed" }])
})

it("uses a referenced key for digests, and stores no key in the folder", async () => {
  const bytes = randomBytes(32)
  const folder = newFolder()
  mkdirSync(folder)
  writeFileSync(join(folder, "elsewhere.key"), bytes, { mode: 0o600 })
  const { log, close } = await openLog({ folder, key: `file:${join(folder, "elsewhere.key")}` })
  await onRecord(log, permitFor({ args: { password: "hunter22" } }))
  await close()
  expect(bytesIn(folder)).toContain(new SecretKey(bytes).digest("hunter22"))
  expect(readdirSync(folder)).not.toContain("digest.key")
})

describe("an approval on record", () => {
  const shown = `hmac-sha256:${"0".repeat(64)}`

  it("records who decided, from where, when, and what they saw", async () => {
    const { folder, log, close } = await openLog()
    const approval = { id: "a1", by: "ada", from: "console", at: Date.UTC(2026, 10, 20), shown }
    await onRecord(log, { ...permitFor({ id: "1" }), approval })
    await onRecord(log, { ...permitFor({ id: "2" }), approval: { id: "a2", at: Number.POSITIVE_INFINITY } })
    await close()
    const records = await recordsIn(folder)
    expect(ofCall(records, "1")[0]).toMatchObject({
      approval_id: "a1",
      approved_by: "ada",
      approved_from: "console",
      approved_at: "2026-11-20T00:00:00.000Z",
      shown_digest: shown
    })
    expect(ofCall(records, "1")[0]).not.toHaveProperty("proposed_args")
    expect(ofCall(records, "2")[0]).toMatchObject({ approval_id: "a2" })
    expect(ofCall(records, "2")[0]).not.toHaveProperty("approved_at")
  })

  it.each(["approve", "deny"] as const)(
    "of an escalation records who answered %s with which words, not an approval",
    async (decision) => {
      const { folder, key, log, close } = await openKeyedLog()
      const made = { by: "ada", from: "console", at: Date.UTC(2026, 10, 20), shown }
      const note = `The password is hunter22one. ${"x".repeat(1000)}`
      const args: Args = { reason: "May I merge?", password: "hunter22one" }
      await onRecord(log, {
        ...permitFor({ id: "1", args }),
        approval: { id: "a1", ...made, answer: { decision, note } }
      })
      await onRecord(log, { ...permitFor({ id: "2" }), approval: { id: "a2", answer: { decision } } })
      await close()
      const records = await recordsIn(folder)
      const [first, second] = [ofCall(records, "1")[0], ofCall(records, "2")[0]]
      const words = expect.stringMatching(/^The password is (?!hunter).*x+…$/)
      expect(first).toMatchObject({
        approval_id: "a1",
        answer: { decision, note: words },
        answered_by: "ada",
        answered_from: "console",
        answered_at: "2026-11-20T00:00:00.000Z",
        shown_digest: shown
      })
      expect(JSON.stringify(first).length).toBeLessThan(2500)
      expect(second).toMatchObject({ answer: { decision } })
      for (const record of [first, second])
        expect(Object.keys(record ?? {}).filter((name) => name.startsWith("approved"))).toEqual([])
      expect(bytesIn(folder)).toContain(key.digest("hunter22one"))
      expect(bytesIn(folder)).not.toContain("hunter22")
    }
  )

  it("records the proposed and the approved arguments, without secrets", async () => {
    const { folder, key, log, close } = await openKeyedLog()
    const proposed: Args = { path: "a.txt", password: "hunter22one", note: "hunter22two" }
    const args: Args = { path: "b.txt", token: "hunter22two", note: "hunter22one" }
    await onRecord(log, { ...permitFor({ id: "1", args }), approval: { id: "a1", proposed } })
    await close()
    const hidden = (secret: string, redacted = "key") => ({ redacted, digest: key.digest(secret) })
    expect(ofCall(await recordsIn(folder), "1")[0]).toMatchObject({
      args: { path: "b.txt", token: hidden("hunter22two"), note: hidden("hunter22one", "pattern") },
      args_digest: key.digest(JSON.stringify(args)),
      proposed_args: { path: "a.txt", password: hidden("hunter22one"), note: hidden("hunter22two", "pattern") },
      proposed_args_digest: key.digest(JSON.stringify(proposed))
    })
    expect(bytesIn(folder)).not.toContain("hunter22")
  })

  it("records who denied a call, and the approval that a deferred call awaits", async () => {
    const { folder, log, close } = await openLog()
    const { request } = permitFor()
    const refuseWith = (callId: string, error: Refused) =>
      log.refused({ ...answerTo(permitFor(), { error }), callId }, request.context)
    const no = refused("UserDenied", "A person denied this call.")
    const denied = { id: "a1", by: "ada", from: "console", at: Date.UTC(2026, 10, 20), shown }
    refuseWith("denied", { ...no, denied })
    refuseWith("pending", {
      ...refused("ApprovalPending", "It waits."),
      pending: { approvalId: "a2", expiresAt: 1 }
    })
    refuseWith("lapsed", refused("ApprovalExpired", "It has expired.", { approvalId: "a3" }))
    refuseWith("no approval", refused("PolicyDenied", "No.", { approvalId: 7 }))
    await close()
    const records = await recordsIn(folder)
    const decision = (id: string) => {
      const [record] = ofCall(records, id)
      return Object.entries(record ?? {}).filter(([name]) => /^(?:approval|denied|shown)_/.test(name))
    }
    expect(Object.fromEntries(decision("denied"))).toEqual({
      approval_id: "a1",
      denied_by: "ada",
      denied_from: "console",
      denied_at: "2026-11-20T00:00:00.000Z",
      shown_digest: shown
    })
    expect(decision("pending")).toEqual([["approval_id", "a2"]])
    expect(decision("lapsed")).toEqual([["approval_id", "a3"]])
    expect(decision("no approval")).toEqual([])
  })

  it("has a bounded size for any proposal", async () => {
    const { folder, log, close } = await openLog()
    const large: Args = { all: Array.from({ length: 100_000 }, (_, index) => `\u0001${index}`) }
    const permit = permitFor({ id: "1", args: { ...large, path: "b.txt" } })
    await onRecord(log, { ...permit, approval: { id: "a".repeat(10_000), by: "b".repeat(10_000), proposed: large } })
    await close()
    for (const line of bytesIn(folder).split("\n")) expect(line.length).toBeLessThan(66_000)
    expect(ofCall(await recordsIn(folder), "1")[0]).toHaveProperty("proposed_args_digest")
  })
})

it("never writes a call's secret to the files", async () => {
  const { folder, log, close } = await openLog()
  const secrets = Array.from({ length: 40 }, () => `${randomBytes(15).toString("base64url")}1`)
  for (const [index, secret] of secrets.entries()) {
    const args: Args = {
      note: `uses ${secret}`,
      [["password", "apiKey", "db_token", "Cookie"][index % 4] ?? ""]: index % 2 === 0 ? secret : [{ deep: secret }],
      again: [[secret]],
      [`x-${secret}`]: true
    }
    const resources: ReadonlyArray<Resource> = [
      { kind: "file", path: `/ws/${secret}.txt` as ResolvedPath, mode: "w" },
      {
        kind: "command",
        argv: ["mysql", "--password", secret, `-p${secret}`],
        assigned: [],
        wrapper: false,
        inWorkspace: true,
        paths: [`/ws/${secret}` as ResolvedPath],
        hosts: []
      },
      { kind: "opaque", reason: `cannot tell what "${secret}" is` }
    ]
    const error = refused("ToolFailed", `login failed for ${secret}`)
    const permit = permitFor({ id: String(index), args, resources })
    await onRecord(log, permit, () => (index % 3 === 0 ? Exit.fail(error) : ran({ error })))
    log.refused(
      {
        callId: "1",
        toolName: "t",
        arguments: args,
        success: false,
        output: ran().output,
        error: refused("PolicyDenied", `no ${secret} here`, { rule: "shell(*)", source: "policy.yaml:3:1" }),
        executed: "no",
        sandbox: undefined,
        enforced: undefined,
        durationMs: 0,
        waitedMs: 0
      },
      permit.request.context
    )
  }
  await close()
  const bytes = bytesIn(folder)
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([])
  expect((await recordsIn(folder)).filter(({ kind }) => kind === "tool.call.denied")).toHaveLength(secrets.length)
  expect(bytes).toContain('"rule":"shell(*)","source":"policy.yaml:3:1"')
})
