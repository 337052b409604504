// Finds among many company names those that `compareCompanyNames` could call the same or doubtful. Names are left out
// by the rules of `company-verdict.ts`, and a test compares the result with that of all pairs.
import { type CompanyWord, isParticle } from '../company-words.ts'
import { looseOf } from '../company-agreement.ts'
import type { CompanyName } from '../read-company.ts'
import { joinsOf, Postings } from './postings.ts'
import { WordIndex } from './word-index.ts'

/** The words by which a name is found; particles are none. */
const wordsOf = ({ words }: CompanyName) => words.filter(({ kind }) => kind !== 'particle')
const textsOf = (words: readonly CompanyWord[]) => words.map(({ text }) => text)

export class CompanyIndex {
  readonly #words = new WordIndex<CompanyWord>(true)
  readonly #postings = new Postings()
  /** The bit mask of each name's distinctive words. */
  readonly #own: number[] = []
  readonly #isActive: boolean[] = []
  readonly #ownless: number[] = []
  /** By acronym: the names that are the acronym, and the names that it can be made from. */
  readonly #short = new Map<string, number[]>()
  readonly #long = new Map<string, number[]>()

  /** Adds the name under the next number, from 0. A name without words is never found. */
  add(name: CompanyName): void {
    const own = ownOf(name)
    const id = this.#own.push(own) - 1
    this.#isActive.push(isActive(name))
    const words = wordsOf(name)
    if (own === 0 && words.length > 0) this.#ownless.push(id)
    const byAcronym = isOneWord(name) ? this.#short : this.#long
    for (const acronym of name.acronyms)
      byAcronym.set(acronym, [...(byAcronym.get(acronym) ?? []), id])
    this.#postings.add(
      id,
      words.map((word) => this.#words.add(word)),
      joinsOf(textsOf(name.words)),
    )
  }

  find(sought: CompanyName): number[] {
    const own = ownOf(sought)
    const found = new Set([
      ...this.#findJoined(sought),
      ...this.#findAcronyms(sought),
      ...(own === 0 ? this.#ownless : []),
    ])
    const isActiveToo = isActive(sought)
    const words = wordsOf(sought).map((word) => this.#words.find({ word }))
    this.#postings.eachShared(words, (one) => {
      const others = this.#own[one.name] ?? 0
      // All distinctive words of one name are in the other, and both have some.
      const isWithin = (one.sought & own) === own || (one.own & others) === others
      if (own === 0 || others === 0 || !isWithin) return
      // Companies whose activities are all different are two companies.
      const isShared = (one.sought & ~own) !== 0 || (one.own & ~others) !== 0
      if (isShared || !isActiveToo || this.#isActive[one.name] === false) found.add(one.name)
    })
    return [...found]
  }

  #findJoined(sought: CompanyName): number[] {
    const texts = textsOf(sought.words)
    return [
      ...texts.flatMap((text) => this.#postings.namesJoining(text)),
      ...joinsOf(texts).flatMap((text) => this.#postings.namesWith(this.#words.numberOf(text))),
    ]
  }

  #findAcronyms(sought: CompanyName): readonly number[] {
    const others = isOneWord(sought) ? this.#long : this.#short
    return sought.acronyms.flatMap((acronym) => others.get(acronym) ?? [])
  }
}

const isOneWord = ({ words }: CompanyName): boolean => words.length === 1

/** Whether the name has an activity. */
const isActive = ({ words }: CompanyName): boolean => words.some(({ kind }) => kind === 'activity')

/**
 * A bit mask of the distinctive words among the first 31. A last word that may not belong to the name is left out when
 * others remain.
 */
function ownOf(name: CompanyName): number {
  const words = wordsOf(name)
  const loose = looseOf(name)
  const own = words.filter(({ kind }) => kind === 'own')
  const whole = own.filter((word) => word !== loose)
  const sure = whole.filter(({ text }) => !isParticle(text))
  const least = [sure, whole, own].find(({ length }) => length > 0) ?? []
  return words.reduce((all, word, at) => (least.includes(word) ? all | (1 << at) : all), 0)
}
