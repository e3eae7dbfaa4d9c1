/** A value that JSON can carry. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json }

/** The arguments of a call: always a JSON object. */
export type Args = JsonObject
