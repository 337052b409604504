// The settings that the console shows: each is one of the API, with its words; what is typed becomes what it takes.
import { expect, test } from 'vitest'
import { sections } from '#src/console/app/pages/settings/catalogue.ts'
import { fromField, toField, valueAt, withValue } from '#src/console/app/pages/settings/values.ts'
import { RegisteredTenant } from '#src/platform/tenants/settings.ts'

const settings = Object.values(sections).flat()
const names = settings.map(({ name }) => name)

test('each setting stands once, with its name and its sentence in three languages', () => {
  expect(new Set(names).size).toBe(names.length)
  for (const { label, hint } of settings)
    for (const text of [...label, ...hint]) expect(text.trim()).not.toBe('')
})

test('each setting is one that a registration has', () => {
  const unknown = names.filter((name) => {
    const { error } = RegisteredTenant.safeParse(withValue({}, name.split('/'), Symbol('none')))
    return error?.issues.some(({ code }) => code === 'unrecognized_keys')
  })
  expect(unknown).toEqual([])
})

test('a value is put at its place beside what is there, and taken away with the objects that are empty then', () => {
  const before = { brand: 'Sul', link: { minutes: 60 }, data: { keep: { live: { fraud: 9 } } } }
  const more = withValue(before, ['link', 'colour'], '#0a5c36')
  expect(more).toEqual({ ...before, link: { minutes: 60, colour: '#0a5c36' } })
  expect(withValue(more, ['data', 'keep', 'live', 'fraud'], undefined)).toEqual({
    brand: 'Sul',
    link: { minutes: 60, colour: '#0a5c36' },
  })
  expect(before.link).toEqual({ minutes: 60 })
  expect(valueAt(more, 'link/colour')).toBe('#0a5c36')
  expect(valueAt(more, 'brand/colour')).toBeUndefined()
})

test.for([
  ['number', '21', 21],
  ['decimal', '2.5', 2.5],
  ['yes-no', 'false', false],
  ['lines', ' BR\nPT, AR ', ['BR', 'PT', 'AR']],
  ['choice', 'block', 'block'],
  ['text', 'Banco Sul', 'Banco Sul'],
] as const)(
  '%s: what is typed is what the API takes, and is shown so again',
  ([kind, typed, value]) => {
    expect(fromField(kind, typed)).toEqual(value)
    expect(fromField(kind, toField(value))).toEqual(value)
    expect(fromField(kind, '')).toBeUndefined()
  },
)
