/** Returns the text of a first catalogue, with a working tool and comments on each key. `script` is the file with the tool's code. */
export const draftCatalogue = (
  name: string,
  script: string
): string => `# Tools for agents, written down. Each entry under "tools" is one tool.
# After each change: toolgate tools test --catalogue tools.yaml
tools:
  # The name by which agents and policies call the tool.
  - name: ${JSON.stringify(name)}
    # What a model reads to decide when and how to call the tool. Say what comes back.
    description: Counts the words of a text. Returns { words }.
    # A heading of "toolgate tools".
    category: data
    # The arguments: string, number, integer, boolean, array or object. An argument without "required: true" may be left out.
    parameters:
      text: { type: string, required: true, description: The text whose words are counted }
    # What the tool is able to do at most: NONE computes, READ looks, WRITE changes files, EXECUTE runs programs, NETWORK changes
    # the world outside. The policy asks a person before anything is changed or run.
    class: NONE
    timeout: 10s
    # What runs: the function that this file exports. It runs in a sandbox without files and without the network.
    implementation:
      script: ./${script}
    # Calls with what they have to return. "toolgate tools test" makes them.
    examples:
      - description: words stand between any blanks
        args: { text: "to be,  or not\\nto be" }
        expect: { value: { words: 6 } }
      - description: a call without a text is refused
        args: {}
        expect: { error: validation_error }

  # A program of this machine as a tool, without code: take the "#" away to use it. Each "{argument}" becomes one word, or a part of
  # one, and no shell reads it. A value that begins with "-" is refused before "--". The program runs confined to the workspace, for
  # which Linux needs bubblewrap, and the built-in policy asks before it runs.
  #
  # - name: find_text
  #   description: Finds the lines of a file that contain a text, with their numbers.
  #   category: data
  #   parameters:
  #     text: { type: string, required: true, description: The text to find }
  #     path: { type: string, required: true, description: The file }
  #   # What the arguments point at: rules of the policy about files hold for it.
  #   resources: [{ kind: file, arg: /path, mode: r }]
  #   implementation:
  #     command: [grep, -n, -F, --, "{text}", "{path}"]
  #   examples:
  #     - args: { text: milk, path: list.txt }
  #       files: { list.txt: "bread\\nmilk\\n" }
  #       expect: { text: "2:milk\\n" }
`

/** Returns the code of the first catalogue's tool. */
export const draftScript = (
  name: string
): string => `// The code of the tool ${JSON.stringify(name)} in tools.yaml: a function from the arguments of a call to its result.
export default ({ text }) => ({ words: text.split(/\\s+/).filter(Boolean).length })
`
