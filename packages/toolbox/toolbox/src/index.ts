export type { RoutingSettings, StartAgent } from "@toolgate/toolbox-routing"
export type { LoadedEntry, ToolboxEntry } from "./ToolboxEntry.ts"
export { type EntryName, toolboxEntries } from "./toolboxEntries.ts"
