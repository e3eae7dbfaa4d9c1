import { expect, it } from "vitest"
import { toInputObject } from "../src/anthropic/toInputObject.ts"

it.each(['{"a":1,"a":2}', '{"a":1,"\\u0061":1}', '{"a":[{"b":1,"b":2}]}'])(
  "repeats the text %s to the model as invalid, because the gate refuses it",
  (text) => {
    expect(toInputObject(text)).toEqual({ INVALID_JSON: text })
  }
)
