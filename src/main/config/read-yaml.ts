// YAML or JSON of the configuration, from a file or a variable. An error names the place, never what stands there: it
// may be a secret.
import { parse, YAMLParseError } from 'yaml'
import { readText } from './read-json.ts'

/** `where`: the variable. */
export function readYaml(where: string, file: string | undefined, text = ''): unknown {
  const given = file === undefined ? text : readText(where, file)
  try {
    return parse(given)
  } catch (error) {
    // What the parser says quotes the text.
    const [at] = error instanceof YAMLParseError ? (error.linePos ?? []) : []
    const place = at ? `, at line ${at.line}, column ${at.col}` : ''
    throw new Error(`${where} is neither YAML nor JSON${place}`)
  }
}
