/** The frames without the schemas, for a program that starts often: the library of the schemas takes 0.2 s to load. */
export { BadFrame } from "./BadFrame.ts"
export { encodeFrame } from "./encodeFrame.ts"
export { defaultFrameBounds, type FrameBounds } from "./FrameBounds.ts"
export { FrameDecoder } from "./FrameDecoder.ts"
export { frameExcess } from "./parseFrame.ts"
export { resultWithText, textsOf } from "./textsOf.ts"
export { protocolVersion } from "./version.ts"
