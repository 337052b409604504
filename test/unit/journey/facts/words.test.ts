// The closed words of facts are those of whoever gives them.
import { expect, test } from 'vitest'
import * as words from '#src/journey/facts/vocabulary/words.ts'
import { AiDocsResult } from '#src/biometrics/redoc/schema.ts'
import creditCardType from 'credit-card-type'
import { listKinds } from '#src/screening/wire/schema.ts'

test.for<[string, readonly (string | number)[], readonly (string | number)[]]>([
  ['verdicts of documents', words.documentVerdicts, AiDocsResult.shape.status.unwrap().options],
  ['kinds of lists', words.listKinds, listKinds],
  ['schemes of cards', words.cardSchemes, Object.values(creditCardType.types)],
])('%s', ([, known, given]) => {
  expect(new Set(known)).toEqual(new Set(given))
})
