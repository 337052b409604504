// Indexes the words of a list of names. A search returns every word that a comparison could take for the same, and
// perhaps more, without looking at each word.
import { LRUCache } from 'lru-cache'
import { editsBetween } from '../distance.ts'

/** `sound` is the text by which closeness is measured; equal sounds are written alike in it. */
export type IndexWord = {
  readonly text: string
  readonly key: string
  readonly sound: string
  /** Equal for two words that may be the same although `key` and `sound` differ. */
  readonly heard?: string
  /** Further texts by which the word is found. */
  readonly forms?: readonly string[]
}

export type Sought<Word extends IndexWord> = {
  readonly word: Word
  /** Keys of words that the comparison accepts as the same name, such as nicknames. */
  readonly otherKeys?: Iterable<string>
  readonly mayBeClose?: (known: Word) => boolean
}

type Bucket = { readonly ids: number[]; readonly forms: string[]; readonly masks: number[] }

const nothing: Bucket = { ids: [], forms: [], masks: [] }

/** The shortest word that may be the beginning of a longer one. */
const beginningMin = 3
const closeFrom = 4
const closeTo = 30
const twoEditsFrom = 8
const keptMax = 5_000

export class WordIndex<Word extends IndexWord> {
  readonly words: Word[] = []
  readonly #byText = new Map<string, number>()
  readonly #byForm = new Map<string, number[]>()
  readonly #byLength = new Map<number, Bucket>()
  readonly #kept = new LRUCache<string, readonly number[]>({ max: keptMax })
  /** Whether two words are also close by their text, not only by their sound. */
  readonly #isTextClose: boolean
  #sorted: readonly number[] | undefined

  constructor(isTextClose = false) {
    this.#isTextClose = isTextClose
  }

  numberOf = (text: string): number | undefined => this.#byText.get(text)

  /** The numbers of all words that have this form. */
  numbersOf = (form: string): readonly number[] => this.#byForm.get(form) ?? []

  /** Returns the number of the word; equal texts have one number. */
  add(word: Word): number {
    const known = this.#byText.get(word.text)
    if (known !== undefined) return known
    const id = this.words.push(word) - 1
    this.#byText.set(word.text, id)
    for (const form of new Set([
      word.text,
      word.key,
      word.sound,
      word.heard ?? word.key,
      ...(word.forms ?? []),
    ]))
      push(this.#byForm, form, id)
    for (const form of this.#formsOf(word)) {
      const bucket = this.#byLength.get(form.length) ?? { ids: [], forms: [], masks: [] }
      bucket.ids.push(id)
      bucket.forms.push(form)
      bucket.masks.push(maskOf(form))
      this.#byLength.set(form.length, bucket)
    }
    this.#sorted = undefined
    // Cleared only when it has entries: clearing costs as much as its capacity, and a list is read word by word.
    if (this.#kept.size > 0) this.#kept.clear()
    return id
  }

  /** The numbers of the words that may be the same as the sought one. */
  find(sought: Sought<Word>): readonly number[] {
    const { text } = sought.word
    const known = this.#kept.get(text)
    if (known) return known
    const found = [...new Set(this.#findAll(sought))]
    this.#kept.set(text, found)
    return found
  }

  *#findAll({ word, otherKeys = [], mayBeClose = () => true }: Sought<Word>): Iterable<number> {
    const { text, key, sound, heard = key } = word
    for (const form of [text, key, sound, heard, ...otherKeys]) yield* this.#byForm.get(form) ?? []
    for (let length = 1; length < text.length; length += length === 1 ? 2 : 1)
      yield* this.#byForm.get(text.slice(0, length)) ?? []
    if (text.length === 1 || text.length >= beginningMin) yield* this.#beginningWith(text)
    for (const form of this.#formsOf(word)) yield* this.#closeTo(form, mayBeClose)
  }

  #formsOf({ text, sound }: Word): Set<string> {
    return new Set(this.#isTextClose ? [sound, text] : [sound])
  }

  *#beginningWith(text: string): Iterable<number> {
    const sorted = (this.#sorted ??= [...this.words.keys()].toSorted((one, other) =>
      this.#textOf(one) < this.#textOf(other) ? -1 : 1,
    ))
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#textOf(sorted[middle] ?? 0) < text) from = middle + 1
      else to = middle
    }
    for (let at = from; at < sorted.length; at++) {
      const id = sorted[at] ?? 0
      if (!this.#textOf(id).startsWith(text)) return
      yield id
    }
  }

  *#closeTo(sound: string, mayBeClose: (known: Word) => boolean): Iterable<number> {
    const { length } = sound
    if (length > closeTo + 2) return
    const mask = maskOf(sound)
    for (let other = Math.max(closeFrom, length - 2); other <= length + 2; other++) {
      const shorter = Math.min(length, other)
      const edits = shorter >= twoEditsFrom ? 2 : 1
      if (shorter < closeFrom || shorter > closeTo || Math.abs(length - other) > edits) continue
      const { ids, forms, masks } = this.#byLength.get(other) ?? nothing
      for (let at = 0; at < ids.length; at++) {
        // One edit changes at most two letters of the mask: it removes one and adds one.
        if (countBits(mask ^ (masks[at] ?? 0)) > 2 * edits) continue
        const id = ids[at] ?? 0
        const word = this.words[id]
        if (word && mayBeClose(word) && editsBetween(sound, forms[at] ?? '') <= edits) yield id
      }
    }
  }

  #textOf(id: number): string {
    return this.words[id]?.text ?? ''
  }
}

function push(map: Map<string, number[]>, key: string, id: number): void {
  const known = map.get(key)
  if (known) known.push(id)
  else map.set(key, [id])
}

/** A bit mask of the letters in a word; characters other than small Latin letters share one bit. */
function maskOf(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

function countBits(mask: number): number {
  let rest = mask - ((mask >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
