import * as Predicate from "effect/Predicate"
import type { FormField } from "./ToolForm.ts"

/**
 * Returns the reason why a form field does not accept a value, as a predicate such as "is more than 9", or `undefined` if
 * it does. Never contains the value.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findFieldFault } from "@toolgate/core"
 *
 * assert.equal(findFieldFault({ type: "integer", maximum: 9 }, 10), "is more than 9")
 * assert.equal(findFieldFault({ type: "integer", maximum: 9 }, 9), undefined)
 * ```
 */
export const findFieldFault = (field: FormField, value: unknown): string | undefined => {
  switch (field.type) {
    case "string":
      return typeof value === "string" ? textFault(field, value) : "is not a string"
    case "number":
    case "integer":
      if (typeof value !== "number" || !Number.isFinite(value)) return "is not a number"
      if (field.type === "integer" && !Number.isInteger(value)) return "is not a whole number"
      return rangeFault(value, field.minimum, field.maximum, "")
    case "boolean":
      return typeof value === "boolean" ? undefined : "is neither true nor false"
    case "array": {
      const choices = listChoices("enum" in field.items ? field.items.enum : field.items.anyOf) ?? []
      if (!Array.isArray(value) || !value.every((one) => choices.includes(one))) return "is not one of the choices"
      if (new Set(value).size < value.length) return "repeats a choice"
      return rangeFault(value.length, field.minItems, field.maxItems, " choices")
    }
  }
}

/**
 * Returns the values of a list of choices, with or without titles, or `undefined` for anything else.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listChoices } from "@toolgate/core"
 *
 * assert.deepEqual(listChoices(["eu", "us"]), ["eu", "us"])
 * assert.deepEqual(listChoices([{ const: "eu", title: "Europe" }]), ["eu"])
 * assert.equal(listChoices("eu"), undefined)
 * ```
 */
export const listChoices = (list: unknown): ReadonlyArray<string> | undefined => {
  if (!Array.isArray(list)) return undefined
  const texts = list.map((one: unknown) =>
    Predicate.isObject(one) && typeof (one as { readonly title?: unknown }).title === "string"
      ? (one as { readonly const?: unknown }).const
      : one
  )
  return texts.every((text) => typeof text === "string") ? texts : undefined
}

const textFault = (field: FormField & { readonly type: "string" }, text: string): string | undefined => {
  for (const list of [field.enum, field.oneOf])
    if (list !== undefined && listChoices(list)?.includes(text) !== true) return "is not one of the choices"
  // JSON Schema counts characters, not UTF-16 code units.
  const fault = rangeFault([...text].length, field.minLength, field.maxLength, " characters")
  if (fault !== undefined) return fault
  return field.format === undefined || isOf[field.format](text) ? undefined : `is no ${field.format}`
}

const rangeFault = (size: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, unit: string) => {
  if (size < least) return `is less than ${least}${unit}`
  return size > most ? `is more than ${most}${unit}` : undefined
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

const isOf: Readonly<Record<"email" | "uri" | "date" | "date-time", (text: string) => boolean>> = {
  email: (text) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/u.test(text),
  uri: (text) => !/\s/u.test(text) && URL.canParse(text),
  date: isDate,
  "date-time": (text) => {
    const [day = "", time = ""] = text.split(/[Tt ]/)
    return (
      isDate(day) &&
      /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(time)
    )
  }
}
