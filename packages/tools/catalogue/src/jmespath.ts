export { expressionFault } from "./jmespath/expressionFault.ts"
export { search } from "./jmespath/search.ts"
