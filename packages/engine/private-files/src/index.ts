export { makeFolder } from "./makeFolder.ts"
export { syncFolder } from "./syncFolder.ts"
export { writeWholeFile } from "./writeWholeFile.ts"
