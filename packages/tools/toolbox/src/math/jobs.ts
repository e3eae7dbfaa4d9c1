// The jobs of the mathematical tools, which run in the worker.
export { evaluate } from "./evaluate.ts"
