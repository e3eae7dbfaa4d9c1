// What jobs need. It imports nothing from the gate, so that a worker starts fast.

export { readSentBytes } from "./files/readSentBytes.ts"
export { readText } from "./files/readText.ts"
export { type PartOfFile, partBytes, type SentFile } from "./files/SentFile.ts"
export { mostBytes } from "./mostBytes.ts"
export { mostText, type SentText, type TextInput } from "./TextInput.ts"
export type { Ask, Job, JobFunction, RequestHandler } from "./worker/Job.ts"
export { impossible, invalid, JobFailed } from "./worker/JobFailed.ts"
export { serveJobs } from "./worker/serveJobs.ts"
export { toTypedNumbers } from "./worker/toTypedNumbers.ts"
