// Writes docs/tools.md: `pnpm docs:tools`.
import { writeFileSync } from "node:fs"
import { outputOfExample } from "./outputOfExample.ts"
import { toolsPage } from "./toolsPage.ts"

writeFileSync(new URL("../../../../docs/tools.md", import.meta.url), await toolsPage(outputOfExample))
