/**
 * The way in which a rule reads its patterns. `exact`, for allow rules: as they are written. `wide`, for deny and ask
 * rules: whatever the spelling, and wherever the file is.
 */
export type Reading = "exact" | "wide"
