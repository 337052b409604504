// What the history of a document counts for: one's own tries and typing errors are no attack, and others' are.
import { describe, expect, test } from 'vitest'
import type { ShownTransaction } from '#src/journey/velocity/document-history.ts'
import { type Asker, countDocument } from '#src/risk/insights/document-counts.ts'
import { firedAlerts } from '#src/risk/insights/velocity-alerts.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 10, 28, 12)

type Seen = ShownTransaction['values'] & { readonly ago?: number }
/** The asker comes first, now. */
function count(all: readonly Seen[], isAllowed = false) {
  const transactions = all.map(({ ago = 0, ...values }, at) => ({
    id: `${at}`,
    firstAt: now - ago,
    lastAt: now - ago,
    values,
  }))
  const own = Object.entries(transactions[0]?.values ?? {}).map(([kind, hashes]) => [
    kind,
    hashes.map((hash) => [hash]),
  ])
  const asker: Asker = { id: '0', values: Object.fromEntries(own) }
  return countDocument({ isAllowed, transactions }, asker, now)
}
const fired = (...all: Seen[]) => firedAlerts(count(all))
const ana = { phone: ['p'], email: ['e'], name: ['ana'], birthdate: ['1985'] }
const other = (at: number) => ({ phone: [`p${at}`], email: [`e${at}`], name: ['ana'], birthdate: ['1985'] }) // prettier-ignore
const times = (many: number, seen: (at: number) => Seen): Seen[] =>
  Array.from({ length: many }, (_, at) => seen(at))

describe('one’s own tries are no alert', () => {
  test.each<[string, Seen[]]>([
    ['one transaction', [ana]],
    ['the third payment of a day', times(3, (at) => ({ ...ana, ago: at * hour }))],
    ['twenty payments of a day', times(20, (at) => ({ ...ana, ago: at * hour }))],
    ['a creation repeated after time-outs', times(6, (at) => ({ ...ana, ago: at * minute }))],
    ['a new e-mail address', [ana, { ...ana, email: ['f'], ago: minute }]],
    ['tries on one device, given up', times(4, (at) => ({ ...other(at), device: ['d'], ago: at * minute }))],
    ['two tries that share nothing', [ana, { ...other(1), ago: hour }]],
    ['others, but the day before', [ana, ...times(3, (at) => ({ ...other(at), ago: 2 * day }))]],
    ['phone, tablet and laptop of one person', times(4, (at) => ({ ...ana, device: [`d${at}`], ago: at * day }))],
    ['a birth date typed wrong and mended at once', [ana, { ...other(1), birthdate: ['1958'], ago: 5 * minute }]],
    ['a birth date mended the week after', [ana, { ...ana, birthdate: ['1958'], ago: 7 * day }]],
    ['a first name corrected', [ana, { ...other(1), name: ['bia'], ago: minute }]],
    ['a name and a birth date mended', [ana, { ...other(1), name: ['bia'], birthdate: ['1'], ago: minute }]],
    ['the mistake itself, looked at later', [{ ...ana, birthdate: ['1958'] }, { ...ana, ago: -5 * minute }]],
  ])('%s', (_, all) => {
    expect(fired(...all)).toEqual([])
  }) // prettier-ignore
})

describe('what others do with the document is one', () => {
  test.each<[string, Seen[], string[]]>([
    ['three who share nothing', [ana, ...times(2, (at) => ({ ...other(at), ago: at * hour }))], ['VL001']],
    ['five in an hour', [ana, ...times(4, (at) => ({ ...other(at), ago: at * minute }))], ['VL001', 'VL007']],
    ['three of whom nothing is shown', [{}, {}, {}], ['VL001']],
    ['another name from another phone, two hours before', [ana, { ...other(1), name: ['bia'], ago: 2 * hour }], ['VL006']],
    ['another birth date from another phone, a year before', [ana, { ...other(1), birthdate: ['1'], ago: 365 * day }], ['VL006']],
    ['two other birth dates within the hour', [ana, ...times(2, (at) => ({ ...ana, birthdate: [`${at}`], ago: minute }))], ['VL006']],
    ['two other names of the same phone', [ana, ...times(2, (at) => ({ ...ana, name: [`${at}`], ago: at * 30 * day }))], ['VL006']],
    ['a mistake of one’s own that somebody else made too', [ana, { ...ana, name: ['bia'], ago: minute }, { ...other(1), name: ['bia'], ago: day }], ['VL006']],
    ['four cards', [{ ...ana, card: ['a'] }, ...times(3, (at) => ({ ...ana, card: [`${at}`], ago: day + 1 }))], ['VL014']],
    ['devices of three people', times(3, (at) => ({ ...other(at), device: [`d${at}`], ago: at * 2 * day })), ['VL015']],
  ])('%s', (_, all, expected) => {
    expect(fired(...all)).toEqual(expected)
  }) // prettier-ignore
})

test('of a document on the allow list names and birth dates alone are counted', () => {
  const all = times(6, (at) => ({ ...other(at), name: [`${at}`], ago: at * minute }))
  expect(count(all, true)).toEqual({ namesPerDocument: 6, birthdatesPerDocument: 1 })
})

test('nothing counted is no fact', () => {
  expect(count([])).toEqual({})
  expect(count([{ phone: ['p'] }])).toEqual({
    documentTransactionsPerDay: 1,
    documentTransactionsPerHour: 1,
    phonesPerDocument: 1,
  })
})
