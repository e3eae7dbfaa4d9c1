// Writes docs/policy-keys.md: `pnpm docs:keys`.
import { writeFileSync } from "node:fs"
import { renderKeysPage } from "./renderKeysPage.ts"

writeFileSync(new URL("../../../../../docs/policy-keys.md", import.meta.url), renderKeysPage())
