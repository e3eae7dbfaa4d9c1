export { type HostileReader, hostileSuite, jsonTexts, type MakeText } from "./hostileSuite.ts"
export { type BadCase, type Case, type ToolCases, toolSuite } from "./toolSuite.ts"
export { type OnAsk, type TestGate, withConfinedGate, withGate } from "./withGate.ts"
