export { bounded, mostBytes } from "./bounded.ts"
