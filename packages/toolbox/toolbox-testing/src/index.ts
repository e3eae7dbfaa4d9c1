export { type BadCase, type Case, type ToolCases, toolSuite } from "./toolSuite.ts"
export { type OnAsk, type TestGate, withConfinedGate, withGate } from "./withGate.ts"
