/**
 * The parts of a Zod 4 definition (`_zod.def`) that tell whether it changes its value, and whether JSON has such
 * values.
 */
export interface ZodDefinition {
  readonly type: string
  readonly coerce?: boolean
  readonly checks?: ReadonlyArray<{ readonly _zod: { readonly def: ZodCheck } }>
  readonly in?: { readonly _zod: { readonly def: ZodDefinition } }
  readonly reverseTransform?: unknown
  readonly values?: ReadonlyArray<unknown>
  /** A format is both a type and a check. */
  readonly normalize?: boolean
  readonly fn?: unknown
}

interface ZodCheck {
  readonly check: string
  readonly normalize?: boolean
  readonly fn?: unknown
}

/**
 * Returns the reason why a Zod definition cannot be part of a tool's schema, as a clause. Does not examine nested
 * definitions.
 */
export const findZodFault = (def: ZodDefinition): string | undefined => {
  if (def.coerce === true) return "coerces its value: write the type that the value has"
  if (def.normalize === true || def.checks?.some(isRewriting))
    return `rewrites its value (trim, toLowerCase, normalize, overwrite): leave that out, and ${inExecute}`
  if (def.type === "pipe") return pipe(def)
  if (def.type === "literal" && def.values?.some((value) => value === undefined || typeof value === "bigint"))
    return "is a literal that JSON does not have: write one that it has"
  return faults.get(def.type)
}

/** Whether a definition has a function check, which may return a promise. */
export const mayWait = (def: ZodDefinition): boolean =>
  def.fn !== undefined ||
  def.checks?.some(({ _zod }) => _zod.def.fn !== undefined || !plain.has(_zod.def.check)) === true

const plain = new Set([
  "bigint_format",
  "greater_than",
  "length_equals",
  "less_than",
  "max_length",
  "max_size",
  "mime_type",
  "min_length",
  "min_size",
  "multiple_of",
  "number_format",
  "overwrite",
  "size_equals",
  "string_format"
])

const isRewriting = ({ _zod: { def } }: { readonly _zod: { readonly def: ZodCheck } }) =>
  def.check === "overwrite" || def.normalize === true

const inExecute = 'change the value in "execute"'

const pipe = (def: ZodDefinition) => {
  const kind =
    def.reverseTransform !== undefined
      ? "is a codec"
      : def.in?._zod.def.type === "transform"
        ? "has a preprocess"
        : "has a transform or a pipe"
  return `${kind}: write the type of the value that comes, and ${inExecute}`
}

const withDefault = 'has a default: make it optional, and apply the default in "execute"'
const notJson = (made: string, instead: string) => `is a ${made}, which JSON does not have: write ${instead}`

const faults = new Map(
  Object.entries({
    default: withDefault,
    prefault: withDefault,
    catch: "has a catch: leave it out, so that wrong values are refused",
    transform: `has a transform: leave it out, and ${inExecute}`,
    success: `has a z.success(): leave it out, and ${inExecute}`,
    custom:
      "is a z.custom() or z.instanceof(), which JSON Schema cannot express: write a type, and check the value with .refine()",
    bigint: notJson("z.bigint()", "z.int() or z.string()"),
    date: notJson("z.date()", "z.iso.datetime()"),
    map: notJson("z.map()", "z.record()"),
    set: notJson("z.set()", "z.array()"),
    undefined: notJson("z.undefined()", ".optional()"),
    void: notJson("z.void()", "z.null()"),
    nan: notJson("z.nan()", "z.null()"),
    symbol: notJson("z.symbol()", "z.string()"),
    promise: notJson("z.promise()", "the type of what it promises"),
    function: notJson("z.function()", "the type of what it returns"),
    file: notJson("z.file()", "z.string(), and declare the path as a resource")
  })
)
