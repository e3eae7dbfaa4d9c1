export { describeNamedValue, describeValue, isSecretName } from "./describeValue.ts"
export {
  holdsReference,
  literally,
  type ReferenceText,
  referenceTo,
  trustReferences,
  writeParts
} from "./ReferenceText.ts"
export { ReferenceFault, ReferenceValues } from "./ReferenceValues.ts"
export type { ReferenceSources } from "./readReference.ts"
export { type Redaction, redactedBy } from "./redactedBy.ts"
export { type Reference, type TextPart, textParts } from "./references.ts"
export { referringText } from "./referringText.ts"
