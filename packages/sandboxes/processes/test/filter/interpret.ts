/** A call as the kernel describes it to a filter. Arguments have 64 bits. */
export interface Call {
  readonly audit: number
  readonly number: number
  readonly args?: ReadonlyArray<bigint | number>
}

/**
 * Returns a filter's answer to a call. Runs classic BPF as the kernel does, and throws on everything that the kernel
 * would refuse.
 */
export const interpret = (filter: Buffer, { audit, number, args = [] }: Call): number => {
  const call = Buffer.alloc(64)
  call.writeUInt32LE(number >>> 0, 0)
  call.writeUInt32LE(audit >>> 0, 4)
  for (const [at, value] of args.entries()) call.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * at)
  let word = 0
  for (let at = 0; at < filter.length / 8; at++) {
    const code = filter.readUInt16LE(8 * at)
    const value = filter.readUInt32LE(8 * at + 4)
    const jump = (holds: boolean) => filter.readUInt8(8 * at + (holds ? 2 : 3))
    if (code === 0x20) word = call.readUInt32LE(value)
    else if (code === 0x05) at += value
    else if (code === 0x15) at += jump(word === value)
    else if (code === 0x25) at += jump(word > value)
    else if (code === 0x45) at += jump((word & value) !== 0)
    else if (code === 0x06) return value
    else throw new Error(`No such instruction: ${code}`)
  }
  throw new Error("The filter ends without an answer.")
}
