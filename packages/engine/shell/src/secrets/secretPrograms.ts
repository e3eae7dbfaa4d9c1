import { cloudSecrets } from "./cloudSecrets.ts"
import { machineSecrets } from "./machineSecrets.ts"
import type { SecretOptions, SecretRow } from "./SecretOptions.ts"
import { serverSecrets } from "./serverSecrets.ts"

const rows: ReadonlyArray<SecretRow> = [...serverSecrets, ...machineSecrets, ...cloudSecrets]

/** The programs that take secrets as words, by their names. */
export const secretPrograms: ReadonlyMap<string, ReadonlyArray<SecretOptions>> = rows.reduce(
  (all, [programs, facts]) => {
    for (const name of programs.split(" ")) all.set(name, [...(all.get(name) ?? []), facts])
    return all
  },
  new Map<string, ReadonlyArray<SecretOptions>>()
)
