export { DeclarationError } from "./DeclarationError.ts"
export type {
  AnswerOptions,
  Declared,
  DeclaredTool,
  DeclareOptions,
  Format,
  HostedUse,
  ProviderTurn,
  ReadOptions,
  ResponseStream,
  SafetyCheck,
  StreamOptions,
  TurnItem
} from "./Format.ts"
export type { ListedTool, ProviderSpecs } from "./ListedTool.ts"
export { blockText, modelBlocks, modelText } from "./modelText.ts"
export {
  type AnswerPayload,
  type CallType,
  defineProviderTool,
  type HandledCall,
  type LocalCall,
  type ProviderCall,
  type ProviderTool
} from "./ProviderTool.ts"
export type { Lack } from "./schemas/Dialect.ts"
export { type FunctionSpec, type ProviderSpec, specsFor } from "./specs.ts"
