export { expressionFault } from "./expressionFault.ts"
export { search } from "./search.ts"
