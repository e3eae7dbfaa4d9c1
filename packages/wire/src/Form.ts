import Type, { type Static, type TProperties, type TSchema } from "typebox"

/** The type of a form: the type that its schema describes, read-only throughout. */
export type Form<Schema extends TSchema> = Frozen<Static<Schema>>

type Frozen<Value> =
  Value extends ReadonlyArray<infer One>
    ? ReadonlyArray<Frozen<One>>
    : Value extends object
      ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
      : Value

/**
 * Makes an object to which a newer version may add members, such as an answer. A reader passes over members that it does not know.
 */
export const open = <Members extends TProperties>(members: Members) => Type.Object(members)

/**
 * Makes an object in which an unknown member is refused, such as a request or a permit: a newer version may narrow it by a member.
 */
export const closed = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false })

/** Makes a form of a value, or of null if there is none. */
export const nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()])

/** Makes a set of words. A reader passes over a word that a newer version added. */
export const orLaterWord = <Word extends string>(words: ReadonlyArray<Word>) =>
  Type.Unsafe<Word>(Type.Union([Type.Enum([...words]), Type.String({ pattern: "^\\w{1,64}$" })]))

/**
 * Makes the branch of a union for any other kind, which a reader passes over: an object whose `tag` is no known kind, with these
 * members.
 */
export const laterKind = (tag: string, known: ReadonlyArray<string>, members: TProperties = {}) =>
  Type.Unsafe<never>(
    Type.Object({ [tag]: Type.Unsafe<string>({ type: "string", not: { enum: [...known] } }), ...members })
  )
