export { type AnthropicFormat, anthropic } from "./anthropic/messages.ts"
export type {
  AnthropicAnswer,
  AnthropicEvent,
  AnthropicResponse,
  AnthropicTool
} from "./anthropic/messagesWire.ts"
export { commonMedia, convertMedia, type MediaRule, normalizeBase64, type ShownMedia } from "./convertMedia.ts"
export { DeclarationError } from "./DeclarationError.ts"
export type {
  AnswerOptions,
  Declared,
  DeclaredTool,
  DeclareOptions,
  Format,
  ProviderTurn,
  ReadOptions,
  ResponseStream,
  SafetyCheck,
  StreamOptions,
  TurnItem
} from "./Format.ts"
export { type GeminiFormat, gemini } from "./gemini/gemini.ts"
export type { GeminiAnswer, GeminiFunction, GeminiResponse, GeminiTool } from "./gemini/geminiWire.ts"
export type { ListedTool, ProviderSpecs } from "./ListedTool.ts"
export { blockText, modelBlocks, modelText } from "./modelText.ts"
export { type ChatFormat, openAiChat } from "./openai/chat.ts"
export type { ChatAnswer, ChatChunk, ChatFunction, ChatResponse } from "./openai/chatWire.ts"
export { openAiResponses, type ResponsesFormat } from "./openai/responses.ts"
export type { ResponsesAnswer, ResponsesEvent, ResponsesFunction, ResponsesResponse } from "./openai/responsesWire.ts"
export {
  type AnswerPayload,
  type CallType,
  defineProviderTool,
  type HandledCall,
  type LocalCall,
  type ProviderCall,
  type ProviderTool
} from "./ProviderTool.ts"
export { distinctNames } from "./round/WireNames.ts"
export { StreamTooLarge } from "./StreamTooLarge.ts"
export type { Lack } from "./schemas/Dialect.ts"
export { type FunctionSpec, type ProviderSpec, specsFor } from "./specs.ts"
export { anthropicBash } from "./tools/anthropicBash.ts"
export { type AnthropicComputerOptions, anthropicComputer } from "./tools/anthropicComputer.ts"
export { anthropicMemory } from "./tools/anthropicMemory.ts"
export { anthropicTextEditor } from "./tools/anthropicTextEditor.ts"
export { openAiApplyPatch } from "./tools/openAiApplyPatch.ts"
export { openAiComputer } from "./tools/openAiComputer.ts"
export { openAiShell } from "./tools/openAiShell.ts"
