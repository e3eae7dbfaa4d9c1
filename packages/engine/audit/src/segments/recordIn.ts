import { readJson } from "@toolgate/core/json"
import { AuditRecord } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"

/**
 * Returns the record in a line, or `undefined` if the line holds none. Does not check whether the record is the one
 * that was written.
 */
export const recordIn = (line: Uint8Array): AuditRecord | undefined => {
  try {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString()
    const record = decode(AuditRecord, readJson(text))
    return record instanceof WireFault ? undefined : record
  } catch {
    return undefined
  }
}
