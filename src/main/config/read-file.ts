// Reads JSON or YAML of the configuration from a file or a variable. An error names the position, never the value,
// which may be a secret.
import { readFileSync } from 'node:fs'
import { parseText, toLineFeeds } from '#src/journey/registry/text.ts'
import { parse, YAMLParseError } from 'yaml'

/**
 * `where` is the variable’s name. Throws an Error where the file is missing, the text is no JSON, or a key occurs
 * twice.
 */
export function readJson(
  where: string,
  { file, json = '' }: { readonly file?: string | undefined; readonly json?: string | undefined },
): unknown {
  const read = parseText(file === undefined ? json : readText(where, file), true)
  if ('parsed' in read) return read.parsed.value
  const [{ detail, line = 1, column = 1 } = { detail: 'it is not JSON' }] = read.faults
  throw new Error(`${where}: ${detail}, at line ${line}, column ${column}`)
}

/** Throws an Error that names the variable. */
function readText(where: string, file: string): string {
  try {
    return new TextDecoder().decode(readFileSync(file))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`${where}: the file cannot be read${code}`)
  }
}

/** `where` is the variable’s name. */
export function readYaml(where: string, file: string | undefined, text = ''): unknown {
  const given = file === undefined ? text : readText(where, file)
  try {
    return parse(toLineFeeds(given))
  } catch (error) {
    // The parser’s message is dropped, because it quotes the text.
    const [at] = error instanceof YAMLParseError ? (error.linePos ?? []) : []
    const place = at ? `, at line ${at.line}, column ${at.col}` : ''
    throw new Error(`${where} is neither YAML nor JSON${place}`)
  }
}
