export { type Evaluation, evaluate } from "./evaluate.ts"
export { codeOf, type Expression } from "./expression/Expression.ts"
export { readExpression } from "./expression/readExpression.ts"
