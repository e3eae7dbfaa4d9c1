import { chooseCount } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { answering, answerOf, run, runBody, world } from "./running.ts"

const MiB = 1024 * 1024

describe("memory", () => {
  const bombs = {
    "objects in an array": "const a = []; for (;;) a.push({})",
    "large arrays": "const a = []; for (;;) a.push(new Array(1000).fill(1))",
    "byte arrays": "const a = []; for (;;) a.push(new Uint8Array(100_000))",
    "one that is larger than all": "return new ArrayBuffer(1e9)",
    "one array filled": "return new Array(1e9).fill(1)",
    "one long text": 'return "x".repeat(5e8)',
    texts: 'const a = []; for (let i = 0; ; i++) a.push("x".repeat(1000) + i)',
    "a map": "const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])",
    closures: "let f; for (;;) { const g = f; f = () => g }",
    "promises that are awaited": "const a = []; for (;;) { a.push(Promise.resolve({ a })); await null }",
    "a deferred that grows":
      "const a = []; const grow = () => { a.push([1, 2, 3]); return Promise.resolve().then(grow) }; return grow()",
    "while its result is read": "const a = []; return { get x() { for (;;) a.push([]) } }"
  }

  for (const [name, body] of Object.entries(bombs)) {
    it(`ends ${name}`, () => {
      expect(runBody(body, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
    })
  }

  it("ends a script that fills it outside its function and leaves none for a message", () => {
    const hoard = "const a = []; globalThis.a = a; export default () => { for (;;) a.push({ a }) }"
    expect(run(hoard, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
    const whileLoading = "globalThis.a = []; for (;;) a.push([a])\nexport default () => 1"
    expect(run(whileLoading, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
  })

  it("ends a script whose arguments or source do not fit", () => {
    const large = JSON.stringify("x".repeat(30 * MiB))
    expect(run("export default () => 1", { args: large, memoryBytes: 16 * MiB })).toEqual({ kind: "memory" })
    expect(run(`export default () => ${large}.length`, { memoryBytes: 16 * MiB })).toEqual({ kind: "memory" })
  })

  it("lets a script continue after it frees memory", () => {
    const body =
      "const a = []; try { for (;;) a.push(new Uint8Array(100_000)) } catch (e) { a.length = 0; return e.message }"
    expect(answerOf(runBody(body))).toBe("out of memory")
  })

  it("ends a script without memory for an error", () => {
    const body = 'const own = new TypeError("own"); globalThis.a = []; try { for (;;) a.push({}) } catch { throw own }'
    expect(runBody(body, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
  })

  it("does not end a script that only claims so", () => {
    const claims = [
      'throw new InternalError("out of memory")',
      'throw Object.assign(new Error("out of memory"), { name: "InternalError" })',
      'class InternalError extends Error {} throw new InternalError("out of memory")',
      'try { null.x } catch (e) { throw new e.constructor("out of memory") }',
      'try { "x".repeat(2 ** 30) } catch (e) { throw new e.constructor("out of memory") }',
      'try { new Function(...new Array(70000).fill("a")) } catch (e) { throw new e.constructor("out of memory") }',
      'try { new RegExp("(") } catch (e) { throw Object.setPrototypeOf(new Error("out of memory"), Object.getPrototypeOf(e)) }',
      "return Promise.reject(null)",
      "throw null"
    ]
    for (const claim of claims) expect(runBody(claim)).toMatchObject({ kind: "threw" })
    // A script that really runs out of memory also gets no constructor for such an error.
    const real = 'try { new ArrayBuffer(1e9) } catch (e) { throw new e.constructor("out of memory") }'
    expect(runBody(real, { memoryBytes: 8 * MiB })).toMatchObject({ kind: "threw" })
  })

  it("ends a script with a pattern that needs too much of it", () => {
    expect(runBody('return /(?:a|b)*c/.exec("ab".repeat(2e6))')).toEqual({ kind: "memory" })
  })

  it("ends a script if the engine skipped a part because it ran out", () => {
    const body = (jobs: number) => `for (let i = 0; i < ${jobs}; i++) Promise.resolve().then(() => {}); return 1`
    for (const jobs of [25_000, 37_500, 50_000]) {
      const end = runBody(body(jobs), { memoryBytes: 8 * MiB })
      expect(end.kind === "value" ? end : end.kind).toEqual("memory")
    }
  })

  it("is reported if it is too small for any script", () => {
    for (const memoryBytes of [0, 1, 65_536, MiB, 1.2 * MiB]) {
      expect(runBody("return 1", { memoryBytes })).toEqual({ kind: "memory" })
    }
    expect(answerOf(runBody("return 1", { memoryBytes: 2 * MiB }))).toBe(1)
  })

  it("does not grow over many scripts", () => {
    const before = process.memoryUsage.rss()
    const scripts = chooseCount(100, 300)
    for (let index = 0; index < scripts; index++) runBody("return new Uint8Array(4e6).fill(1).length")
    expect(process.memoryUsage.rss() - before).toBeLessThan(scripts * 2 * MiB)
  })
})

describe("stack", () => {
  const recursions = {
    calls: "const f = () => f() + 1; return f()",
    "calls with many arguments": "const f = (...a) => f(...a) + 1; return f(1, 2, 3, 4, 5, 6, 7, 8)",
    constructors: "class A { constructor() { new A() } } new A()",
    getters: "const o = { get x() { return this.x } }; return o.x",
    "conversion to text": 'const o = { toString() { return "" + o } }; return "" + o',
    "proxy traps": "const p = new Proxy({}, { get: (_, key) => p[key] }); return p.x",
    "a chain of proxies": "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x",
    "a sort": "const s = () => [2, 1].sort(s); return s()",
    "a map": "const m = () => [1].map(m); return m()",
    "a replacement": 'const m = () => "a".replace(/a/, m); return m()',
    generators: "function* g() { yield* g() } return g().next()",
    instanceof: "class X { static [Symbol.hasInstance](v) { return v instanceof X } } return 1 instanceof X",
    eval: 'globalThis.f = () => eval("f()"); return f()',
    "a text of brackets that is parsed": 'return JSON.parse("[".repeat(1e6))',
    "deep values that are written": "let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return JSON.stringify(a)",
    "deep values that are flattened": "let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return a.flat(Infinity)",
    "deep values that are results": "let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return a",
    "deep values as text": "let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return String(a)",
    "source that is nested": 'return eval("[".repeat(1e5))',
    "a result that makes itself": "const o = { toJSON: () => ({ o }) }; return o"
  }

  for (const [name, body] of Object.entries(recursions)) {
    it(`ends ${name}`, () => {
      expect(runBody(body)).toEqual({ kind: "stack" })
    })
  }

  it("ends a source that nests too deeply", () => {
    for (const [open, close] of [
      ["[", "]"],
      ["(", ")"],
      ["{", "}"]
    ] as const)
      for (const depth of [1e4, 1e5])
        expect(run(`export default () => ${open.repeat(depth)}1${close.repeat(depth)}`)).toEqual({ kind: "nested" })
    expect(run(`${"if (1) {} else ".repeat(1e5)}{}; export default () => 1`)).toEqual({ kind: "nested" })
  })

  it("does not end a script that only claims so", () => {
    const text = '"Maximum call stack size exceeded"'
    const overflow = "const f = () => f() + 1; let own; try { f() } catch (e) { own = e }"
    const bodies = [
      `throw new RangeError(${text})`,
      `throw RangeError(${text})`,
      `throw Object.assign(new Error(${text}), { name: "RangeError" })`,
      `throw Object.setPrototypeOf(new Error(${text}), RangeError.prototype)`,
      `throw Object.create(RangeError.prototype, { message: { value: ${text} } })`,
      `class Own extends RangeError {} throw new Own(${text})`,
      `await Promise.reject(new RangeError(${text}))`,
      `try { new Array(-1) } catch (e) { e.message = ${text}; throw e }`,
      `try { new Array(-1) } catch (e) { throw new e.constructor(${text}) }`,
      `${overflow}; throw new RangeError(own.message)`,
      `${overflow}; throw own.constructor(own.message)`,
      `${overflow}; throw new Error(own.message, { cause: own })`,
      'throw new Error("stack overflow")'
    ]
    for (const body of bodies) {
      const { kind, message } = runBody(body) as { kind: string; message: string }
      expect([body, kind, message]).toEqual([body, "threw", expect.stringMatching(/Maximum call|stack overflow/)])
    }
    expect(runBody(`Promise.reject(new RangeError(${text})); return 1`)).toMatchObject({ kind: "uncaught" })
    expect(run(`throw new RangeError(${text})`)).toMatchObject({ kind: "threw" })
  })

  it("ends a script that rethrows the engine's error", () => {
    expect(runBody("const f = () => f() + 1; try { f() } catch (e) { throw e }")).toEqual({ kind: "stack" })
    expect(runBody("const f = () => f() + 1; await Promise.resolve().then(f)")).toEqual({ kind: "stack" })
    expect(runBody("const f = () => f() + 1; Promise.resolve().then(f); await null; return 1")).toEqual({
      kind: "stack"
    })
  })

  it("does not affect range errors", () => {
    const body = `
      class Own extends RangeError {}
      const caught = (act) => { try { act() } catch (error) { return error } }
      const all = [new RangeError("a", { cause: 1 }), RangeError("b"), new Own("c"), caught(() => new Array(-1))]
      const { name, length, prototype } = RangeError
      return [
        all.map((e) => [e instanceof RangeError, e instanceof Error, e.name, e.message, e.cause, Error.isError(e), String(e)]),
        [name, length, Object.getPrototypeOf(RangeError) === Error, Object.getPrototypeOf(prototype) === Error.prototype],
        [all[2] instanceof Own, all[3].constructor === RangeError, Object.keys(prototype), prototype.message],
        Reflect.set(RangeError, "prototype", {})
      ]`
    const of = (message: string, cause: number | null = null) => [
      [true, true, "RangeError", message, cause, true, `RangeError: ${message}`]
    ]
    expect(answerOf(runBody(body))).toEqual([
      [...of("a", 1), ...of("b"), ...of("c"), ...of("invalid array length")],
      ["RangeError", 1, true, true],
      [true, true, [], ""],
      false
    ])
  })

  it("lets a script continue if it catches the error", () => {
    const body =
      "let depth = 0; const f = () => { depth++; f() }; try { f() } catch (e) { return [e.message, depth > 500] }"
    expect(answerOf(runBody(body))).toEqual(["Maximum call stack size exceeded", true])
  })

  it("is not needed to free a deep structure", () => {
    expect(answerOf(runBody("let a = {}; for (let i = 0; i < 3e5; i++) a = { a }; a = null; return 1"))).toBe(1)
  })

  it("refuses patterns that nest too deeply, and runs deep ones", () => {
    expect(runBody('return new RegExp("(".repeat(1e5) + ")".repeat(1e5))')).toMatchObject({ kind: "threw" })
    expect(answerOf(runBody('return /^(a|b|c)*$/.test("abc".repeat(3e4))'))).toBe(true)
  })
})

describe("a rejected promise that nothing awaits or catches", () => {
  const lost = { kind: "uncaught", message: expect.stringMatching(/^Error: lost \(line \d+, column \d+\)$/) }

  it.each([
    ["beside a result", 'Promise.reject(new Error("lost")); return 1'],
    [
      "in a function that nobody waits for",
      '(async () => { await null; throw new Error("lost") })(); await null; await null; return 1'
    ],
    [
      "by what follows from another one",
      'Promise.resolve().then(() => { throw new Error("lost") }); await null; return 1'
    ],
    ["where nothing is left to go on", 'await new Promise(() => Promise.reject(new Error("lost")))'],
    [
      "a job later than the result",
      'Promise.resolve().then(() => {}).then(() => { throw new Error("lost") }); Promise.reject(new Error("lost")); return 1'
    ]
  ])("ends the script with its reason: %s", (_how, body) => {
    expect(runBody(body)).toEqual(lost)
  })

  it("also ends a script that is being loaded", () => {
    expect(run('Promise.reject(new Error("lost"))\nexport default () => 1')).toEqual(lost)
  })

  it("ends the script with the error of a call that failed", () => {
    const calls = answering(() => ({ error: "There is no such tool." }))
    const body = 'await new Promise((done) => { tools.callTool("t").then(done) })'
    expect(runBody(body, { calls })).toEqual({
      kind: "uncaught",
      message: "Error: There is no such tool (line 1, column 76)"
    })
  })

  it("is ignored if it is handled later", () => {
    const bodies = [
      'const p = Promise.reject(new Error("lost")); await null; try { await p } catch {} return 1',
      'Promise.reject(new Error("lost")).catch(() => {}); return 1',
      'const p = Promise.reject(new Error("lost")); Promise.resolve().then(() => {}).then(() => p.catch(() => {})); return 1',
      'await Promise.allSettled([Promise.reject(new Error("lost"))]); return 1',
      'await Promise.race([1, Promise.reject(new Error("lost"))]); return 1'
    ]
    for (const body of bodies) expect(answerOf(runBody(body))).toBe(1)
  })

  it("is reported among many rejections, handled or not", () => {
    const many = 'for (let i = 0; i < 2e4; i++) Promise.reject(i).catch(() => {}); Promise.reject(new Error("lost"))'
    expect(runBody(`${many}; for (let i = 0; i < 50; i++) await null; return 1`)).toEqual(lost)
  })

  it("does not keep a script alive that adds jobs forever", () => {
    const body =
      'const again = () => Promise.resolve().then(again); again(); Promise.reject(new Error("lost")); return 1'
    expect(runBody(body)).toEqual(lost)
  })
})

describe("a promise that never settles", () => {
  it("ends the script once nothing is left that could settle it", () => {
    for (const body of ["await new Promise(() => {})", "return { then() {} }", "await tools.never"]) {
      const end = runBody(body, { calls: { send: () => 0, answer: () => ({ call: 0, value: "1" }) } })
      expect(end).toEqual(body === "await tools.never" ? { kind: "value", json: undefined } : { kind: "unsettled" })
    }
    expect(run("await new Promise(() => {})\nexport default () => 1")).toEqual({ kind: "unsettled" })
  })
})

describe("jobs", () => {
  it("run to the end, ten thousand pending and ten thousand in sequence", () => {
    const many =
      "let n = 0; for (let i = 0; i < 1e4; i++) Promise.resolve().then(() => n++); while (n < 1e4) await null"
    expect(answerOf(runBody(`${many}; for (let i = 0; i < 1e4; i++) await n++; return n`))).toBe(20_000)
  })

  it("use memory while they wait, and a hundred thousand take use too much", () => {
    const many = "for (let i = 0; i < 1e5; i++) Promise.resolve().then(() => {}); return 1"
    expect(runBody(many, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
  })

  it("end the script if one throws an uncatchable error", () => {
    const body = 'queueMicrotask(() => { throw new Error("micro") }); await new Promise(() => {})'
    expect(runBody(body)).toMatchObject({ kind: "threw", message: expect.stringContaining("Error: micro") })
  })

  it("are not run once there is a result", () => {
    const body = "const again = () => Promise.resolve().then(again); again(); return 1"
    expect(answerOf(runBody(body))).toBe(1)
  })
})

describe("a result", () => {
  it("must be JSON, and is otherwise refused with the position of the fault", () => {
    const places = {
      "() => 1": "result is a function",
      'Symbol("x")': "result is a symbol",
      "1n": "result is a BigInt",
      NaN: "result is NaN",
      "({ a: [1, { b() {} }] })": "result.a[1].b is a function",
      '({ "a b": [-Infinity] })': 'result["a b"][0] is -Infinity',
      "(() => { const a = { b: [] }; a.b.push(a); return a })()": "result.b[0] contains itself",
      "({ a: { toJSON: () => Symbol() } })": "result.a is a symbol"
    }
    for (const [expression, message] of Object.entries(places)) {
      expect(runBody(`return ${expression}`)).toEqual({ kind: "notJson", message })
    }
  })

  it("may contain the same object twice, dates, and members that JSON leaves out", () => {
    const body = "const a = { u: undefined }; return [a, a, new Date(0), undefined, { toJSON: () => 5 }]"
    expect(answerOf(runBody(body))).toEqual([{}, {}, "1970-01-01T00:00:00.000Z", null, 5])
  })

  it("is bounded in its characters", () => {
    expect(runBody('return "x".repeat(98)', { outputBytes: 100 })).toMatchObject({ kind: "value" })
    expect(runBody('return "x".repeat(99)', { outputBytes: 100 })).toEqual({ kind: "tooLarge", characters: 101 })
    expect(runBody('return "x".repeat(2e6)', world)).toEqual({ kind: "tooLarge", characters: 2_000_002 })
  })
})
