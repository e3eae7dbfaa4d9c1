import type { ToolRegistrationError } from "toolgate"
import { WrongUse } from "../WrongUse.ts"

/** Returns the error about a tool that the files of a command define and that cannot be registered. */
export const refuseTool = ({ message }: ToolRegistrationError): WrongUse => new WrongUse({ message })
