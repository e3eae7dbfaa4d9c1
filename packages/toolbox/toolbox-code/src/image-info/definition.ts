import { defineTool, toolOutput } from "@toolgate/core"
import { SentFiles } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { readsFile } from "../files/readsFile.ts"
import { mostFile, tooLarge } from "../mostFile.ts"
import { runJob } from "../runJob.ts"
import type { ImageInfo } from "./ImageInfo.ts"

/** Describes an image file. */
export const imageInfo = defineTool({
  ...readsFile,
  name: "image_info",
  title: "Describe a picture",
  description:
    "Describes a picture of the workspace: format, size in pixels, frames, channels and orientation. The format is read from the content, not from the name. Does not return pixels.",
  parameters: Type.Object(
    { path: Type.String({ description: "The picture, from the workspace's root." }) },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      format: Type.String({ description: "png, jpeg, gif, webp, avif, heic, tiff, bmp, svg, ico, jxl, jp2, psd, ..." }),
      width: Type.Integer({ description: "Pixels as they are stored." }),
      height: Type.Integer({ description: "Pixels as they are stored." }),
      orientation: Type.Optional(
        Type.Integer({
          description: "The EXIF orientation; with 5 to 8, the picture is shown with width and height exchanged."
        })
      ),
      frames: Type.Optional(
        Type.Integer({ description: "This and the next four are for PNG, JPEG, GIF and WebP only." })
      ),
      animated: Type.Optional(Type.Boolean()),
      color: Type.Optional(Type.String({ enum: ["gray", "rgb", "palette", "ycbcr", "cmyk"] })),
      alpha: Type.Optional(Type.Boolean({ description: "Whether it can be transparent." })),
      depth: Type.Optional(Type.Integer({ description: "Bits of each channel." })),
      bytes: Type.Integer({ description: "The size of the file." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { path: "dot.svg" },
      files: { "dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle r="5"/></svg>\n' },
      expect: { value: { format: "svg", width: 40, height: 30, bytes: 85 } }
    }
  ],
  execute: async ({ path }, context) => {
    const files = new SentFiles(context.files)
    const file = await files.add(path, mostFile, tooLarge)
    const info = (await runJob({ export: "describe", args: file }, context, files.answers)) as ImageInfo
    return toolOutput({ value: { ...info } })
  }
})
