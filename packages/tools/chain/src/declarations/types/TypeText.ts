/** A type as text. `binds` is the weakest operator in it, which decides where parentheses are needed. */
export interface TypeText {
  readonly text: string
  readonly binds: "everywhere" | "in unions" | "nowhere"
}

const of = (text: string): TypeText => ({ text, binds: "everywhere" })

export const unknown: TypeText = of("unknown")
export const never: TypeText = of("never")

/** Returns an atomic type: a name, a literal, or a bracketed type. */
export const whole = of

export const makeArrayType = (item: TypeText): TypeText => of(item === never ? "[]" : `${inBrackets(item)}[]`)

/** Returns the union of types without duplicates. */
export const union = (parts: ReadonlyArray<TypeText>): TypeText => {
  if (parts.some(({ text }) => text === unknown.text)) return unknown
  const texts = distinct(parts.filter((part) => part !== never))
  if (texts.length < 2) return texts[0] ?? never
  return { text: texts.map(({ text }) => text).join(" | "), binds: "nowhere" }
}

/** Returns the intersection of types. `unknown` parts are dropped. */
export const intersection = (parts: ReadonlyArray<TypeText>): TypeText => {
  if (parts.includes(never)) return never
  const texts = distinct(parts.filter(({ text }) => text !== unknown.text))
  if (texts.length < 2) return texts[0] ?? unknown
  return {
    text: texts.map((part) => (part.binds === "nowhere" ? inBrackets(part) : part.text)).join(" & "),
    binds: "in unions"
  }
}

const inBrackets = ({ text, binds }: TypeText) => (binds === "everywhere" ? text : `(${text})`)

const distinct = (parts: ReadonlyArray<TypeText>) => [...new Map(parts.map((part) => [part.text, part])).values()]
