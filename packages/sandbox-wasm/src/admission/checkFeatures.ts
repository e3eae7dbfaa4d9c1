import type wabt from "wabt"
import { Beyond } from "./Beyond.ts"

type Wabt = Awaited<ReturnType<typeof wabt>>
type Features = NonNullable<Parameters<Wabt["readWasm"]>[1]> & { readonly multi_memory?: boolean }

/**
 * Throws `Beyond` for a module that the engine would run and this sandbox does not: it uses what is newer than what was tried
 * and can be bounded here, such as tail calls, which loop where no stack ends them.
 *
 * Each time with an instance of its own: one that a module has brought down judges no other.
 */
export const checkFeatures = async (bytes: Uint8Array): Promise<void> => {
  const { default: load } = await import("wabt")
  const validator = await load()
  const complaint = complaintOf(validator, bytes, run)
  if (complaint === undefined) return
  const used = Object.entries(notRun).find(
    ([name]) => complaintOf(validator, bytes, { ...run, [name]: true }) === undefined
  )
  throw new Beyond(used?.[1] ?? "instructions or types newer than those it knows", offsetIn(complaint))
}

const run: Features = {
  mutable_globals: true,
  sat_float_to_int: true,
  sign_extension: true,
  simd: true,
  multi_value: true,
  bulk_memory: true,
  reference_types: true,
  extended_const: true,
  exceptions: false,
  threads: false,
  function_references: false,
  tail_call: false,
  gc: false,
  memory64: false,
  multi_memory: false,
  relaxed_simd: false
}

/** What is switched off, by its name for a person. */
const notRun = {
  tail_call: "tail calls",
  exceptions: "exceptions",
  threads: "threads",
  relaxed_simd: "relaxed SIMD",
  function_references: "typed references",
  gc: "garbage-collected types",
  memory64: "64-bit memory",
  multi_memory: "several memories"
}

const complaintOf = (validator: Wabt, bytes: Uint8Array, features: Features): string | undefined => {
  let module: ReturnType<Wabt["readWasm"]> | undefined
  try {
    // A copy of its own: of a view it would read the whole buffer.
    module = validator.readWasm(new Uint8Array(bytes), features)
    // Its types leave out that validating takes the features once more.
    const validate: (features: Features) => void = module.validate.bind(module)
    validate(features)
    return undefined
  } catch (error) {
    return String(error)
  } finally {
    module?.destroy()
  }
}

/** `0000031: error: unexpected opcode: 0x12`, possibly after the name of a file. */
const offsetIn = (complaint: string): number | undefined => {
  const offset = /\b([0-9a-f]{7,8}): error/.exec(complaint)?.[1]
  return offset === undefined ? undefined : Number.parseInt(offset, 16)
}
