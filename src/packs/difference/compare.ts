// Compares two documents of a pack as YAML, line by line, and says what clients have to bring in addition.
import { compareLines } from '#src/journey/registry/compare-lines.ts'
import { writeDocument } from '#src/journey/registry/write-document.ts'
import { requiredBy } from '#src/packs/document/required-input.ts'

/** Expects two documents that have been validated. */
export function compareDocuments(from: unknown, to: unknown) {
  const [left = [], right = []] = [from, to].map((one) => writeDocument(one).trimEnd().split('\n'))
  const needed = requiredBy(from)
  const newlyRequired = requiredBy(to).filter((one) => !needed.includes(one))
  return { rows: compareLines(left, right), ...(newlyRequired.length > 0 && { newlyRequired }) }
}
