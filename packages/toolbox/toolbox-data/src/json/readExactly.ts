import type { Json } from "@toolgate/core"
import type { TextInput } from "@toolgate/toolbox-base/jobs"
import { findExactNumbers, isExactNumber, readJson } from "@toolgate/toolbox-base/json"

/** A JSON value in which numbers that JavaScript would change are texts, with the JSON pointers to them. */
export interface ReadExactly {
  readonly value: Json
  readonly texts: ReadonlyArray<string>
}

/** Parses JSON. Fails with the line and column of the first error. */
export const readExactly = ({ text, place }: TextInput): ReadExactly => {
  const reviver = findExactNumbers(text)
  const value = readJson(text, place, reviver)
  if (reviver === undefined) return { value, texts: [] }
  const texts: Array<string> = []
  const told = (one: unknown, pointer: string): Json => {
    if (typeof one !== "object" || one === null) return one as Json
    if (isExactNumber(one)) {
      texts.push(pointer)
      return one.rawJSON
    }
    if (Array.isArray(one)) return one.map((item, at) => told(item, `${pointer}/${at}`))
    const members = Object.entries(one).map(([name, member]) => [name, told(member, `${pointer}/${escaped(name)}`)])
    return Object.fromEntries(members)
  }
  return { value: told(value, ""), texts }
}

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")
