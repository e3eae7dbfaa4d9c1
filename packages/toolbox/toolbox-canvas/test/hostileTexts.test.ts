import { hostileSuite, jsonTexts } from "@toolgate/toolbox-testing"
import { editsOf } from "../src/import-canvas-edits/editsOf.ts"

hostileSuite({
  import_canvas_edits: {
    read: (text) => editsOf({ exported: '{"nodes":[],"edges":[]}', text }),
    texts: {
      ...jsonTexts,
      nodes: (length) =>
        JSON.stringify({
          nodes: Array.from({ length: length / 70 }, (_, at) => ({
            id: `${at}`,
            type: "text",
            text: "a",
            x: 0,
            y: 0,
            width: 1,
            height: 1
          })),
          edges: []
        })
    }
  }
})
