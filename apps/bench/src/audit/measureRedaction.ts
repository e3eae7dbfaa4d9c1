import { KnownSecrets, LogRedaction } from "@toolgate/redaction"
import type { Case, Family } from "../Case.ts"

/** The number of characters of a long text. */
const long = 12_000

const listing = Array.from({ length: 300 }, (_, at) => `-rw-r--r-- 1 ada staff ${at * 37} Nov 3 12:10 file-${at}.ts`)
const items = Array.from({ length: 200 }, (_, at) => ({ id: at, name: `item ${at}`, url: `https://example.org/${at}` }))

/** The fields of typical calls. Each takes a number that makes its text unique. */
const fields: Readonly<Record<string, (at: number) => object>> = {
  "a path": (at) => ({ path: `src/parts/file${at}/index.ts` }),
  "a command": (at) => ({ command: `git log --oneline -n ${at}`, timeout: 10 }),
  "a request": (at) => ({ url: `https://example.org/items/${at}?page=2`, headers: { accept: "application/json" } }),
  "a listing of 12,000 characters": (at) => ({ text: `${at}${listing.join("\n")}`.slice(0, long) }),
  "JSON of 12,000 characters": (at) => ({ text: `[${at},${JSON.stringify(items)}`.slice(0, long) })
}

/** Measures searching the fields of calls for secrets, compared with serializing them as JSON. */
export const measureRedaction = async (): Promise<Family> => {
  let at = 0
  const repeat = (name: string, work: (given: object) => boolean): Case => ({
    name,
    run: async (times) => {
      const make = fields[name.replace(asJson, "")] as (at: number) => object
      for (let time = 0; time < times; time++) if (!work(make(at++))) throw new Error(`"${name}" failed.`)
    }
  })
  return {
    name: "audit.redaction",
    title: "Searching the fields of a call for secrets",
    cases: Object.keys(fields).flatMap((name) => [
      repeat(name, (given) => LogRedaction.secretsIn(given) instanceof KnownSecrets),
      repeat(`${name}${asJson}`, (given) => JSON.stringify(given).length > 0)
    ]),
    figures: (measured) => Object.keys(fields).map((name) => measured.figure(name, `${name}${asJson}`))
  }
}

const asJson = ", as JSON"
