import { Type } from "typebox"

/** The schema of the web tools' options, for an operator's file. */
export const webSettings = Type.Object(
  {
    private: Type.Optional(
      Type.Array(Type.String(), {
        description: "The hosts whose addresses may be private, each as host:port or a pattern of a policy."
      })
    ),
    search: Type.Optional(
      Type.String({
        description:
          "The page that answers searches, in the form of DuckDuckGo's page without scripts. It may be at a private address."
      })
    ),
    languages: Type.Optional(
      Type.Array(
        Type.String({
          pattern: "^[a-z]{2,12}(?:-[a-z]{2,12}){0,2}$",
          description: 'A language as the address of its Wikipedia begins, such as "de".'
        }),
        {
          minItems: 1,
          description: 'The languages of Wikipedia that are offered. Left out: "en" alone.'
        }
      )
    )
  },
  { additionalProperties: false }
)
