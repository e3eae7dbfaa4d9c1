import { randomBytes } from "node:crypto"
import { readdir } from "node:fs/promises"

/** Returns a unique name for a segment, sortable by time. */
export const makeSegmentName = (at: Date): string =>
  `${at.toISOString().replaceAll(/[-:]/g, "")}-${randomBytes(6).toString("hex")}.ndjson`

/** Returns the names of the segments in a folder, oldest first. */
export const listSegments = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(folder)).filter((name) => form.test(name)).sort()

/** Returns the time at which a segment was opened, in the format of record times. */
export const parseOpeningTime = (name: string): string => {
  const [, year, month, day, hour, minute, second, ms] = form.exec(name) ?? []
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
}

const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z-[0-9a-f]{12}\.ndjson$/
