import * as Schema from "effect/Schema"

/** The members of a request for a page: `cursor` is `next` of the page before. */
export const pageQuery = {
  cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(256))),
  limit: Schema.optionalKey(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 200 }))
  )
}

/** The length of a page that names none. */
export const usualLimit = 50

/** A page of a list. Without `next`, it is the last one. */
export const pageOf = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({ items: Schema.Array(item), next: Schema.optionalKey(Schema.String) })
