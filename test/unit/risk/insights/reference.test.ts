import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insightDocument } from '#src/risk/insights/catalogue/reference.ts'

test('docs/insights.md is what the catalogue says', () => {
  const written = readFileSync(join(import.meta.dirname, '../../../../docs/insights.md'), 'utf8')
  expect(written).toBe(insightDocument())
})
