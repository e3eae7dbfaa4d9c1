/** Frames without schemas, for a program that starts often: loading the schema library takes 0.2 s. */
export { BadFrame } from "./protocol/BadFrame.ts"
export { encodeFrame } from "./protocol/encodeFrame.ts"
export { defaultFrameBounds, type FrameBounds } from "./protocol/FrameBounds.ts"
export { FrameDecoder } from "./protocol/FrameDecoder.ts"
export { FrameReader } from "./protocol/FrameReader.ts"
export { addTextToResult, listTexts } from "./protocol/listTexts.ts"
export { findFrameExcess } from "./protocol/parseFrame.ts"
export { protocolVersion } from "./protocol/version.ts"
