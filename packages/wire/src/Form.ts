import Type, { type Static, type TProperties, type TSchema } from "typebox"

/** The type of a form: its schema's type, deeply read-only. */
export type Form<Schema extends TSchema> = Frozen<Static<Schema>>

type Frozen<Value> =
  Value extends ReadonlyArray<infer One>
    ? ReadonlyArray<Frozen<One>>
    : Value extends object
      ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
      : Value

/** Makes an object that newer versions may extend, such as an answer. Readers ignore unknown members. */
export const open = <Members extends TProperties>(members: Members) => Type.Object(members)

/** Makes an object without unknown members, such as a request or a permit, because an unknown member might restrict it. */
export const closed = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false })

/** Makes a form that also accepts null. */
export const allowNull = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()])

/** Makes a set of words. Readers ignore words of newer versions. */
export const allowLaterWord = <Word extends string>(words: ReadonlyArray<Word>) =>
  Type.Unsafe<Word>(Type.Union([Type.Enum([...words]), Type.String({ pattern: "^\\w{1,64}$" })]))

/** Makes a union branch for kinds of newer versions: an object with an unknown `tag` and these members. Readers ignore it. */
export const allowLaterKind = (tag: string, known: ReadonlyArray<string>, members: TProperties = {}) =>
  Type.Unsafe<never>(
    Type.Object({ [tag]: Type.Unsafe<string>({ type: "string", not: { enum: [...known] } }), ...members })
  )
