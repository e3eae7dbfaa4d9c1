import { afterAll, expect, it } from "vitest"
import { childrenOf } from "./children.ts"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox } from "./sandbox.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

const guest = { script: guests.script("export default () => 1") }
const command = { module: guests.printing("1") }

/**
 * Makes a program in place of ours, as a guest might change it: it becomes ready like ours, and then runs this text at
 * its first call.
 */
const program = (then: string) => {
  const entry = guests.file(
    `import { readSync, writeSync } from "node:fs"
     const frameOf = (header, body = "", bodyBytes = body.length) => {
       const json = Buffer.from(JSON.stringify(header))
       const prefix = Buffer.alloc(8)
       prefix.writeUInt32LE(json.length, 0)
       prefix.writeUInt32LE(bodyBytes, 4)
       return Buffer.concat([prefix, json, Buffer.from(body)])
     }
     const send = (...parts) => {
       const frame = frameOf(...parts)
       for (let at = 0; at < frame.length; ) at += writeSync(3, frame, at)
     }
     const value = { type: "scriptEnded", end: { kind: "value", empty: false }, dropped: 0 }
     const bytes = Buffer.alloc(65536)
     let isReady = false
     for (;;) {
       const read = readSync(3, bytes, 0, bytes.length, null)
       if (read === 0) process.exit(0)
       const text = bytes.toString("latin1", 0, read)
       if (text.includes('"sync"')) send({ type: "ready" })
       if (text.includes('"admit"')) send({ type: "admitted", parts: [{ from: 0, to: 8 }] })
       if (text.includes('"script"') || text.includes('"command"')) { ${then} }
     }`,
    "mjs"
  )
  return { entry, reads: [] }
}

const broke = (fault: string) => `Tool "guest" was stopped because its process broke the protocol: ${fault}.`

it.each([
  [
    "garbage",
    "writeSync(3, Buffer.alloc(100, 7))",
    broke("it declared a frame of 117901063 and 117901063 bytes, which is too long")
  ],
  [
    "a header that is not JSON",
    "writeSync(3, Buffer.from('\\x02\\0\\0\\0\\0\\0\\0\\0{]'))",
    broke("it sent a frame whose header is not JSON, or has a duplicate member")
  ],
  [
    "a header that gives a member twice",
    `writeSync(3, Buffer.from('\\x1f\\0\\0\\0\\0\\0\\0\\0{"type":"ready","type":"wrote"}'))`,
    broke("it sent a frame whose header is not JSON, or has a duplicate member")
  ],
  [
    "a body without end",
    "send(value, '', 2 ** 32 - 1)",
    expect.stringMatching(/it declared a frame of \d+ and 4294967295 bytes, which is too long\.$/)
  ],
  ["a frame of no kind", "send({ type: 'toString' })", broke("it sent a frame of an unknown kind")],
  ["a frame of another job", "send({ type: 'ready' })", broke("it sent an unexpected frame")],
  [
    "a call that it may not make",
    "send({ type: 'call', call: 0, tool: 'x' }, '{}')",
    broke("it sent an unexpected frame")
  ],
  ["what it was to keep", "send({ type: 'wrote', isError: false }, 'x')", broke("it sent output early")],
  [
    "more than it could",
    "for (;;) send({ type: 'wrote', isError: true }, 'x'.repeat(999))",
    broke("it exceeded its output limit")
  ],
  ["a result that is not JSON", "send(value, 'x')", 'Tool "guest" printed invalid JSON at character 1.'],
  [
    "nothing, and ends",
    "process.exit(3)",
    'Tool "guest" was lost: its process ended unexpectedly, with exit status 3.'
  ],
  [
    "nothing, and is killed",
    "process.kill(process.pid, 'SIGKILL')",
    'Tool "guest" was lost: its process ended unexpectedly, SIGKILL.'
  ],
  [
    "nothing, and aborts, as for want of memory",
    "process.abort()",
    'Tool "guest" ran out of memory: its limit is 256 MiB.'
  ]
])("a process that sends %s is not trusted", async (_what, then, message) => {
  await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, program(then))
  const { error } = await wasm.run({ guest, limits: { outputBytes: 5_000 } })
  expect(error?.message).toEqual(message)
})

it("a process that returns more than its limit is not trusted", async () => {
  await using wasm = await OpenSandbox.open(
    { pool: { spares: 0 } },
    program("send(value, '\"' + 'x'.repeat(99) + '\"')")
  )
  const { error } = await wasm.run({ guest, limits: { outputBytes: 100 } })
  expect(error?.message).toBe(broke("its result exceeded the output limit"))
})

/** Sends the end of a successful command, with these changes. */
const ended = (changes: string, { stdout = 0, content = 0 } = {}) =>
  `send({ type: "commandEnded", end: { kind: "exit", status: 0 }, stdout: ${stdout}, changes: ${changes}, memoryBytes: 0,
     dropped: 0 }, "1".repeat(${stdout + content}))`

it.each([
  ["prints more than it may", ended("[]", { stdout: 101 }), "it exceeded its output limit"],
  [
    "changes more than it may",
    ended('[1, 2].map((n) => ({ kind: "file", path: "/" + n, size: 51 }))', { content: 102 }),
    "it exceeded its limit on changes"
  ],
  [
    "changes one file twice",
    ended('[{ kind: "deleted", path: "/a" }, { kind: "link", path: "/a", target: "" }]'),
    "it reported a change at an invalid path"
  ],
  ["changes what has no place", ended('[{ kind: "deleted", path: "a" }]'), "it reported a change at an invalid path"],
  [
    "changes what lies deeper than any file",
    ended('[{ kind: "deleted", path: "/a".repeat(500_000) }]'),
    "it reported a change at an invalid path"
  ]
])("a process that %s is not trusted", async (_what, then, fault) => {
  await using wasm = await OpenSandbox.open({ pool: { spares: 0 }, files: { bytes: 100 } }, program(then))
  const { error } = await wasm.run({ guest: command, limits: { outputBytes: 100 }, files: wasm.tree("rw") })
  expect(error?.message).toBe(broke(fault))
})

it("a process that answers twice is not reused", async () => {
  await using wasm = await OpenSandbox.open(
    { pool: { spares: 0, most: 1 } },
    program("writeSync(3, Buffer.concat([frameOf(value, '1'), frameOf(value, '2')]))")
  )
  const pids: Array<ReadonlyArray<number>> = []
  for (let n = 0; n < 3; n++) {
    expect((await wasm.run({ guest })).output.value).toBe(1)
    pids.push(childrenOf(process.pid))
  }
  expect(new Set(pids.flat()).size).toBe(pids.flat().length)
})

it("a process that answers byte by byte is understood", async () => {
  const slowly = 'for (const byte of frameOf(value, "[1]")) writeSync(3, Buffer.from([byte]))'
  await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, program(slowly))
  expect((await wasm.run({ guest })).output.value).toEqual([1])
})

it("the output of a process before its end is reported, even if it is read late", async () => {
  const words = (text: string) => `send({ type: "wrote", isError: true }, "${text}")`
  const ends = `${words("first ")}; ${words("last ")}; process.exit(3)`
  await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, program(ends))
  const call = wasm.begin({ guest })
  await call.prints(/first/)
  // Longer than the remains of a process may keep its socket open.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
  while (childrenOf(process.pid).length > 0);
  const { error, output } = await call.ran
  expect([error?.message, output.metadata]).toEqual([
    'Tool "guest" was lost: its process ended unexpectedly, with exit status 3.',
    { stderr: "first last ", stderrBytes: 11 }
  ])
})
