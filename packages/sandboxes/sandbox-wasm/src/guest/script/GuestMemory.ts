import type { QuickJsExports, Value } from "./QuickJsExports.ts"

/** The guest has no memory left for a value from the host. */
export class GuestFull {}

/** The memory of one virtual machine, through which the host reads and writes values. */
export class GuestMemory {
  private readonly exports: QuickJsExports

  constructor(exports: QuickJsExports) {
    this.exports = exports
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer)
  }

  view(): DataView {
    return new DataView(this.exports.memory.buffer)
  }

  textAt(address: number, length: number): string {
    return Buffer.from(this.exports.memory.buffer, address, length).toString()
  }

  cTextAt(address: number): string {
    return this.textAt(address, this.bytes().indexOf(0, address) - address)
  }

  addressesAt(address: number, count: number): ReadonlyArray<Value> {
    const view = this.view()
    return Array.from({ length: count }, (_, index) => view.getUint32(address + index * 4, true))
  }

  allocate(bytes: number): number {
    const address = this.exports.wasm_malloc(bytes)
    if (address === 0) throw new GuestFull()
    return address
  }

  withText<A>(text: string, use: (address: number, length: number) => A): A {
    const encoded = Buffer.from(text)
    const address = this.allocate(encoded.length + 1)
    const memory = this.bytes()
    memory.set(encoded, address)
    memory[address + encoded.length] = 0
    const result = use(address, encoded.length)
    this.exports.wasm_free(address)
    return result
  }
}
