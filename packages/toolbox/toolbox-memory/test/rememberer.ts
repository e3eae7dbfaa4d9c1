import type { ResolvedPath } from "@toolgate/core"
import { changeMemory } from "../src/changeMemory.ts"

/** A program that adds twenty entries to the memory of a workspace, one after the other. */
const [, , workspace = "", folder = ""] = process.argv
const { signal } = new AbortController()
for (let i = 0; i < 20; i++)
  await changeMemory({ folder }, { workspace: workspace as ResolvedPath, signal }, (memory) =>
    memory.add(`other ${i}`, [])
  )
