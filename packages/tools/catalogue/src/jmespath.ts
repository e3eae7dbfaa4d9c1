export { findExpressionFault } from "./jmespath/findExpressionFault.ts"
export { search } from "./jmespath/search.ts"
