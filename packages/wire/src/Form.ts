import Type, { type Static, type TProperties, type TSchema } from "typebox"

/** The type of a form: what its schema describes, read-only throughout. */
export type Form<Schema extends TSchema> = Frozen<Static<Schema>>

type Frozen<Value> =
  Value extends ReadonlyArray<infer One>
    ? ReadonlyArray<Frozen<One>>
    : Value extends object
      ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
      : Value

/** An object that a newer version may add members to, such as an answer: a reader passes over those that it does not know. */
export const open = <Members extends TProperties>(members: Members) => Type.Object(members)

/** An object in which an unknown member is refused, such as a request or a permit: a newer version may narrow it by one. */
export const closed = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false })

/** A value, or null where there is none. */
export const nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()])

/** Words of a set, where a reader passes over those that a newer version has besides. */
export const orLaterWord = <Word extends string>(words: ReadonlyArray<Word>) =>
  Type.Unsafe<Word>(Type.Union([Type.Enum([...words]), Type.String({ pattern: "^\\w{1,64}$" })]))

/** Any other kind of a union that a reader passes over: an object whose `tag` is none of the known ones, with these members. */
export const laterKind = (tag: string, known: ReadonlyArray<string>, members: TProperties = {}) =>
  Type.Unsafe<never>(
    Type.Object({ [tag]: Type.Unsafe<string>({ type: "string", not: { enum: [...known] } }), ...members })
  )
