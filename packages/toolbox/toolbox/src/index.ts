export { type EntryName, toolboxEntries } from "./toolboxEntries.ts"
