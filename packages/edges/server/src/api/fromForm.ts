import type { Form } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"
import type * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import type { TSchema } from "typebox"

/** Makes the schema of a form of the wire. The OpenAPI document shows the form as it is. */
export const fromForm = <F extends TSchema>(form: F): Schema.Codec<Form<F>> =>
  Schema.Json.check(
    Schema.makeFilter(
      (value) => {
        const read = decode(form, value)
        return read instanceof WireFault ? read.message : true
      },
      { toJsonSchema: () => form as unknown as JsonSchema.JsonSchema }
    )
  ) as unknown as Schema.Codec<Form<F>>
