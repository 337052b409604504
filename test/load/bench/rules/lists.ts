// Measures in this process how long it takes to compare a person or a company with a list of a hundred thousand
// entries.
import givenRows from '#src/journey/names/data/given-names.json' with { type: 'json' }
import surnameRows from '#src/journey/names/data/surnames.json' with { type: 'json' }
import { wordsIn } from '#src/journey/names/rows.ts'
import { ListIndex } from '#src/screening/lists/list-index.ts'
import { median, percentile } from '#test/load/drive.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { drawCompany } from '#test/load/names/brazil.ts'

const entries = 100_000
const asked = 500
const withinMs = 20

export const lists: Measure = {
  name: 'lists',
  against: 'the 20 ms that a screening may take; the names are as frequent as in Brazil',
  aims: { 'lists-median': 1, lists: 1, 'lists-companies': 1 },
  async run() {
    const people = measure('person', createNames())
    const companies = measure('company', (at) => drawCompany(7, at).name)
    const line = { baseline: withinMs, unit: 'ms', higherIsBetter: false }
    return [
      toResult({ name: 'lists-median', value: median(people), ...line }),
      toResult({ name: 'lists', value: percentile(people, 0.95), ...line }),
      toResult({ name: 'lists-companies', value: percentile(companies, 0.95), ...line }),
    ]
  },
}

/** The milliseconds of each comparison. */
function measure(kind: 'person' | 'company', nameOf: (at: number) => string): number[] {
  const index = new ListIndex()
  for (let at = 0; at < entries; at += 1)
    index.add({ ...nothing, kind, id: `${at}`, name: nameOf(at), topics: ['sanction'] })
  // The first comparisons are a warm-up, as in a process that has run for a while.
  for (let at = 0; at < asked; at += 1) index.find(kind, [nameOf(entries + at)], undefined)
  return Array.from({ length: asked }, (_, at) => {
    const name = nameOf(entries + asked + at)
    const begun = performance.now()
    index.find(kind, [name], undefined)
    return performance.now() - begun
  })
}

const none: string[] = []
const nothing = {
  otherNames: none,
  weakNames: none,
  documents: none,
  birthDates: none,
  countries: none,
}

const frequentGiven = 'maria jose ana joao antonio francisco carlos paulo pedro lucas'.split(' ')
const frequentSurnames =
  'silva santos oliveira souza rodrigues ferreira alves pereira lima gomes costa ribeiro'.split(' ')

/**
 * The nth most frequent word has a probability proportional to 1/n; some surnames are in no dictionary. Every run has
 * the same names.
 */
function createNames(): () => string {
  let state = 7
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const given = [...frequentGiven, ...wordsIn(givenRows)]
  const surnames = [...frequentSurnames, ...wordsIn(surnameRows)]
  const pick = (words: readonly string[]) =>
    words[Math.floor(Math.exp(random() * Math.log(words.length)) - 1)] ?? words[0] ?? ''
  const letters = 'abdehiklmnorstuvyz'
  const rare = () =>
    Array.from({ length: 4 + Math.floor(random() * 5) })
      .map(() => letters[Math.floor(random() * letters.length)])
      .join('')
  return () => {
    const first = random() < 0.35 ? [pick(given), pick(given)] : [pick(given)]
    const last = Array.from({ length: 1 + Math.floor(random() * 3) }).map(() =>
      random() < 0.12 ? rare() : pick(surnames),
    )
    return [...first, ...last].join(' ')
  }
}
