import { AuditRecord } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"

/** The record of a line, where it is one. Whether it is what was written is another question. */
export const recordIn = (line: Uint8Array): AuditRecord | undefined => {
  try {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString()
    const record = decode(AuditRecord, JSON.parse(text))
    return record instanceof WireFault ? undefined : record
  } catch {
    return undefined
  }
}
