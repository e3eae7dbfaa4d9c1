export { bounded } from "./bounded.ts"
export { mostBytes } from "./mostBytes.ts"
