// Loads no part of the server.
export { versionHeader } from "./resident/ResidentDoor.ts"
