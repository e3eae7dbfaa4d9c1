export type { ToolSource } from "./config/connectSource.ts"
export { type ConfiguredGate, type GateConfig, openGate } from "./config/openGate.ts"
export {
  addUntaken,
  type ChosenTools,
  chosenTools,
  type LoadedEntry,
  readToolbox,
  type Toolbox,
  type ToolboxEntry
} from "./config/readToolbox.ts"
export { ToolboxSettingsInvalid } from "./config/ToolboxSettingsInvalid.ts"
