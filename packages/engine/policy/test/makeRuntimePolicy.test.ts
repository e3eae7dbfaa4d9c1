import {
  type Approval,
  type ApprovalQuestion,
  Approvals,
  AskingTime,
  type Gated,
  type Judge,
  type PermissionRequest,
  type QuotaStore,
  type Refused,
  refuse,
  refused,
  unlimited,
  type Verdict
} from "@toolgate/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  allow,
  ask,
  deny,
  MemoryQuotaStore,
  makeRuntimePolicy,
  Quotas,
  type RuntimePolicyOptions
} from "../src/index.ts"
import { denyPath } from "../src/verdict/verdicts.ts"
import { call, configOf, file, principal, tools } from "./judging.ts"

const because = (rule: string) => ({ layer: "l", rule, source: "s" })
const request = call(tools.read_file, [file("/workspace/x")])
const approval: Approval = { id: "a1", waitedMs: 7 }
const grant = {
  sandbox: "host",
  limits: unlimited(),
  access: { files: [{ path: "/workspace/x", mode: "r", scope: "exact" }], hosts: [] }
}

/** Returns the runtime policy of a judge. `obtain` is how people answer. */
const runtimePolicy = (
  judge: Judge,
  obtain: (question: ApprovalQuestion) => Gated<Approval> = never,
  options: RuntimePolicyOptions = {}
) => Effect.runSync(Effect.provideService(makeRuntimePolicy(judge, options), Approvals, { obtain }))

const never = (): Gated<Approval> => {
  throw new Error("Nobody is to be asked.")
}

const answer = <A>(step: Gated<A>) => Effect.runPromise(Effect.result(step))
const quotas = (text: string, store = MemoryQuotaStore.make()) => {
  const limits = new Quotas([configOf(`quotas: { ${text} }`).quotas])
  return { limits: () => limits, store }
}

describe("the runtime policy of a judge", () => {
  it("permits an allowed call without asking", async () => {
    const bounds = { sandbox: "wasm", limits: { wallMs: 5 } }
    const policy = runtimePolicy(() => allow(because("a"), bounds))
    expect(await answer(policy.checkPermission(request))).toMatchObject({
      success: {
        request,
        grant: { ...grant, sandbox: "wasm", limits: { ...unlimited(), wallMs: 5 } },
        because: because("a"),
        waitedMs: 0
      }
    })
    expect(await answer(runtimePolicy(() => allow(because("a"))).checkPermission(request))).toMatchObject({
      success: { request, grant, because: because("a"), waitedMs: 0 }
    })
  })

  it.each([
    undefined,
    null,
    "approve",
    {},
    { id: "a1" },
    { waitedMs: 7 },
    { id: 1, waitedMs: 7 },
    { id: "a1", waitedMs: -1 },
    { id: "a1", waitedMs: Number.NaN },
    { decision: "approve" },
    ...[
      { by: 1 },
      { from: null },
      { at: "yesterday" },
      { at: Number.NaN },
      { shown: {} },
      { claim: null },
      { claim: {} },
      { claim: { digest: "d", mac: 1 } },
      { args: null },
      { args: "{}" },
      { args: ["-rf"] },
      { args: () => "a" }
    ].map((member) => ({ ...approval, ...member }))
  ])("denies the call if the approval is %o", async (given) => {
    const policy = runtimePolicy(
      () => ask(because("a"), "Why?"),
      () => Effect.succeed(given as Approval)
    )
    expect(await answer(policy.checkPermission(request))).toMatchObject({
      failure: {
        why: "PolicyDenied",
        message: expect.stringContaining("but the approval service returned an invalid answer")
      }
    })
  })

  it("drops a session's counts even if an app's own approvals throw", async () => {
    const ended: Array<string> = []
    const none = () => Effect.succeed(undefined)
    const store = { take: none, look: none, sessionEnded: (session: string) => void ended.push(session) }
    const approvals = {
      obtain: never,
      sessionEnded: () => {
        throw new Error("lost")
      }
    }
    const options = { quotas: quotas("read_file: { per_session: 3 }", store) }
    const policy = Effect.runSync(
      Effect.provideService(
        makeRuntimePolicy(() => allow(because("a")), options),
        Approvals,
        approvals
      )
    )
    expect(() => policy.sessionEnded?.("s")).toThrow("lost")
    expect(ended).toEqual(["s"])
  })

  it("refuses a denied call, and reports whether a path was the reason", async () => {
    const of = async (verdict: Verdict) => answer(runtimePolicy(() => verdict).checkPermission(request))
    expect(await of(deny(because("d"), "It is late."))).toMatchObject({
      failure: refused("PolicyDenied", "Permission denied: It is late.", because("d"))
    })
    expect(await of(denyPath(because("d"), "It is hidden."))).toMatchObject({
      failure: refused("FileDenied", "Permission denied: It is hidden.", because("d"))
    })
  })

  it("asks a person with all details, and permits an approved call", async () => {
    const questions: Array<ApprovalQuestion> = []
    const obtain = (question: ApprovalQuestion) => {
      questions.push(question)
      return Effect.succeed(approval)
    }
    const policy = runtimePolicy(() => ask(because("a"), "Is it well?"), obtain)
    expect(await answer(policy.checkPermission(request))).toMatchObject({
      success: { request, grant, because: because("a"), approval: { id: "a1" }, waitedMs: 7 }
    })
    await answer(runtimePolicy(() => ask(because("a"), "Once.", "tool"), obtain).checkPermission(request))
    expect(questions).toMatchObject([
      { request, because: because("a"), grant, why: "Is it well?", covers: "call", onlyOnce: false },
      { request, because: because("a"), grant, why: "Once.", covers: "tool", onlyOnce: true }
    ])
  })

  it("adds the policy's digest to a question", async () => {
    const asked: Array<string | undefined> = []
    const digests = ["p1", "p2"]
    for (const more of [{}, { digest: () => digests[0] ?? "" }]) {
      const policy = runtimePolicy(
        () => ask(because("a"), "Is it well?"),
        ({ policyDigest }) => {
          asked.push(policyDigest)
          return Effect.succeed(approval)
        },
        more
      )
      for (let times = 0; times < 2; times++) {
        await answer(policy.checkPermission(request))
        if ("digest" in more) digests.shift()
      }
      expect(policy.digest === undefined).toBe(!("digest" in more))
    }
    expect(asked).toEqual([undefined, undefined, "p1", "p2"])
  })

  it("suggests the rule for exactly this call, on demand", async () => {
    const suggested: Array<unknown> = []
    const policy = runtimePolicy(
      () => ask(because("a"), "Is it well?"),
      ({ suggestRule }) => {
        expect(suggested).toEqual([])
        expect(suggestRule?.()).toEqual({ rule: "read_file" })
        return Effect.succeed(approval)
      },
      {
        suggestRule: (given) => {
          suggested.push(given)
          return { rule: given.tool.name }
        }
      }
    )
    await answer(policy.checkPermission(request))
    expect(suggested).toEqual([request])
  })

  it("counts only the time of asking as waiting, for every answer", async () => {
    const counted: Array<unknown> = []
    const counting = <A>(permitted: Gated<A>): Gated<A> =>
      Effect.provideService(permitted, AskingTime, (answer) => {
        counted.push(answer)
        return answer
      })
    const [yes, no] = [Effect.succeed(approval), refuse("UserDenied", "No.")]
    await answer(counting(runtimePolicy(() => allow(because("a"))).checkPermission(request)))
    await answer(counting(runtimePolicy(() => deny(because("a"), "No.")).checkPermission(request)))
    expect(counted).toEqual([])
    for (const said of [yes, no])
      await answer(
        counting(
          runtimePolicy(
            () => ask(because("a"), "Why?"),
            () => Effect.andThen(Effect.yieldNow, said)
          ).checkPermission(request)
        )
      )
    expect(counted).toHaveLength(2)
  })

  it("refuses a call with the person's own words", async () => {
    const no = () => refuse("UserDenied", "No.")
    expect(await answer(runtimePolicy(() => ask(because("a"), "Why?"), no).checkPermission(request))).toMatchObject({
      failure: refused("UserDenied", "No.")
    })
  })

  it("judges again after an approval, and permits by the new verdict", async () => {
    const after = async (second: Verdict) => {
      const verdicts = [ask(because("first"), "Why?"), second]
      return answer(
        runtimePolicy(
          () => verdicts.shift() as Verdict,
          () => Effect.succeed(approval)
        ).checkPermission(request)
      )
    }
    expect(await after(deny(because("second"), "Closed."))).toMatchObject({
      failure: refused("PolicyDenied", "Permission denied: Closed.", because("second"))
    })
    expect(await after(allow(because("second"), { sandbox: "wasm" }))).toMatchObject({
      success: { grant: { sandbox: "wasm" }, because: because("second"), approval: { id: "a1" }, waitedMs: 7 }
    })
    expect(await after({ ...ask(because("second"), "Why?"), bounds: { sandbox: "wasm" } })).toMatchObject({
      success: { grant: { sandbox: "wasm" }, approval: { id: "a1" } }
    })
  })

  it("includes in the permit who decided, from where and when, the card and the claim", async () => {
    const known = { by: "alice", from: "console", at: 5, shown: "hmac-sha256:1", claim: { digest: "d", mac: "m" } }
    const policy = runtimePolicy(
      () => ask(because("a"), "Why?"),
      () => Effect.succeed({ ...approval, ...known, unknown: "member" })
    )
    const permit = Result.getOrThrow(await answer(policy.checkPermission(request)))
    expect(permit).toStrictEqual({
      ...permit,
      approval: { id: "a1", ...known },
      waitedMs: 7
    })
  })

  it("returns which tools each asker sees", () => {
    const mayPermit = () => false
    expect(runtimePolicy(() => allow(because("a")), never, { mayPermit }).mayPermit).toBe(mayPermit)
    expect(runtimePolicy(() => allow(because("a"))).mayPermit).toBeUndefined()
    const shown = runtimePolicy(() => allow(because("a")), never, {
      mayPermit: () => true,
      quotas: quotas("add: { per_session: 1 }, read_file: { per_agent: 0 }")
    }).mayPermit
    const asker = { principal: principal(), caller: { kind: "direct" } } as const
    expect([tools.add, tools.read_file, tools.shell].map((tool) => shown?.(tool, asker))).toEqual([true, false, true])
  })
})

describe("a call that comes with an approval", () => {
  const resumed = { ...request, given: { id: "a1" } }

  it.each([ask(because("a"), "Why?"), allow(because("a"))])(
    "is permitted by the approval alone: %o",
    async (verdict) => {
      const questions: Array<ApprovalQuestion> = []
      const obtain = (question: ApprovalQuestion) => {
        questions.push(question)
        return Effect.succeed(approval)
      }
      expect(await answer(runtimePolicy(() => verdict, obtain).checkPermission(resumed))).toMatchObject({
        success: { request: resumed, grant, because: because("a"), approval: { id: "a1" } }
      })
      expect(questions).toMatchObject([{ request: resumed, because: because("a"), covers: "call", onlyOnce: false }])
      const no = () => refuse("PolicyDenied", "It is not approved.")
      expect(await answer(runtimePolicy(() => verdict, no).checkPermission(resumed))).toMatchObject({
        failure: { message: "It is not approved." }
      })
      const other = () => Effect.succeed({ ...approval, id: "another" })
      expect(await answer(runtimePolicy(() => verdict, other).checkPermission(resumed))).toMatchObject({
        failure: { why: "PolicyDenied" }
      })
    }
  )

  it("is denied if the policy denies it before or after the approval is checked", async () => {
    const late = deny(because("d"), "It is late.")
    for (const [verdicts, obtain] of [
      [[late], never],
      [[allow(because("a")), late], () => Effect.succeed(approval)]
    ] as const) {
      const left = [...verdicts]
      const policy = runtimePolicy(() => left.shift() as Verdict, obtain)
      expect(await answer(policy.checkPermission(resumed))).toMatchObject({
        failure: refused("PolicyDenied", "Permission denied: It is late.", because("d"))
      })
    }
  })

  it("counts against its quota, and is refused if the quota is full", async () => {
    const obtain = () => Effect.succeed(approval)
    const policy = runtimePolicy(() => allow(because("a")), obtain, { quotas: quotas("read_file: { per_session: 1 }") })
    expect(await answer(policy.checkPermission(resumed))).toMatchObject({ success: { approval: { id: "a1" } } })
    expect(await answer(policy.checkPermission(resumed))).toMatchObject({ failure: { why: "QuotaExceeded" } })
  })

  it("does not count as waiting for a person, and neither does a deferred call", async () => {
    const counted: Array<unknown> = []
    for (const given of [resumed, { ...request, context: { ...request.context, defer: {} } }, request])
      await answer(
        Effect.provideService(
          runtimePolicy(
            () => ask(because("a"), "Why?"),
            () => Effect.andThen(Effect.yieldNow, Effect.succeed(approval))
          ).checkPermission(given),
          AskingTime,
          (asked) => {
            counted.push(given)
            return asked
          }
        )
      )
    expect(counted).toEqual([request])
  })

  it("is judged again, before it is counted and only once, if its arguments were edited", async () => {
    const obtain = () => Effect.succeed({ ...approval, args: { path: "y" } })
    const policy = runtimePolicy(() => ask(because("a"), "Why?"), obtain, {
      quotas: quotas("read_file: { per_session: 1 }")
    })
    for (const given of [request, resumed])
      expect(await answer(policy.checkPermission(given))).toEqual(
        Result.succeed({ _tag: "ArgumentsEdited", approval: "a1", args: { path: "y" } })
      )
    const edited = { ...request, given: { id: "a1", proposed: { path: "x" } } }
    expect(await answer(policy.checkPermission(edited))).toMatchObject({ failure: { why: "PolicyDenied" } })
  })

  it("has the proposed arguments in its permit if they were edited", async () => {
    const edited = { ...request, given: { id: "a1", proposed: { path: "x" } } }
    const policy = runtimePolicy(
      () => ask(because("a"), "Why?"),
      () => Effect.succeed(approval)
    )
    expect(await answer(policy.checkPermission(edited))).toMatchObject({
      success: { request: edited, approval: { id: "a1", proposed: { path: "x" } } }
    })
  })
})

describe("judging", () => {
  const judged = (verdict: Verdict, options?: RuntimePolicyOptions) =>
    runtimePolicy(() => verdict, never, options).judge?.(request) ?? Effect.die("no judge")

  it("reports the outcome of a verdict without asking", async () => {
    expect(await answer(judged(allow(because("a"))))).toMatchObject({
      success: { decision: "allow", because: because("a"), grant }
    })
    expect(await answer(judged(ask(because("a"), "Why?", "tool")))).toMatchObject({
      success: {
        decision: "ask",
        because: because("a"),
        grant,
        question: { request, because: because("a"), why: "Why?", covers: "tool", onlyOnce: true, grant }
      }
    })
    expect(await answer(judged(denyPath(because("d"), "It is hidden.")))).toEqual(
      Result.succeed({
        decision: "deny",
        because: because("d"),
        refusal: refused("FileDenied", "Permission denied: It is hidden.", because("d"))
      })
    )
  })

  it("reads a quota without counting", async () => {
    const options = { quotas: quotas("read_file: { per_session: 1 }") }
    const policy = runtimePolicy(() => allow(because("a")), never, options)
    const decision = async () =>
      Result.getOrThrow(await answer(policy.judge?.(request) ?? Effect.die("no judge"))).decision
    expect([await decision(), await decision()]).toEqual(["allow", "allow"])
    const { failure } = (await answer(
      Effect.andThen(policy.checkPermission(request), policy.checkPermission(request))
    )) as { readonly failure: Refused }
    expect(await answer(policy.judge?.(request) ?? Effect.die("no judge"))).toMatchObject({
      success: { decision: "deny", because: { layer: "quotas", rule: "per_session: 1" }, refusal: failure }
    })
  })
})

describe("the runtime policy of a judge with quotas", () => {
  it("does not ask about a call beyond the quota", async () => {
    const policy = runtimePolicy(() => ask(because("a"), "Why?"), never, {
      quotas: quotas("read_file: { per_session: 0 }")
    })
    expect(await answer(policy.checkPermission(request))).toMatchObject({
      failure: refused(
        "QuotaExceeded",
        'Tool "read_file" has been called as often as its quota allows: per_session is 0.',
        { layer: "quotas", rule: "per_session: 0", source: "p.yaml:2:11" }
      )
    })
  })

  it("counts neither denied calls nor calls that a person refuses", async () => {
    const answers = [deny(because("d"), "No."), ask(because("a"), "Why?"), allow(because("a")), allow(because("a"))]
    const policy = runtimePolicy(
      () => answers.shift() as Verdict,
      () => refuse("UserDenied", "No."),
      {
        quotas: quotas("read_file: { per_session: 1 }")
      }
    )
    const whys: Array<unknown> = []
    for (let i = 0; i < 4; i++) {
      const given = await answer(policy.checkPermission(request))
      whys.push(given._tag === "Success" ? "permitted" : given.failure.why)
    }
    expect(whys).toEqual(["PolicyDenied", "UserDenied", "permitted", "QuotaExceeded"])
  })

  /** Returns how many of a hundred simultaneous calls are permitted, if a person approves each of them. */
  const permittedOf = (make: (obtain: () => Gated<Approval>) => (request: PermissionRequest) => Gated<unknown>) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const approved = yield* Deferred.make<Approval>()
        let waiting = 0
        const check = make(() =>
          Effect.suspend(() => {
            waiting++
            return Deferred.await(approved)
          })
        )
        const calls = yield* Effect.forEach(Array.from({ length: 100 }), () =>
          Effect.forkChild(Effect.result(Effect.suspend(() => check(request))), { startImmediately: true })
        )
        expect(waiting).toBe(100)
        yield* Deferred.succeed(approved, approval)
        const answers = yield* Effect.forEach(calls, Fiber.join)
        return answers.filter(({ _tag }) => _tag === "Success").length
      })
    )

  it("never exceeds the quotas with a hundred waiting calls", async () => {
    expect(
      await permittedOf(
        (obtain) =>
          runtimePolicy(() => ask(because("a"), "Why?"), obtain, { quotas: quotas("read_file: { per_session: 10 }") })
            .checkPermission
      )
    ).toBe(10)
  })

  it("would exceed them if it counted only after asking", async () => {
    const { limits, store } = quotas("read_file: { per_session: 10 }")
    const naive = (obtain: () => Gated<Approval>) => (given: PermissionRequest) =>
      Effect.gen(function* () {
        const counts = limits().of(given)
        if ((yield* store.look(counts)) !== undefined) return yield* refuse("QuotaExceeded", "It is one too many.")
        const answered = yield* obtain()
        yield* store.take(counts)
        return answered
      })
    expect(await permittedOf(naive)).toBe(100)
  })

  it("never exceeds the quotas with a hundred calls without questions", async () => {
    const policy = runtimePolicy(() => allow(because("a")), never, { quotas: quotas("read_file: { per_minute: 10 }") })
    const answers = await Promise.all(Array.from({ length: 100 }, () => answer(policy.checkPermission(request))))
    expect(answers.filter(({ _tag }) => _tag === "Success").length).toBe(10)
  })

  it("waits for a slow store, and never exceeds the quotas", async () => {
    const inner = MemoryQuotaStore.make()
    const store: QuotaStore["Service"] = {
      ...inner,
      take: (counts) => Effect.andThen(Effect.sleep(0), inner.take(counts)),
      look: (counts) => Effect.andThen(Effect.sleep(0), inner.look(counts))
    }
    for (const [verdict, obtain] of [
      [allow(because("a")), never],
      [ask(because("a"), "Why?"), () => Effect.succeed(approval)]
    ] as const) {
      const policy = runtimePolicy(() => verdict, obtain, { quotas: quotas("read_file: { per_session: 3 }", store) })
      const answers = await Promise.all(Array.from({ length: 10 }, () => answer(policy.checkPermission(request))))
      expect(answers.filter(({ _tag }) => _tag === "Success").length).toBe(3)
      policy.sessionEnded?.(request.context.session)
    }
  })

  it("refuses without asking if the store refuses, fails or returns an invalid answer", async () => {
    const gone = refused("InternalError", "The calls could not be counted.")
    const steps: ReadonlyArray<() => Gated<undefined>> = [
      () => Effect.fail(gone),
      () => Effect.andThen(Effect.sleep(0), Effect.fail(gone)),
      () => Effect.die("lost"),
      () => {
        throw new Error("lost")
      },
      () => Effect.succeed(null as unknown as undefined)
    ]
    for (const verdict of [allow(because("a")), ask(because("a"), "Why?")])
      for (const step of steps) {
        const store = { take: step, look: step, sessionEnded: () => {} }
        const policy = runtimePolicy(() => verdict, never, { quotas: quotas("read_file: { per_session: 3 }", store) })
        const checked = Effect.suspend(() => policy.checkPermission(request))
        expect((await Effect.runPromiseExit(checked))._tag).toBe("Failure")
      }
  })
})
