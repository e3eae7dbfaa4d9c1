/** A JSON value. */
export type Json = null | number | boolean | string | JsonArray | JsonObject

/** A JSON array. */
export interface JsonArray extends ReadonlyArray<Json> {}

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json
}
