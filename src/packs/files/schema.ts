// The fields that are published with a pack document.
import { z } from 'zod'
import { caseList } from '#src/packs/cases/schema.ts'

/** Fields beside a document, which are not part of it or of its sha256. */
export const Beside = z.strictObject({
  message: z.string().max(500).exactOptional().meta({
    description: 'Why: it stands with the version, outside the document and its sha256.',
  }),
  cases: caseList.exactOptional().meta({
    description:
      'Its test cases: they are run, and one that does not hold is refused. They stand with the version, outside its sha256; those of an older publication of the same document are replaced.',
  }),
  demandCases: z.boolean().exactOptional().meta({
    description: 'Whether a publication without test cases is refused.',
  }),
  demandCoverage: z.boolean().exactOptional().meta({
    description:
      'Whether a publication is refused whose test cases leave out a module, an answer of a condition or a stop.',
  }),
})
