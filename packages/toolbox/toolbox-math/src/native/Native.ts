import { readFile } from "node:fs/promises"
import { impossible } from "@toolgate/toolbox-base/jobs"
import { WebAssembly, type WebAssemblyInstance, type WebAssemblyModule } from "./WebAssembly.ts"

/** The functions of `native-math.wasm`. Every number except counts is an address in its memory. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly _initialize: () => void
  readonly numbers: (count: number) => number
  readonly [name: string]: unknown
}

/** An instance of the native module, which runs one job and is then dropped with its memory. */
export class Native {
  private readonly exports: Exports

  /** Creates an instance. Calls `progress` with the completed part, from 0 to 1. */
  static async make(progress: (done: number) => void = () => {}): Promise<Native> {
    compiled ??= readFile(new URL("./native-math.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes))
    return new Native(await WebAssembly.instantiate(await compiled, { host: { progress } }))
  }

  private constructor({ exports }: WebAssemblyInstance) {
    this.exports = exports as unknown as Exports
    this.exports._initialize()
  }

  /** Copies numbers into the memory, and returns their address. */
  given(numbers: ArrayLike<number>): number {
    const at = this.room(numbers.length)
    this.view(at, numbers.length).set(numbers)
    return at
  }

  /** Allocates memory for numbers, and returns its address. */
  room(count: number): number {
    return this.run("numbers", count)
  }

  /** Copies numbers out of the memory. */
  taken(at: number, count: number): Array<number> {
    return Array.from(this.view(at, count))
  }

  /** Calls a function of the module. Fails the job if memory runs out. */
  run(name: string, ...args: ReadonlyArray<number>): number {
    try {
      return (this.exports[name] as (...args: ReadonlyArray<number>) => number)(...args)
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError)
        throw impossible("The numbers need more memory than is available; give fewer at once.")
      throw error
    }
  }

  private view(at: number, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, at, count)
  }
}

let compiled: Promise<WebAssemblyModule> | undefined
