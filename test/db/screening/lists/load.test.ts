// Loading published lists: all of a version or nothing, and what is loaded is screened.
import { expect } from 'vitest'
import { loadLists } from '#src/main/lists/load-lists.ts'
import { createPublishedLists } from '#src/screening/lists/screen.ts'
import type { Sought } from '#src/screening/wire/own-lists.ts'
import { publishedLists } from '#src/screening/lists/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'
import { ownList, readSample, sampleLists } from '#test/support/lists.ts'

const silent = { info() {} }
const of = (name: string, more: Partial<Sought> = {}): Sought => ({
  of: 'person',
  service: 'Sanctions',
  names: [name],
  document: undefined,
  birthdate: undefined,
  ...more,
})
const screened = async (db: Db, sought: Sought) => {
  const published = createPublishedLists(db, silent)
  await published.refresh()
  return published.screen(sought)
}
const hits = async (db: Db, sought: Sought) =>
  ((await screened(db, sought))?.matches ?? []).map(({ id, match, lists }) => [lists[0], id, match])

const people = (...names: readonly string[]) =>
  names.map((name, at) => ({ id: `${at}`, kind: 'person', name }))

test('a folder is loaded, loaded again it is confirmed, and the names on it are found', async ({
  db,
}) => {
  expect(await screened(db, of('Otávio Privado'))).toBeUndefined()
  const first = await loadLists(db, sampleLists())
  expect(first.filter(({ isFault }) => isFault)).toEqual([])
  expect(first.map(({ line }) => line)).toContain(
    'cgu-pep 2026-10: loaded, 3 entries, left out: line 4, line 6',
  )
  const [before] = await db.select().from(publishedLists)
  const again = await loadLists(db, sampleLists())
  expect(again.every(({ line }) => line.includes(': confirmed, '))).toBe(true)
  const [after] = await db.select().from(publishedLists)
  expect(after?.loadedAt).toEqual(before?.loadedAt)
  expect(after?.confirmedAt.getTime()).toBeGreaterThan(before?.confirmedAt.getTime() ?? 0)

  expect(await hits(db, of('Ivan Petrovich Exampleov'))).toEqual([['ofac-sdn', '7001', true]])
  expect(await hits(db, of('Jose Exposto Goncalves', { service: 'Pep' }))).toMatchObject([
    ['cgu-pep', expect.any(String), true],
  ])
  const company = of('Exemplar Obras', { of: 'company' })
  expect(await hits(db, company)).toEqual([['cgu-ceis', '350001', true]])
  expect(await hits(db, of('عبد سامبل'))).toEqual([['un-sc', '6908555', true]])
  expect(await hits(db, of('Maria Ninguém Dacosta'))).toEqual([])
  // A number is enough, and one with hidden digits is not.
  const number = of('Outro Nome Qualquer', { document: '39053344705' })
  expect(await hits(db, number)).toEqual([['house-list', '1', true]])
  const answer = await screened(db, of('Abu Sample'))
  expect(answer).toMatchObject({
    searched: ['cgu-ceis', 'cgu-cnep', 'house-list', 'ofac-sdn', 'un-sc'],
    matches: [{ lists: ['un-sc'], otherNames: ['Abu Sample', 'عبد سامبل'] }],
    version: expect.stringMatching(/^2\d{3}-/),
    updatedAt: expect.stringMatching(/^2\d{3}-/),
  })
})

test('a doubtful name is shown and counts only with the date of birth or six digits of the number', async ({
  db,
}) => {
  const entry = { id: '1', kind: 'person', name: 'Tomas Kowalczyk', birthDates: ['1970'] }
  await loadLists(db, [ownList('births', [entry])])
  const only = (birthdate?: string) =>
    hits(db, of('Tomas Kowalnzyk', birthdate === undefined ? {} : { birthdate }))
  expect(await only()).toEqual([['births', '1', false]])
  expect(await only('1975-01-01')).toEqual([['births', '1', false]])
  expect(await only('1970-12-31')).toEqual([['births', '1', true]])
  const shown = { id: '2', kind: 'person', name: 'Igor Kowalczyk', documents: ['***982247**'] }
  await loadLists(db, [ownList('digits', [shown])])
  const by = (document: string) => hits(db, of('Igor Kowalnzyk', { document }))
  expect(await by('11144477735')).toEqual([['digits', '2', false]])
  expect(await by('52998224725')).toEqual([['digits', '2', true]])
})

test('a version that is older, cut off or two at once changes nothing, and says why', async ({
  db,
}) => {
  const load = async (entries: readonly object[], version: string, isForced = false) => {
    const [told] = await loadLists(db, [ownList('guarded', entries, { version })], { isForced })
    return told
  }
  const four = people('Ana Um', 'Bia Dois', 'Caio Três', 'Davi Quatro')
  const three = four.slice(0, 3)
  expect(await load(four, '10')).toMatchObject({ isFault: false })
  for (const [entries, version, fault] of [
    [three, '9', /older than 10/],
    [people('Ana Um'), '11', /1 entries instead of 4/],
    [three, '10', /other content/],
  ] as const) {
    const line = expect.stringMatching(fault)
    expect(await load(entries, version)).toEqual({ line, isFault: true })
    expect(await hits(db, of('Davi Quatro'))).toEqual([['guarded', '3', true]])
  }
  const nobody = Array.from({ length: 11 }, () => ({}))
  const broken = await load([...four, ...nobody], '12')
  expect(broken).toEqual({ line: expect.stringMatching(/11 of 15 lines/), isFault: true })
  expect(await hits(db, of('Davi Quatro'))).toEqual([['guarded', '3', true]])
  expect(await load(people('Ana Um'), '11', true)).toMatchObject({ isFault: false })
  expect(await hits(db, of('Davi Quatro'))).toEqual([])
})

test('two who load one list at once leave one version of it', async ({ db }) => {
  const one = ownList('raced', people('Ana Um', 'Bia Dois'), { version: '1' })
  const told = await Promise.all(Array.from({ length: 4 }, () => loadLists(db, [one])))
  expect(told.flat().filter(({ line }) => line.includes('loaded'))).toHaveLength(1)
  expect(told.flat().every(({ isFault }) => !isFault)).toBe(true)
})

test('a file that cannot be read keeps no other from being loaded', async ({ db }) => {
  const broken = { name: 'broken.json', bytes: Buffer.from('{') }
  const told = await loadLists(db, [broken, readSample('house.json')], { version: 'x' })
  expect(told).toMatchObject([
    { isFault: true, line: expect.stringContaining('broken.json') },
    { isFault: false },
  ])
})
