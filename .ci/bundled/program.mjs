import { answers } from "./gate.mjs"

answers().then(console.log)
