/**
 * Code that runs in a virtual machine before the script: the guest's side of the bridge. It receives two host
 * functions, and returns the functions that the host calls.
 *
 * The code captures all built-ins that it needs before the script runs: a script may replace `JSON.parse` or `Promise`,
 * and only the script must notice. Its objects have no prototype for the same reason.
 */
export const prelude = String.raw`(function (hostLog, hostSend) {
"use strict"
const { parse, stringify } = JSON
const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, keys, setPrototypeOf } = Object
const { construct } = Reflect
const { isArray } = Array
const { isFinite } = Number
const OwnPromise = Promise, OwnError = Error, OwnTypeError = TypeError, OwnString = String
const unbound = (method) => Function.prototype.call.bind(method)
const slice = unbound(String.prototype.slice)
const matches = unbound(RegExp.prototype.exec)
const stackOf = unbound(getOwnPropertyDescriptor(Error.prototype, "stack").get)
const outOfMemory = InternalError.prototype, ofRange = RangeError.prototype

// Only the engine can make errors of these two prototypes, so a script's own error is never mistaken for a reached
// limit. The script gets another RangeError, of which the engine's are instances too.
delete globalThis.InternalError
defineProperty(outOfMemory, "constructor", { value: OwnError })
const EngineRangeError = RangeError
const OwnRangeError = function RangeError(message) {
  return construct(EngineRangeError, arguments, new.target === undefined ? OwnRangeError : new.target)
}
for (const key of ["name", "message"]) {
  defineProperty(OwnRangeError.prototype, key, getOwnPropertyDescriptor(ofRange, key))
  delete ofRange[key]
}
delete ofRange.constructor
setPrototypeOf(OwnRangeError, OwnError)
setPrototypeOf(OwnRangeError.prototype, getPrototypeOf(ofRange))
setPrototypeOf(ofRange, OwnRangeError.prototype)
defineProperty(OwnRangeError, "prototype", { writable: false })
defineProperty(globalThis, "RangeError", { value: OwnRangeError, writable: true, configurable: true })

// Error.prepareStackTrace receives stack frames as objects. Their functions must stay unreachable.
Error.prepareStackTrace = (error, [frame]) => delete getPrototypeOf(frame).getFunction
void new Error().stack
Error.prepareStackTrace = undefined

// sfc32, seeded for each run.
let a = 0, b = 0, c = 0, d = 1
const word = () => {
  const sum = (a + b + d) | 0
  d = (d + 1) | 0
  a = b ^ (b >>> 9)
  b = (c + (c << 3)) | 0
  c = (((c << 21) | (c >>> 11)) + sum) | 0
  return sum >>> 0
}
const seed = (first, second, third) => {
  a = first | 0; b = second | 0; c = third | 0; d = 1
  for (let round = 0; round < 15; round++) word()
}
const { random } = { random() { return ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992 } }
defineProperty(Math, "random", { value: random, writable: true, configurable: true })

const steps = (node, key) => {
  let text = ""
  for (let at = { __proto__: null, key, above: node }; at.above !== undefined; at = at.above) {
    const step = isArray(at.above.value)
      ? "[" + at.key + "]"
      : matches(/^[A-Za-z_$][\w$]{0,40}$/, at.key) !== null ? "." + at.key : "[" + stringify(slice(at.key, 0, 40)) + "]"
    text = step + text
    if (text.length > 200) return "…" + slice(text, -200)
  }
  return text
}

const unfit = (value) => {
  switch (typeof value) {
    case "function": return "is a function"
    case "symbol": return "is a symbol"
    case "bigint": return "is a BigInt"
    case "number": return isFinite(value) ? undefined : "is " + value
  }
}

// Returns a value as JSON text, undefined for undefined, the number of characters if it is too long, or a list with the
// reason why it is not JSON. No part of a value is dropped silently.
const toJson = (value, most, what) => {
  let top, reason
  const visit = function (key, held) {
    while (top !== undefined && top.value !== this) top = top.above
    const fault = unfit(held)
    if (fault !== undefined) throw (reason = what + steps(top, key) + " " + fault)
    if (typeof held === "object" && held !== null) top = { __proto__: null, value: held, key, above: top }
    return held
  }
  try {
    const json = stringify(value, visit)
    return json !== undefined && json.length > most ? json.length : json
  } catch (error) {
    if (reason !== undefined) return [reason]
    // The engine stops at a cyclic object after visiting it, before reading its members.
    for (let at = top; at !== undefined && (at = at.above) !== undefined; ) {
      if (at.value === top.value) return [what + steps(top.above, top.key) + " contains itself"]
    }
    throw error
  }
}

// Returns a string property without running code of the script.
const dataOf = (object, key) => {
  for (let at = object, depth = 0; at !== null && depth < 32; at = getPrototypeOf(at), depth++) {
    const own = getOwnPropertyDescriptor(at, key)
    if (own !== undefined) return hasOwn(own, "value") && typeof own.value === "string" ? own.value : ""
  }
  return ""
}

const describe = (thrown, most) => {
  if (typeof thrown === "string") return slice(thrown, 0, most)
  if ((typeof thrown !== "object" || thrown === null) && typeof thrown !== "function") return OwnString(thrown)
  const name = dataOf(thrown, "name"), message = dataOf(thrown, "message")
  if (name === "" && message === "") return "an object that is not an Error"
  return slice(name === "" || message === "" ? name + message : name + ": " + message, 0, most)
}

const limitOf = (thrown) => {
  if (typeof thrown !== "object" || thrown === null) return ""
  const message = dataOf(thrown, "message"), prototype = getPrototypeOf(thrown)
  if (prototype === outOfMemory && slice(message, 0, 13) === "out of memory") return "memory"
  return prototype === ofRange && message === "Maximum call stack size exceeded" ? "stack" : ""
}

const attempt = (read) => {
  try { const text = read(); return typeof text === "string" ? text : "" } catch { return "" }
}

const shown = (value) => {
  if (typeof value === "string") return value
  if (typeof value === "bigint") return value + "n"
  if (typeof value === "function") return "[function]"
  if (typeof value !== "object" || value === null) return OwnString(value)
  if (attempt(() => stackOf(value)) !== "") return attempt(() => describe(value, 4096))
  return attempt(() => stringify(value)) || "[object]"
}
const print = (...values) => {
  let line = ""
  for (let index = 0; index < values.length && line.length <= 4096; index++) {
    line += (index === 0 ? "" : " ") + slice(shown(values[index]), 0, 4097)
  }
  hostLog(slice(line, 0, 4097))
}
const logs = (name) => ({ [name](...values) { print(...values) } })[name]
const console = { log: logs("log"), info: logs("info"), warn: logs("warn"), error: logs("error"), debug: logs("debug") }
defineProperty(globalThis, "console", { value: console, writable: true, configurable: true })

const withMembers = (error, members) => {
  for (const name of keys(members))
    defineProperty(error, name, { __proto__: null, value: members[name], writable: true, configurable: true, enumerable: name !== "message" })
  return error
}
const unfitCall = (message) =>
  withMembers(new OwnTypeError(message), { __proto__: null, status: "invalid", errorClass: "validation_error", executed: "no" })

const open = { __proto__: null }
const callTool = (name, args) => new OwnPromise((resolve, reject) => {
  if (typeof name !== "string") throw unfitCall("the first argument of callTool is the name of a tool")
  const json = toJson(args === undefined ? {} : args, 1 / 0, "arguments")
  if (typeof json !== "string") throw unfitCall("A call takes JSON: " + (json === undefined ? "these are not" : json[0]))
  const sent = hostSend(name, json)
  if (typeof sent === "string") throw withMembers(new OwnError(), parse(sent))
  // Made here, so that the error points to the call.
  open[sent] = { __proto__: null, resolve, reject, failure: new OwnError() }
})

return {
  __proto__: null,
  seed,
  start: (main, args, settings, calls) => {
    const given = { settings: parse(settings, (_key, value) => freeze(value)) }
    if (calls) given.callTool = callTool
    return main(parse(args), given)
  },
  resolved: async (value) => value,
  settle: (number, text, members) => {
    const call = open[number]
    delete open[number]
    if (call === undefined) return
    if (members === undefined) {
      call.resolve(parse(text))
      return
    }
    const all = parse(members)
    all.message = text
    call.reject(withMembers(call.failure, all))
  },
  toJson: (value, most) => toJson(value, most, "result"),
  limitOf: (thrown) => attempt(() => limitOf(thrown)),
  describe: (thrown, most) => attempt(() => describe(thrown, most)),
  stack: (thrown) => slice(attempt(() => stackOf(thrown)), 0, 16384)
}
})`
