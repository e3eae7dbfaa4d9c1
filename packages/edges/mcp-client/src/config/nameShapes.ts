import { quoted } from "@toolgate/core"
import type { FileReading, NameShape } from "@toolgate/yaml-reading"

/** Returns the shape of names that match a pattern. `rule` describes the pattern. */
export const namesLike = (step: string, what: string, pattern: RegExp, rule: string): NameShape<string> => ({
  step,
  schema: { pattern: pattern.source },
  read: (name: string, at: number, reading: FileReading) =>
    pattern.test(name) ? name : reading.fault(at, () => `${quoted(name)} is not a valid name for ${what}: use ${rule}`)
})

/** Returns the shape of names that may be any text on one line. */
export const namesInLine = (step: string, what: string): NameShape<string> =>
  namesLike(step, what, /^[^\p{Cc}\p{Cs}]{1,256}$/u, "1 to 256 characters, without control characters")
