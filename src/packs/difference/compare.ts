// Compares two documents of a pack as YAML, line by line, and says what clients have to bring anew.
import { compareLines } from '#src/journey/registry/compare-lines.ts'
import { writeDocument } from '#src/journey/registry/write-document.ts'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { Pack } from '#src/packs/document/pack.ts'

/** Both have been checked. */
export function compareDocuments(from: unknown, to: unknown) {
  const [left = [], right = []] = [from, to].map((one) => writeDocument(one).trimEnd().split('\n'))
  const needed = requiredBy(from)
  const newlyRequired = requiredBy(to).filter((one) => !needed.includes(one))
  return {
    rows: compareLines(left, right),
    ...(newlyRequired.length > 0 && { newlyRequired }),
  }
}

/** The fields without which no run of a document is started. */
const requiredBy = (document: unknown): string[] =>
  // Safe because it was checked when it was published.
  requiredIn((document as Pick<Pack, 'input'>).input, 'input')

const requiredIn = (schema: ValueSchema | undefined, path: string): string[] =>
  (schema?.required ?? []).flatMap((name) => [
    `${path}.${name}`,
    ...requiredIn(schema?.properties?.[name], `${path}.${name}`),
  ])
