import type { GuestMemory } from "./GuestMemory.ts"
import type { HostFunctions } from "./HostFunctions.ts"

/** The part of the virtual machine that the imports need. */
interface Machine {
  readonly memory: GuestMemory
  raise(message: string): void
}

/** Returns all imports of the QuickJS module: the host's functions and a clock. */
export const makeQuickJsImports = (vm: () => Machine, host: HostFunctions) => ({
  env: {
    host_call: (name: number, length: number, _self: number, count: number, args: number) =>
      host.call(vm().memory.textAt(name, length), vm().memory.addressesAt(args, count)),
    host_interrupt: () => 0,
    host_promise_rejection: (promise: number, reason: number, isLookedAt: number) =>
      host.rejected(promise, reason, isLookedAt !== 0),
    host_module_normalize: (_base: number, specifier: number) => {
      const name = vm().memory.cTextAt(specifier)
      host.imported(name)
      vm().raise(`A script cannot import modules, such as ${JSON.stringify(name.slice(0, 80))}`)
      return 0
    },
    host_module_load: () => 0,
    // Scripts run in UTC.
    host_get_timezone_offset: () => 0
  },
  wasi_snapshot_preview1: {
    clock_time_get: (_clock: number, _precision: bigint, result: number) => {
      vm().memory.view().setBigUint64(result, host.now(), true)
      return errno.success
    },
    // The C library asks for random bytes when it starts. Scripts never see them; they use `Math.random`.
    random_get: (address: number, length: number) => {
      vm()
        .memory.bytes()
        .fill(0, address, address + length)
      return errno.success
    },
    fd_write: () => errno.badFile,
    fd_close: () => errno.badFile,
    fd_seek: () => errno.badFile,
    fd_fdstat_get: () => errno.badFile
  }
})

const errno = { success: 0, badFile: 8 }
