import { readJson } from "@toolgate/core/json"
import { AuditRecord } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"

/** Parses the record in a line, or returns `undefined` if the line is not a record. Does not check its hash. */
export const parseRecord = (line: Uint8Array): AuditRecord | undefined => {
  try {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString()
    const record = decode(AuditRecord, readJson(text))
    return record instanceof WireFault ? undefined : record
  } catch {
    return undefined
  }
}
