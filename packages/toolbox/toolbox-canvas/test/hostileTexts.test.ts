import { jsonTexts, testHostileTexts } from "@toolgate/toolbox-testing"
import { findEdits } from "../src/import-canvas-edits/findEdits.ts"

testHostileTexts({
  import_canvas_edits: {
    read: (text) => findEdits({ exported: '{"nodes":[],"edges":[]}', text }),
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
