import { describeUnknownName, quoted } from "@toolgate/core"
import { reportWrongType } from "./reportWrongType.ts"
import type { Shape } from "./Shape.ts"

interface Quantity {
  /** The name of the quantity in a sentence, as in "a duration". */
  readonly what: string
  readonly example: string
  /** The value of each unit, in the unit of the result. */
  readonly units: ReadonlyMap<string, bigint>
  /** The unit of the result. */
  readonly of: string
  readonly most: number
}

const durations: Quantity = {
  what: "a duration",
  example: "30s",
  units: new Map([
    ["ms", 1n],
    ["s", 1000n],
    ["m", 60_000n],
    ["h", 3_600_000n]
  ]),
  of: "milliseconds",
  // A longer timer would fire at once.
  most: 2 ** 31 - 1
}

const sizes: Quantity = {
  what: "a size",
  example: "64MiB",
  units: new Map([
    ["B", 1n],
    ["KB", 1000n],
    ["MB", 1_000_000n],
    ["GB", 1_000_000_000n],
    ["KiB", 1024n],
    ["MiB", 1_048_576n],
    ["GiB", 1_073_741_824n]
  ]),
  of: "bytes",
  most: Number.MAX_SAFE_INTEGER
}

/**
 * Returns the shape of a number with a unit. The result is in whole units of the quantity. The computation uses
 * integers, so that `1.1s` is exactly 1100 milliseconds.
 */
const quantityOf = ({ what, example, units, of, most }: Quantity): Shape<number> => {
  const names = [...units.keys()]
  const type = `${what} with a unit (${names.join(", ")}), as in ${example}`
  return {
    type,
    schema: { type: "string", pattern: `^\\d{1,20}(?:\\.\\d{1,20})?(?:${names.join("|")})$` },
    beneath: [],
    read: (entry, reading) => {
      const { node, label } = entry
      if (node.kind !== "scalar" || node.value === null || typeof node.value === "boolean")
        return reportWrongType(type, entry, reading)
      const text = typeof node.value === "string" ? node.value : (node.plain ?? "")
      const { whole, decimals = "", unit } = quantity.exec(text)?.groups ?? {}
      if (whole === undefined || unit === undefined) return reportWrongType(type, entry, reading)
      if (unit === "")
        return reading.fault(node.at, () => `${label} needs a unit (${names.join(", ")}), as in "${example}"`)
      const factor = units.get(unit)
      if (factor === undefined)
        return reading.fault(node.at, () => describeUnknownName("unit", unit, names, { where: `in ${label}` }))
      const parts = BigInt(whole + decimals) * factor
      const scale = 10n ** BigInt(decimals.length)
      const amount = Number(parts / scale)
      if (parts === 0n) return reading.fault(node.at, () => `${label} must be more than zero, not ${quoted(text)}`)
      if (parts % scale !== 0n) return reading.fault(node.at, () => `${label} must be a whole number of ${of}`)
      if (amount > most) return reading.fault(node.at, () => `${label} must be at most ${most} ${of}`)
      return amount
    }
  }
}

// The length is bounded, so that a text of a megabyte is not converted to a number.
const quantity = /^(?<whole>\d{1,20})(?:\.(?<decimals>\d{1,20}))?(?<unit>[A-Za-z]*)$/

/** The shape of a duration. The result is in milliseconds. */
export const duration: Shape<number> = quantityOf(durations)

/** The shape of a size. The result is in bytes. */
export const size: Shape<number> = quantityOf(sizes)

/**
 * Returns the shape that also accepts the word `unlimited`. Unlike a missing key, `unlimited` removes a default, but
 * it does not remove another file's limit.
 */
export const allowUnlimited = (shape: Shape<number>): Shape<number | "unlimited"> => ({
  type: `${shape.type}, or "unlimited"`,
  schema: { anyOf: [shape.schema, { const: "unlimited" }] },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    return node.kind === "scalar" && node.value === "unlimited" ? "unlimited" : shape.read(entry, reading)
  }
})
