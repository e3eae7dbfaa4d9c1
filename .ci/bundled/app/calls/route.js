import { answers } from "../../gate.mjs"

export const POST = async () => new Response(await answers())
