import type { SecretOptions, SecretRow } from "./SecretOptions.ts"
import table from "./secretOptions.json" with { type: "json" }

const optionsIn = ({ programs: _, after, options, joined, mark, behind, ...others }: SecretRow): SecretOptions => ({
  ...others,
  ...(after === undefined ? {} : { after: after.split(" ") }),
  ...(options === undefined ? {} : { options: options.split(" ") }),
  ...(joined === undefined ? {} : { joined: joined.split(" ") }),
  ...(mark === undefined || behind === undefined ? {} : { behind: { mark, options: behind.split(" ") } })
})

/** The programs that take secrets as words, by their names. */
export const secretPrograms: ReadonlyMap<string, ReadonlyArray<SecretOptions>> = (
  table as ReadonlyArray<SecretRow>
).reduce((all, row) => {
  const options = optionsIn(row)
  for (const name of row.programs.split(" ")) all.set(name, [...(all.get(name) ?? []), options])
  return all
}, new Map<string, ReadonlyArray<SecretOptions>>())
