// Finds signals anywhere in a clause, whatever else it says: a no, fraud, a wrong person, an opt-out, a question.
import type { FoundPhrase } from './phrases.ts'
import type { Lexicon, SignalKind } from './vocabulary.ts'
import type { Clause, Word } from './words.ts'

export type Signals = {
  readonly fraud: boolean
  /** More than the bare word: `não reconheço`. */
  readonly refusal: boolean
  /** `não`, which may also be the label of an option. */
  readonly bareNo: boolean
  /** A refusal that begins with a bare no, whatever the verb. */
  readonly negation: boolean
  readonly wrongPerson: boolean
  readonly optOut: boolean
  readonly question: boolean
  /** `não entendi`, `não é golpe`: neither a no nor part of a yes. */
  readonly doubt: boolean
}

type Hit = FoundPhrase<SignalKind> & { readonly at: number }

/** `isAffirmed` tells whether the words at a position are part of a yes, like `quem` in `fui eu quem fez`. */
export function readSignals(
  clause: Clause,
  lexicon: Lexicon,
  isAffirmed: (at: number, length: number) => boolean,
): Signals {
  const hits = findHits(clause.words, lexicon).filter(
    ({ kind, at, length }) => !harmless.has(kind) || !isAffirmed(at, length),
  )
  const has = (kind: SignalKind) => hits.some((hit) => hit.kind === kind)
  if (!clause.asks) return judge(clause, hits, lexicon)
  // `não fui eu quem é?`: the words before the question count as a statement.
  const asked = hits.findLast(({ kind }) => kind === 'question')?.at ?? 0
  const words = clause.words.slice(0, asked)
  const said = judge({ ...clause, words, hidden: [] }, findHits(words, lexicon), lexicon)
  return { ...said, question: true, doubt: said.doubt || has('neutral') || has('excused') }
}

/** Signals that mean nothing within a yes: `sem dúvida nenhuma`. */
const harmless: ReadonlySet<SignalKind> = new Set(['question', 'neutral', 'weakNo'])

function findHits(given: readonly Word[], lexicon: Lexicon): Hit[] {
  const words = given.map(({ text }) => text)
  const hits: Hit[] = []
  for (let at = 0; at < words.length;) {
    const found = lexicon.signals.longest(words, at)
    if (found) hits.push({ ...found, at })
    at += Math.max(1, found ? found.length - (found.endsOpen ? 1 : 0) : 1)
  }
  return hits
}

function judge({ words, hidden }: Clause, hits: readonly Hit[], lexicon: Lexicon): Signals {
  const has = (kind: SignalKind) => hits.some((hit) => hit.kind === kind)
  const isExcused = has('excused')
  const isOver = isExcused || has('optOut')
  // In `não entendi nada não` the last word only repeats the first.
  const bare = hits.filter(
    ({ kind, at, length }) =>
      kind === 'bareNo' && !(isOver && at > 0 && at + length === words.length),
  )
  const isOffered = ({ at }: Hit) => lexicon.or.has(words[at - 1]?.text ?? '')
  const masked = hidden.map((word) => lexicon.signals.longest([word], 0)?.kind)
  const single = words.flatMap(({ kind, text }) => (kind === 'word' ? text : []))
  return {
    fraud: has('fraud') || masked.includes('fraud'),
    refusal:
      hits.some((hit) => hit.kind === 'no' && !isOffered(hit)) ||
      has('notWrongPerson') ||
      (has('weakNo') && !isExcused) ||
      masked.includes('no') ||
      bare.some((hit) => !isOffered(hit) && saysMore(words[hit.at + hit.length], lexicon)) ||
      single.some((word) => lexicon.resemblesNo(word) || isGluedNo(word, lexicon)),
    // `fui eu ou não fui` offers both.
    bareNo:
      bare.length > 0 ||
      masked.includes('bareNo') ||
      hits.some((hit) => hit.kind === 'no' && isOffered(hit)),
    negation: hits.some(({ kind, at }) => refusing.has(kind) && isBareNo(words[at], lexicon)),
    wrongPerson: has('wrongPerson'),
    optOut: has('optOut'),
    question: has('question'),
    doubt: isExcused || has('neutral'),
  }
}

const refusing: ReadonlySet<SignalKind> = new Set(['no', 'notWrongPerson', 'bareNo'])

const isBareNo = (word: Word | undefined, { signals }: Lexicon): boolean =>
  word !== undefined && signals.longest([word.text], 0)?.kind === 'bareNo'

/** Whether the no belongs to the next word; words of a yes, numbers and `ou` do not take it. */
function saysMore(next: Word | undefined, { parts, or, and }: Lexicon): boolean {
  if (next?.kind !== 'word' || or.has(next.text) || and.has(next.text)) return false
  return parts.longest([next.text], 0) === undefined
}

const glued = ['nao', 'naum']

/** A no written together with the next word, `naoreconheco`; names that begin with those letters do not count. */
function isGluedNo(word: string, { isKnown }: Lexicon): boolean {
  const rest = glued.find((no) => word.startsWith(no))
  if (rest === undefined) return false
  const said = word.slice(rest.length)
  return Array.from({ length: said.length }, (_, at) => said.slice(0, at + 1)).some(
    (part) => part.length > 2 && isKnown(part),
  )
}
