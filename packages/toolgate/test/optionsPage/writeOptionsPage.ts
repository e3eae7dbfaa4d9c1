// Writes docs/options.md: `pnpm docs:options`.
import { writeFileSync } from "node:fs"
import { optionsPage } from "./optionsPage.ts"

writeFileSync(new URL("../../../../docs/options.md", import.meta.url), optionsPage())
