// Who stands on a list of our own is found by every spelling of the name that the table of names holds for theirs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weighHits } from '#src/screening/answers/hits.ts'
import { ListIndex } from '#src/screening/lists/list-index.ts'
import { ListEntry } from '#src/screening/lists/schema.ts'
import { toMatch } from '#src/screening/lists/screen.ts'

type Pair = { readonly kind: string; readonly right: string; readonly also?: readonly string[] } & Record<'id' | 'a' | 'b', string> // prettier-ignore

const pairs = readFileSync(join(import.meta.dirname, '../../../data/names.jsonl'), 'utf8')
  .trim()
  .split('\n')
  // Safe because the file is ours.
  .map((line) => JSON.parse(line) as Pair)
  // Of some the table takes that they are two people, too.
  .filter(({ kind, right, also = [] }) => kind === 'person' && ![right, ...also].includes('other'))
  .flatMap((pair) => [pair, { ...pair, id: `${pair.id} turned`, a: pair.b, b: pair.a }])

const birthdate = '1970-03-12'
const index = new ListIndex()
for (const { id, a: name } of pairs)
  index.add(ListEntry.parse({ id, kind: 'person', name, birthDates: [birthdate], topics: ['sanction'] })) // prettier-ignore

/** Of its entry, with the same day of birth: whether it counts. */
function isHeld({ id, b: name }: Pair): boolean {
  const subject = { name, birthdate }
  const sought = { of: 'person', service: 'Sanctions', names: [name], document: undefined, birthdate } as const // prettier-ignore
  const matches = index
    .find('person', [name], undefined, birthdate)
    .filter(({ entry }) => entry.id === id)
    .map((found) => toMatch(found, 'house', sought))
  const asked = { port: 'person-check', service: 'Sanctions', subject } as const
  const answer = weighHits(asked, { matches })
  const weighed = 'matches' in answer ? (answer.matches ?? []) : []
  return weighed.some(({ match, dismissed }) => match && dismissed === undefined)
}

test('no listed person who was born on the same day is clean by any spelling of the table', () => {
  expect(pairs.length).toBeGreaterThan(200)
  expect(pairs.filter((pair) => !isHeld(pair)).map(({ id, a, b }) => [id, a, b])).toEqual([])
})

test('whose letters say a part alone is not held beside everybody of the same day', () => {
  const found = (name: string) => index.find('person', [name], undefined, birthdate)
  expect(found('郭德纲')).toEqual([])
  expect(found('زهير طنوس')).toEqual([])
  // Who is alike as far as it can be read is.
  expect(found('محمد درويشي').length).toBeGreaterThan(0)
})
