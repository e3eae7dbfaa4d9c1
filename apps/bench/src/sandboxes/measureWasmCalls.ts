import createPlugin from "@extism/extism"
import { assertAllRight } from "../assertAllRight.ts"
import type { Family } from "../Case.ts"
import { callFreshWorker } from "./callFreshWorker.ts"
import { allLimits, makeCalls, requireSuccess } from "./measureCalls.ts"
import { assembleModule, printing } from "./modules.ts"
import { openWasm } from "./openWasm.ts"

// The types of Node do not declare WebAssembly.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> }
}

const answeringNothing = `(module (memory (export "memory") 1) (func (export "run") (result i32) (i32.const 0)))`

/** Measures calls of a module that prints two bytes: in the pool, and as other libraries run it. */
export const measureWasmCalls = async (): Promise<Family> => {
  const { path, bytes } = await assembleModule("printing", printing)
  const { sandbox, close } = await openWasm()
  const guest = { kind: "wasm", module: path, argv: ["printing"], env: {}, folders: {}, output: "json" } as const
  const call = makeCalls(sandbox, { implementations: [{ ...guest, clock: "host", random: "host" }] }, allLimits)
  await call()
  const module = new WebAssembly.Module(bytes)
  const { bytes: data } = await assembleModule("plugin", answeringNothing)
  const plugin = await createPlugin({ wasm: [{ data: new Uint8Array(data) }] }, { runInWorker: true })
  const bare = "a bare instance in this thread"
  const warmWorker = "Extism, a warm worker (state is shared between calls)"
  const worker = "a fresh worker for each call"
  const pooled = "a call in the pool, all limits"
  return {
    name: "sandboxes.wasm",
    title: "A call of a WebAssembly module",
    cases: [
      { name: bare, run: inThread(module) },
      { name: pooled, run: requireSuccess(call) },
      {
        name: warmWorker,
        run: async (times) => {
          for (let time = 0; time < times; time++) await plugin.call("run", "{}")
        }
      },
      { name: worker, run: callFreshWorker(inWorker, module), times: 2, rounds: 20 }
    ],
    figures: (measured) => [
      measured.figure(bare),
      measured.figure(pooled, bare, 4),
      measured.figure(warmWorker, bare),
      measured.figure(pooled, warmWorker, 1),
      measured.figure(worker, bare),
      measured.figure(pooled, worker, 1 / 100)
    ],
    close: async () => {
      await plugin.close()
      await close()
    }
  }
}

const inThread = (module: object) => async (times: number) => {
  let right = 0
  for (let time = 0; time < times; time++) {
    let memory: { readonly buffer: ArrayBuffer } | undefined
    const { exports } = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: {
        fd_write: (_fd: number, vectors: number) => {
          const { buffer } = memory ?? { buffer: new ArrayBuffer(0) }
          const [at = 0, length = 0] = new Uint32Array(buffer, vectors, 2)
          if (Buffer.from(buffer, at, length).toString() === "{}") right++
          return 0
        }
      }
    })
    memory = exports.memory as { readonly buffer: ArrayBuffer }
    ;(exports._start as () => void)()
  }
  assertAllRight(right, times)
}

const inWorker = `
  const { workerData, parentPort } = require("node:worker_threads")
  const imports = { wasi_snapshot_preview1: { fd_write: () => 0 } }
  new WebAssembly.Instance(workerData, imports).exports._start()
  parentPort.postMessage("{}")
`
