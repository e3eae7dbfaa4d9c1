// Writes docs/policy-paths.md: `pnpm docs:paths`.
import { writeFileSync } from "node:fs"
import { renderPathsPage } from "./renderPathsPage.ts"

writeFileSync(new URL("../../../../docs/policy-paths.md", import.meta.url), renderPathsPage())
