// What jobs need. It imports nothing from the gate, so that a worker starts fast.

export { bytesOf } from "./files/bytesOf.ts"
export { type PartOfFile, partBytes, type SentFile } from "./files/SentFile.ts"
export { textOf } from "./files/textOf.ts"
export { type GivenText, mostText, type SentText } from "./GivenText.ts"
export { mostBytes } from "./mostBytes.ts"
export type { Answers, Ask, Job, JobFunction } from "./worker/Job.ts"
export { impossible, invalid, JobFailed } from "./worker/JobFailed.ts"
export { serveJobs } from "./worker/serveJobs.ts"
export { typedNumbers } from "./worker/typedNumbers.ts"
