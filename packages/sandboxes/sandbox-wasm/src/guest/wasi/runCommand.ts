import { WebAssembly, type WebAssemblyModule } from "../../admission/WebAssembly.ts"
import type { CommandEnded, CommandWorld, GuestEnd } from "../GuestWorld.ts"
import { makeInputDescriptor, makeOutputDescriptor, makePreopenedDescriptor } from "./Descriptor.ts"
import { Descriptors } from "./Descriptors.ts"
import { type EngineMemory, engine, isStackOverflow } from "./engine.ts"
import { listChanges, listPaths } from "./files/listChanges.ts"
import { loadTree, makeFolderAt } from "./files/loadTree.ts"
import type { Guest } from "./Guest.ts"
import { makeClock } from "./GuestClock.ts"
import { GuestMemory } from "./GuestMemory.ts"
import { makeRandom } from "./GuestRandom.ts"
import { makePreview1 } from "./preview1/imports.ts"
import { type Preview1Name, preview1Names } from "./preview1/signatures.ts"
import { Escaped, Exited } from "./Unwinding.ts"

/**
 * Runs a WASI preview 1 command to its end, in a world of values. The guest reaches nothing else of the process.
 *
 * Throws what the world's `stdout` or `stderr` throws, but no exception of the guest.
 */
export const runCommand = (module: WebAssemblyModule, world: CommandWorld): CommandEnded => {
  const clock = makeClock(world.clock)
  const tree = loadTree(world.entries, world.fileBytes, () => clock.peek("realtime"))
  const folders = world.folders.map(({ name, path }) => makePreopenedDescriptor(makeFolderAt(tree, path), name))
  const before = listPaths(tree)
  const guest: Guest = {
    argv: world.argv,
    env: world.env,
    memory: new GuestMemory(),
    clock,
    random: makeRandom(world.random),
    tree,
    descriptors: new Descriptors(tree, [
      makeInputDescriptor(world.stdin),
      makeOutputDescriptor(world.stdout),
      makeOutputDescriptor(world.stderr),
      ...folders
    ])
  }
  const run: Run = { memory: undefined }
  const ended = endOf(() => start(module, guest, run))
  return { ended, changes: listChanges(tree, before, world.entries), memoryBytes: run.memory?.buffer.byteLength ?? 0 }
}

/** A run, whose memory is attached once there is an instance. */
interface Run {
  memory: EngineMemory | undefined
}

const start = (module: WebAssemblyModule, guest: Guest, run: Run): GuestEnd => {
  const { exports } = new engine.Instance(module, {
    wasi_snapshot_preview1: makePreview1(guest, importedNames(module))
  })
  if (!(exports.memory instanceof engine.Memory))
    return refused('The module exports no memory as "memory", which a WASI command needs.')
  run.memory = exports.memory
  guest.memory.attach(run.memory)
  if (typeof exports._start !== "function")
    return refused(
      typeof exports._initialize === "function"
        ? 'The module is a reactor: it exports "_initialize", and a WASI command needs "_start".'
        : 'The module exports no function "_start", which a WASI command needs.'
    )
  exports._start()
  return { kind: "exit", status: 0 }
}

const refused = (message: string): GuestEnd => ({ kind: "trap", message })

/** Returns how a run ended. An engine exception is the guest's fault: a trap, or imports that do not match. */
const endOf = (run: () => GuestEnd): GuestEnd => {
  try {
    return run()
  } catch (thrown) {
    if (thrown instanceof Exited) return { kind: "exit", status: thrown.status }
    // The guest's recursion also used up the stack if a host call overflowed.
    if (isStackOverflow(thrown instanceof Escaped ? thrown.cause : thrown)) return { kind: "stack" }
    if (thrown instanceof Escaped) throw thrown.cause
    return refused(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

const known = new WeakMap<WebAssemblyModule, ReadonlyArray<Preview1Name>>()

/** Returns the preview 1 functions that a module imports. Cached for each module. */
const importedNames = (module: WebAssemblyModule): ReadonlyArray<Preview1Name> => {
  const found = known.get(module) ?? namesOf(module)
  known.set(module, found)
  return found
}

const namesOf = (module: WebAssemblyModule): ReadonlyArray<Preview1Name> => {
  const named = new Set(WebAssembly.Module.imports(module).map(({ name }) => name))
  return preview1Names.filter((name) => named.has(name))
}
