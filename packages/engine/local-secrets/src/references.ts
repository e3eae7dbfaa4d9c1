export { describeNamedValue, describeValue, isSecretName } from "./references/describeValue.ts"
export {
  holdsReference,
  literally,
  type ReferenceText,
  referenceTo,
  trustReferences,
  writeParts
} from "./references/ReferenceText.ts"
export { ReferenceFault, ReferenceValues } from "./references/ReferenceValues.ts"
export type { ReferenceSources } from "./references/readReference.ts"
export { type Redaction, redactedBy } from "./references/redactedBy.ts"
export { type Reference, type TextPart, textParts } from "./references/references.ts"
export { referringText } from "./references/referringText.ts"
