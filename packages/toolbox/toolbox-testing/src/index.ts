export { type HostileReader, jsonTexts, type MakeText, testHostileTexts } from "./testHostileTexts.ts"
export { type BadCase, type ToolCase, type ToolCases, testTool } from "./testTool.ts"
export { type OnAsk, type TestGate, useConfinedGate, useGate } from "./useGate.ts"
