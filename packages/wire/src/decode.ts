import type { TSchema } from "typebox"
import { Compile, type Validator } from "typebox/schema"
import type { Form } from "./Form.ts"
import { faultIn } from "./faultIn.ts"
import { WireFault } from "./WireFault.ts"

export { WireFault }

/**
 * Returns a value that came as JSON, typed by its form, or a `WireFault` that says what is wrong with it. Neither copies nor throws.
 * Unknown members that a form passes over stay in the value.
 *
 * ```ts
 * import { Principal } from "@toolgate/wire"
 * import { decode, WireFault } from "@toolgate/wire/decode"
 *
 * const principal = decode(Principal, { agent: "reviewer", ceiling: { tools: ["read_file"], noShell: true } })
 * if (principal instanceof WireFault) console.log(principal.pointer) // /ceiling/noShell
 * ```
 */
export const decode = <Schema extends TSchema>(form: Schema, value: unknown): Form<Schema> | WireFault => {
  const known = validators.get(form)
  const validator = known ?? Compile(form)
  if (known === undefined) validators.set(form, validator)
  try {
    return validator.Check(value) ? (value as Form<Schema>) : faultIn(form, value)
  } catch {
    // A recursive form is followed as deep as the value goes.
    return new WireFault("", "is nested too deep")
  }
}

/** The compiled forms. A form is compiled when the first value comes. */
const validators = new WeakMap<TSchema, Validator>()
