// Tables of cases that are long: one case a line, in `test/data/cases`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rows of `test/data/cases/NAME.jsonl`; what stands behind the values that a test takes says why the row is there. */
export const rowsOf = <Row>(name: string): Row[] =>
  readFileSync(join(import.meta.dirname, '../data/cases', `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    // Safe because the test that names the table says what its rows are, and fails for another.
    .map((line) => JSON.parse(line) as Row)
