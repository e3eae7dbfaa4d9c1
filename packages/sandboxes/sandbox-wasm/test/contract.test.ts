import { testSandbox } from "@toolgate/testing"
import { LinuxFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { afterAll, describe, it } from "vitest"
import { GuestProgram, ProcessWasmSandbox } from "../src/index.ts"
import { bundledProgram } from "./bundledProgram.ts"
import { GuestFolder } from "./guests.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

const make = ProcessWasmSandbox.make({ pool: { spares: 0 } }).pipe(
  Effect.provideService(GuestProgram, bundledProgram),
  Effect.provide(LinuxFileSystems.layer)
)
const sources = { clock: "host", random: "host" } as const

const command = (module: string) => ({
  kind: "wasm" as const,
  module,
  argv: ["guest"],
  env: {},
  folders: {},
  output: "json" as const,
  ...sources
})

const script = (text: string) => ({
  kind: "script" as const,
  script: guests.script(text),
  export: "default",
  settings: {},
  calls: 0,
  ...sources
})

describe("commands", () =>
  testSandbox(
    { describe, it },
    {
      make,
      echoes: command(
        guests.command(
          `(loop $l
             (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 4096))
             (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
             (if (i32.load (i32.const 8)) (then
               (call $write (i32.const 1) (i32.const 64) (i32.load (i32.const 8))) (br $l))))`
        )
      ),
      fails: command(guests.command("(call $proc_exit (i32.const 7))")),
      runsForever: command(guests.command("(loop $l (br $l))")),
      floods: command(guests.command("(loop $l (call $write (i32.const 1) (i32.const 64) (i32.const 100)) (br $l))")),
      unfit: command("/nowhere/guest.wasm")
    }
  ))

describe("scripts", () =>
  testSandbox(
    { describe, it },
    {
      make,
      echoes: script("export default (args) => args"),
      fails: script("export default () => { throw new Error('no') }"),
      runsForever: script("export default () => { for (;;); }"),
      floods: script("export default () => 'x'.repeat(100_000)"),
      unfit: script("export default ({)")
    }
  ))
