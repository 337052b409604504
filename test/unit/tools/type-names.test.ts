import { expect, test } from 'vitest'
import { findUnclearTypes } from '#tools/type-names.ts'

test('An exported type that is a participle without a noun is found, with a noun or inside a file it is not', () => {
  const sources = new Map([
    ['src/links/forms.ts', 'export type Sent = { readonly form: string }\ntype Asked = string\n'],
    ['src/links/ask.ts', 'export type SentForm = string\nexport interface Verdict {}\n'],
  ])
  expect(findUnclearTypes(sources)).toEqual([
    'src/links/forms.ts: Sent does not say what it is',
    'src/links/ask.ts: Verdict does not say what it is',
  ])
})

test('One name of two types is found when other areas import both, and left where each area has its own', () => {
  const sources = new Map([
    ['src/packs/run.ts', 'export type Answer = string\nexport type Step = string\n'],
    ['src/vendors/ask.ts', 'export type Answer = number\nexport type Step = number\n'],
    ['src/links/a.ts', "import { type Answer, walk } from '#src/packs/run.ts'\n"],
    ['src/main/b.ts', "import type { Answer as Got } from '#src/vendors/ask.ts'\n"],
    ['src/vendors/c.ts', "import type { Step } from '#src/vendors/ask.ts'\n"],
  ])
  expect(findUnclearTypes(sources)).toEqual([
    'Answer is two things: src/packs/run.ts, src/vendors/ask.ts',
  ])
})
