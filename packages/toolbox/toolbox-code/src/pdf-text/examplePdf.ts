const objects = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
  "<< /Length 58 >>\nstream\nBT /F 12 Tf 20 60 Td (Two cups) Tj 0 -16 Td (of tea) Tj ET\nendstream",
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  "<< /Title (Tea) >>"
]

/** The text of a small PDF for examples. It has no object table; readers search for the objects. */
export const examplePdf = `%PDF-1.4\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join("")}trailer\n<< /Size 7 /Root 1 0 R /Info 6 0 R >>\n%%EOF\n`
