export { AppNotCreated } from "./AppNotCreated.ts"
export { createApp } from "./createApp.ts"
export { main } from "./main.ts"
