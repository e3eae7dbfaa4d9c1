import { describe, expect, it } from "vitest"
import { answerOf, run, runBody, world } from "./running.ts"

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

  it("ends what hoards beyond its function, and leaves nothing for a message", () => {
    const hoard = "const a = []; globalThis.a = a; export default () => { for (;;) a.push({ a }) }"
    expect(run(hoard, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
    const whileLoading = "globalThis.a = []; for (;;) a.push([a])\nexport default () => 1"
    expect(run(whileLoading, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
  })

  it("ends arguments and sources that do not fit", () => {
    const large = JSON.stringify("x".repeat(30 * MiB))
    expect(run("export default () => 1", { args: large, memoryBytes: 16 * MiB })).toEqual({ kind: "memory" })
    expect(run(`export default () => ${large}.length`, { memoryBytes: 16 * MiB })).toEqual({ kind: "memory" })
  })

  it("lets a script go on that gives back what was too much", () => {
    const body =
      "const a = []; try { for (;;) a.push(new Uint8Array(100_000)) } catch (e) { a.length = 0; return e.message }"
    expect(answerOf(runBody(body))).toBe("out of memory")
  })

  it("is what ended a script that was left without room for an error of its own", () => {
    const body = 'const own = new TypeError("own"); globalThis.a = []; try { for (;;) a.push({}) } catch { throw own }'
    expect(runBody(body, { memoryBytes: 8 * MiB })).toEqual({ kind: "memory" })
  })

  it("says so where there is too little for any script", () => {
    for (const memoryBytes of [0, 1, 65_536, MiB, 1.2 * MiB]) {
      expect(runBody("return 1", { memoryBytes })).toEqual({ kind: "memory" })
    }
    expect(answerOf(runBody("return 1", { memoryBytes: 2 * MiB }))).toBe(1)
  })

  it("does not pile up over many scripts", () => {
    const before = process.memoryUsage.rss()
    for (let index = 0; index < 300; index++) runBody("return new Uint8Array(4e6).fill(1).length")
    expect(process.memoryUsage.rss() - before).toBeLessThan(700 * MiB)
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

  it("ends the source itself when it is nested too deep", () => {
    expect(run(`export default () => ${"[".repeat(1e5)}${"]".repeat(1e5)}`)).toEqual({ kind: "stack" })
  })

  it("lets a script go on that catches it", () => {
    const body =
      "let depth = 0; const f = () => { depth++; f() }; try { f() } catch (e) { return [e.message, depth > 500] }"
    expect(answerOf(runBody(body))).toEqual(["Maximum call stack size exceeded", true])
  })

  it("needs none to let go of what is deep", () => {
    expect(answerOf(runBody("let a = {}; for (let i = 0; i < 3e5; i++) a = { a }; a = null; return 1"))).toBe(1)
  })

  it("refuses patterns that are nested too deep, and walks deep ones", () => {
    expect(runBody('return new RegExp("(".repeat(1e5) + ")".repeat(1e5))')).toMatchObject({ kind: "threw" })
    expect(answerOf(runBody('return /^(a|b|c)*$/.test("abc".repeat(3e4))'))).toBe(true)
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
  it("are run, a hundred thousand that wait at once and as many one after the other", () => {
    const many =
      "let n = 0; for (let i = 0; i < 1e5; i++) Promise.resolve().then(() => n++); while (n < 1e5) await null"
    expect(answerOf(runBody(`${many}; for (let i = 0; i < 1e5; i++) await n++; return n`))).toBe(200_000)
  })

  it("take memory while they wait, and a million of them more than there is", () => {
    const million = "for (let i = 0; i < 1e6; i++) Promise.resolve().then(() => {}); return 1"
    expect(runBody(million)).toEqual({ kind: "memory" })
  })

  it("end the script where one throws that nobody can catch", () => {
    const body = 'queueMicrotask(() => { throw new Error("micro") }); await new Promise(() => {})'
    expect(runBody(body)).toMatchObject({ kind: "threw", message: expect.stringContaining("Error: micro") })
  })

  it("are not waited for once there is a result", () => {
    const body = "const again = () => Promise.resolve().then(again); again(); return 1"
    expect(answerOf(runBody(body))).toBe(1)
  })
})

describe("a result", () => {
  it("is JSON, or refused with the place", () => {
    const places = {
      "() => 1": "result is a function",
      'Symbol("x")': "result is a symbol",
      "1n": "result is a BigInt",
      NaN: "result is NaN",
      "({ a: [1, { b() {} }] })": "result.a[1].b is a function",
      '({ "a b": [-Infinity] })': 'result["a b"][0] is -Infinity',
      "(() => { const a = { b: [] }; a.b.push(a); return a })()": "result.b[0] holds itself",
      "({ a: { toJSON: () => Symbol() } })": "result.a is a symbol"
    }
    for (const [expression, message] of Object.entries(places)) {
      expect(runBody(`return ${expression}`)).toEqual({ kind: "notJson", message })
    }
  })

  it("may hold one thing twice, dates, and what is left out as JSON leaves it out", () => {
    const body = "const a = { u: undefined }; return [a, a, new Date(0), undefined, { toJSON: () => 5 }]"
    expect(answerOf(runBody(body))).toEqual([{}, {}, "1970-01-01T00:00:00.000Z", null, 5])
  })

  it("is bounded in its characters", () => {
    expect(runBody('return "x".repeat(98)', { outputBytes: 100 })).toMatchObject({ kind: "value" })
    expect(runBody('return "x".repeat(99)', { outputBytes: 100 })).toEqual({ kind: "tooLarge", characters: 101 })
    expect(runBody('return "x".repeat(2e6)', world)).toEqual({ kind: "tooLarge", characters: 2_000_002 })
  })
})
