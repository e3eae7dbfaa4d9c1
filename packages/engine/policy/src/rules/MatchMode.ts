/**
 * The matching mode of a rule's patterns. `exact`, for allow rules: exactly as written. `wide`, for deny and ask
 * rules: in any spelling, and in any folder.
 */
export type MatchMode = "exact" | "wide"
