import { describe, expect, it } from "vitest"
import { answering, answerOf, run, runBody } from "./running.ts"

describe("escapes from a script", () => {
  it("fail through constructors, eval and Function, which only reach the script's own empty world", () => {
    const body = `const look = "return [typeof process, typeof require, typeof Buffer, typeof fetch, typeof WebAssembly, typeof setTimeout]"
      const AsyncFunction = (async () => {}).constructor, GeneratorFunction = (function* () {}).constructor
      return [[].constructor.constructor(look)(), new Function(look)(), (0, eval)("(() => {" + look + "})()"),
        await AsyncFunction(look)(), (() => {}).constructor(look)(), tools.callTool.constructor(look)(),
        console.log.constructor(look)(), Math.random.constructor(look)(), args.constructor.constructor(look)(),
        GeneratorFunction(look)().next().value]`
    const nothing = Array(6).fill("undefined")
    expect(answerOf(runBody(body, { calls: answering(() => ({ value: "1" })) }))).toEqual(Array(10).fill(nothing))
  })

  it("fail through globals, because there are only the language's own and the console", () => {
    const body = "return Object.getOwnPropertyNames(globalThis).filter((name) => /^[a-z]/.test(name)).sort()"
    expect(answerOf(runBody(body))).toEqual(
      [
        "atob",
        "btoa",
        "console",
        "decodeURI",
        "decodeURIComponent",
        "encodeURI",
        "encodeURIComponent",
        "escape",
        "eval"
      ].concat(["globalThis", "isFinite", "isNaN", "parseFloat", "parseInt", "queueMicrotask", "undefined", "unescape"])
    )
  })

  it("fail through imports at run time", () => {
    for (const specifier of [
      "node:fs",
      "fs",
      "./x.js",
      "script",
      "prelude",
      "file:///etc/passwd",
      "data:text/javascript,1"
    ]) {
      expect(runBody(`await import("${specifier}")`)).toMatchObject({
        kind: "threw",
        message: expect.stringContaining(`A script cannot import modules, such as "${specifier}"`)
      })
    }
  })

  it("fail through stack frames, which hide the functions of the bridge", () => {
    const body = `const seen = []
      Error.prepareStackTrace = (_, frames) => { for (const frame of frames) seen.push(typeof frame.getFunction); return "" }
      const look = () => new Error().stack
      await tools.callTool("t", { toJSON() { look(); return {} } })
      return [seen.length > 3, [...new Set(seen)]]`
    expect(answerOf(runBody(body, { calls: answering(() => ({ value: "1" })) }))).toEqual([true, ["undefined"]])
  })
})

describe("an error that a script throws", () => {
  const message = (thrown: string) => {
    const end = runBody(`throw ${thrown}`)
    return end.kind === "threw" ? end.message : end
  }

  it("is reported with its position in the script", () => {
    expect(run("export default () => {\n  const f = () => { null.x }\n  return f()\n}")).toEqual({
      kind: "threw",
      message: "TypeError: cannot read property 'x' of null (line 2, column 21)"
    })
    expect(run('await null\n  throw new SyntaxError("at the top")\nexport default () => 1')).toEqual({
      kind: "threw",
      message: "SyntaxError: at the top (line 2, column 13)"
    })
    expect(runBody('\n await null; throw new (class Mine extends Error { name = "Mine" })("own")')).toMatchObject({
      message: expect.stringMatching(/^Mine: own \(line 2, column \d+\)$/)
    })
  })

  it("may be any value", () => {
    expect(["null", "undefined", "5n", "''", "'text'", "Symbol('s')", "{}", "() => 1", "[1]"].map(message)).toEqual([
      "null",
      "undefined",
      "5",
      "an error",
      "text",
      "Symbol(s)",
      "an object that is not an Error",
      "an object that is not an Error",
      "an object that is not an Error"
    ])
  })

  it("runs no getters, and may be hostile in any part", () => {
    const forever = "get() { for (;;); }"
    expect(message(`Object.defineProperty(new Error("x"), "message", { ${forever} })`)).toMatch(/^Error \(line/)
    expect(message(`Object.defineProperty(new Error("x"), "name", { ${forever} })`)).toMatch(/^x \(line/)
    expect(message(`Object.defineProperty(new Error("x"), "stack", { ${forever} })`)).toMatch(/^Error: x \(line/)
    expect(message(`Object.defineProperty(new Error(), "message", { value: { toString() { for (;;); } } })`)).toMatch(
      /^Error/
    )
    expect(message(`Object.create({ __proto__: null, message: "inherited" })`)).toBe("inherited")
    const traps = "getOwnPropertyDescriptor() { throw 1 }, getPrototypeOf() { throw 2 }, get() { throw 3 }"
    expect(message(`new Proxy(new Error("x"), { ${traps} })`)).toBe("an error")
    expect(
      message(`new Proxy({}, { getPrototypeOf: () => null, getOwnPropertyDescriptor() { while (true) null.x } })`)
    ).toBe("an error")
    expect(message(`(Error.prepareStackTrace = () => { throw 1 }, new Error("x"))`)).toMatch(/Error: x|^an error|^1$/)
  })

  it("is bounded, and cannot imitate another way of ending", () => {
    const long = message('new Error("x".repeat(1e6))')
    expect(long).toMatch(/^Error: x{3000,4000} \(line 1, column \d+\)$/)
    expect(message(`Object.assign(new Error("Maximum call stack size exceeded"), {})`)).toContain("Error: Maximum")
    expect(message(`new RangeError("out of memory")`)).toContain("RangeError: out of memory")
    expect(message(`{ kind: "value", json: "1" }`)).toBe("an object that is not an Error")
  })
})

describe("a hostile result", () => {
  it("is serialized with the language's original functions", () => {
    const body = `JSON.stringify = () => '"forged"'; JSON.parse = null; Promise.prototype.then = () => { throw 1 }
      Object.getPrototypeOf = Object.getOwnPropertyDescriptor = Object.hasOwn = Array.isArray = () => { throw 2 }
      String.prototype.slice = RegExp.prototype.exec = Function.prototype.call = Function.prototype.bind = () => { throw 3 }
      for (const name of ["above", "value", "key", "get", "json", "resolve", "reject"])
        Object.defineProperty(Object.prototype, name, { __proto__: null, get() { throw 4 }, set() { throw 5 } })
      Object.prototype.then = undefined; Symbol.iterator in Array.prototype && (Array.prototype[Symbol.iterator] = null)
      return { a: [1, { b: 2 }] }`
    expect(answerOf(runBody(body))).toEqual({ a: [1, { b: 2 }] })
    expect(runBody(body.replace("b: 2", "b: 2n"))).toEqual({ kind: "notJson", message: "result.a[1].b is a BigInt" })
  })

  it("is read only once", () => {
    expect(answerOf(runBody("Object.prototype.toJSON = function () { return 'all' }; return { a: 1 }"))).toBe("all")
    expect(answerOf(runBody("let n = 0; return { get a() { return ++n }, b: new Proxy([1, 2], {}) }"))).toEqual({
      a: 1,
      b: [1, 2]
    })
    expect(runBody("return { get a() { throw new Error('read') } }")).toMatchObject({
      kind: "threw",
      message: expect.stringContaining("Error: read")
    })
    expect(runBody("return { toJSON() { throw null } }")).toEqual({ kind: "threw", message: "null" })
    expect(runBody("return new Proxy({}, { ownKeys() { throw 'keys' } })")).toEqual({ kind: "threw", message: "keys" })
  })

  it("has its then called like a promise's, and only once", () => {
    expect(answerOf(runBody("let n = 0; return { then(done, fail) { n++; done(n); done(9); fail(9) } }"))).toBe(1)
    expect(runBody("return { get then() { throw 'then' } }")).toEqual({ kind: "threw", message: "then" })
    const own =
      "export default () => { const p = Promise.resolve(1); p.then = () => {}; p.constructor = null; return p }"
    expect(answerOf(run(own))).toBe(1)
  })
})
