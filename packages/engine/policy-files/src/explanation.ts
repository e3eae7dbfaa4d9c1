export { explainAnswer, type PolicyExplanation } from "./explanation/explainAnswer.ts"
export { formatExplanation } from "./explanation/formatExplanation.ts"
export { makeQuestion } from "./explanation/makeQuestion.ts"
export { wrapText } from "./explanation/wrapText.ts"
