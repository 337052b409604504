// Makes typed expressions at random, biased to what grows: loops in loops, `+` often, literals of what a loop walks,
// deep comparisons. Of what is refused because it grows, each uses one kind at most, so that each rule is missed alone.
import fc from 'fast-check'
import { type CelVariables, listElementsMax } from '#src/platform/cel/variables.ts'

export const variables = {
  phones: { list: { record: { ddd: 'double', hot: 'bool', tags: { list: 'string' } } } },
  facts: {
    record: {
      text: 'string',
      wide: 'string',
      rate: 'double',
      absent: 'bool',
      words: { list: 'string' },
      rates: { list: 'double' },
    },
  },
  generic: { map: 'string' },
} as const satisfies CelVariables

const textLength = 1_000
const full = <Value>(make: (at: number) => Value): Value[] =>
  Array.from({ length: listElementsMax }, (_, at) => make(at))

/** Every list at its full length, every text at its longest. */
export const fullContext = {
  phones: full(() => ({ ddd: 11, hot: false, tags: full((at) => `tag-${at}`) })),
  facts: {
    text: 'a'.repeat(100_000),
    // Two bytes a character.
    wide: 'ж'.repeat(300_000),
    rate: 1,
    words: full((at) => `${'a'.repeat(textLength)}${at}`),
    rates: full((at) => at),
  },
  generic: Object.fromEntries(full((at) => [`key-${at}`, 'a'.repeat(textLength)])),
}

type Kind = 'bool' | 'number' | 'text' | 'texts' | 'numbers' | 'nested' | 'records'
/** What a name in scope gives, by its kind; that of what a map has made begins with `m`. */
type Scope = { readonly names: readonly (readonly [string, Kind])[]; readonly loops: number }

const elementOf = { texts: 'text', numbers: 'number', nested: 'numbers', records: 'bool' } as const
type ListKind = 'texts' | 'numbers' | 'nested'
const lists = ['texts', 'numbers', 'nested'] as const

const leaves: { readonly [K in Kind]: readonly string[] } = {
  bool: ['true', 'facts.absent', 'has(facts.absent)', 'phones[0].hot', 'phones[?500].hasValue()'],
  number: ['1.0', 'facts.rate', 'phones[0].ddd', 'facts.rates[9]', 'double(size(facts.text))'],
  text: [
    '"a"',
    'facts.text',
    'facts.wide',
    'facts.words[0]',
    `"${'a'.repeat(60)}b${'a'.repeat(60)}"`,
  ],
  texts: ['facts.words', 'phones[0].tags', '["a", "b", "c", "d"]'],
  numbers: ['facts.rates', `[${Array.from({ length: 20 }, () => '1.0').join(', ')}]`],
  nested: ['[facts.rates]', '[facts.rates, facts.rates, facts.rates, facts.rates]'],
  records: ['phones'],
}

/** What is refused, each by a rule of its own. */
const growths = ['lists', 'textsInLoop', 'manyTexts', 'mapOfMap'] as const
type Growth = (typeof growths)[number]

/** From numbers that fast-check makes, so that what fails shrinks to few of them. */
class Maker {
  readonly #picks: Iterator<number>
  readonly #growth: Growth | undefined
  #textJoins = 0

  constructor(picks: readonly number[], growth: Growth | undefined) {
    this.#picks = picks[Symbol.iterator]()
    this.#growth = growth
  }

  #pick<Value>(from: readonly Value[]): Value {
    const at = (this.#picks.next().value ?? 0) % from.length
    const found = from[at]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }

  /** Half of them are walked ten thousand times, and all in which a text is to grow there. */
  makeWhole(depth: number): string {
    const walked = (kind: 'texts' | 'numbers', loops: number) => {
      const name = `v${loops}`
      const start = `${leaves[kind][0]}.${this.#pick(['exists', 'all', 'exists_one'])}(${name}, `
      return { start, named: [name, elementOf[kind]] as const }
    }
    const isFlat = this.#growth === 'manyTexts' || this.#pick([true, false])
    if (isFlat && this.#growth !== 'textsInLoop')
      return this.make('bool', depth, { names: [], loops: 0 })
    const outer = walked('numbers', 0)
    const inner = walked('texts', 1)
    const scope = { names: [outer.named, inner.named], loops: loopsMax }
    return `${outer.start}${inner.start}${this.make('bool', depth, scope)}))`
  }

  make(kind: Kind, depth: number, scope: Scope): string {
    if (depth <= 0) return this.#leaf(kind, scope)
    const again = (one: Kind) => this.make(one, depth - 1, scope)
    const loop = (one: 'bool' | ListKind) =>
      scope.loops < loopsMax ? [() => this.#loop(one, depth, scope)] : []
    const makers: { readonly [K in Kind]: readonly (() => string)[] } = {
      bool: [
        ...loop('bool'),
        ...loop('bool'),
        () => this.#compare(depth, scope),
        () => this.#compare(depth, scope),
        ...(this.#joinsTexts ? [() => this.#compare(depth, scope)] : []),
        ...(this.#growth === 'mapOfMap' ? [() => this.#tower(scope)] : []),
        () => this.#often('bool', this.#pick(['&&', '||']), depth, scope),
        () => `(${again('bool')} ${this.#pick(['&&', '||'])} ${again('bool')})`,
        () => `${again('text')}.${this.#pick(['contains', 'startsWith'])}(${again('text')})`,
        () => `${again('text')}.like("(a|b|ab){20}c$")`,
        () => `${again('number')} in ${again('numbers')}`,
      ],
      number: [
        () => this.#often('number', this.#pick(['+', '*', '-']), depth, scope),
        () => `double(size(${again(this.#pick(['text', ...lists]))}))`,
        () => `double(${again('text')}.indexOf(${again('text')}))`,
      ],
      text: [
        () => this.#joinTexts(depth, scope),
        ...(this.#joinsTexts ? [() => this.#joinTexts(depth, scope)] : []),
        () => `${again('text')}.${this.#pick(['lowerAscii', 'upperAscii', 'trim'])}()`,
        () => `(${again('bool')} ? ${again('text')} : ${again('text')})`,
        () => `string(${again('number')})`,
      ],
      texts: [...loop('texts'), ...loop('texts'), ...this.#listMakers('texts', depth, scope)],
      numbers: [
        ...loop('numbers'),
        ...loop('numbers'),
        ...this.#listMakers('numbers', depth, scope),
      ],
      nested: [...loop('nested'), ...loop('nested'), ...this.#listMakers('nested', depth, scope)],
      records: [() => this.#leaf('records', scope)],
    }
    return this.#pick(makers[kind])()
  }

  get #joinsTexts(): boolean {
    return this.#growth === 'manyTexts' || this.#growth === 'textsInLoop'
  }

  #leaf(kind: Kind, { names }: Scope): string {
    const named = names.filter(([, one]) => one === kind).map(([name]) => name)
    return this.#pick([...named, ...named, ...leaves[kind]])
  }

  /** One operand so many times, as a tree, which is not deep. */
  #often(kind: Kind, sign: string, depth: number, scope: Scope): string {
    const count = this.#pick([2, 2, 4, 8, 30, 60])
    return tree(sign, count, this.make(kind, count > 4 ? 0 : depth - 1, scope))
  }

  #joinTexts(depth: number, scope: Scope): string {
    const mayJoin = scope.loops === 0 || this.#growth === 'textsInLoop'
    const most = this.#growth === 'manyTexts' ? Infinity : textJoinsMax - this.#textJoins
    const counts = [2, 3, 9, 30, 60].filter((count) => count - 1 <= most)
    if (!mayJoin || counts.length === 0) return this.#leaf('text', scope)
    const count = this.#pick(counts)
    this.#textJoins += count - 1
    return tree('+', count, this.make('text', count > 3 ? 0 : depth - 1, scope))
  }

  /** Often of one thing with its like: what differs in length is not looked at. */
  #compare(depth: number, scope: Scope): string {
    const kind = this.#joinsTexts ? 'text' : this.#pick(['number', 'text', ...lists] as const)
    const left = this.make(kind, depth - 1, scope)
    const right = this.#pick([true, false]) ? left : this.make(kind, depth - 1, scope)
    const isOrdered = kind === 'number' || kind === 'text'
    return `${left} ${this.#pick(isOrdered ? ['==', '!=', '<'] : ['==', '!='])} ${right}`
  }

  /** Lists in lists, of which each map makes some more of what the one before has made. */
  #tower(scope: Scope): string {
    const width = this.#pick([2, 4, 12])
    const levels = this.#pick([2, 4, 6])
    const map = `.map(m9, [${Array.from({ length: width }, () => 'm9').join(', ')}])`
    const tower = `${this.#leaf('numbers', scope)}${map.repeat(levels)}`
    return `${tower} ${this.#pick(['==', '!='])} ${tower}`
  }

  #listMakers(kind: ListKind, depth: number, scope: Scope): (() => string)[] {
    const again = (one: Kind) => this.make(one, depth - 1, scope)
    const join = () => this.#often(kind, '+', depth, scope)
    return [
      ...(this.#growth === 'lists' ? [join, join] : []),
      () => `(${again('bool')} ? ${again(kind)} : ${again(kind)})`,
      () => {
        const one = again(elementOf[kind])
        const count = this.#pick([1, 4, 12, 40])
        return `[${Array.from({ length: count }, () => one).join(', ')}]`
      },
    ]
  }

  /** A loop in which what it walks is likely to be named. */
  #loop(kind: 'bool' | ListKind, depth: number, scope: Scope): string {
    const over = kind === 'bool' ? this.#pick([...lists, 'records'] as const) : this.#pick(lists)
    const makes = kind !== 'bool'
    const mayBeMade = !makes || this.#growth === 'mapOfMap'
    const made = this.make(over, depth - 1, scope)
    const from = isMade(made) && !mayBeMade ? this.#pick(leaves[over]) : made
    const name = `${isMade(from) ? 'm' : 'v'}${scope.loops}`
    const given = over === 'records' ? `${name}.hot` : name
    const names = [...scope.names, [given, elementOf[over]] as const]
    const body = (one: Kind) => this.make(one, depth - 1, { names, loops: scope.loops + 1 })
    if (kind === 'bool')
      return `${from}.${this.#pick(['exists', 'all', 'exists_one'])}(${name}, ${body('bool')})`
    if (kind === over && this.#pick([true, false, false]))
      return `${from}.filter(${name}, ${body('bool')})`
    return `${from}.map(${name}, ${body(elementOf[kind])})`
  }
}

const textJoinsMax = 8
const loopsMax = 2

/** Whether a map has made it, or something of it. */
const isMade = (source: string): boolean => /\.map\(|\bm\d/.test(source)

const tree = (sign: string, count: number, one: string): string =>
  count === 1
    ? one
    : `(${tree(sign, count >> 1, one)} ${sign} ${tree(sign, count - (count >> 1), one)})`

/** Sources of at most 4000 characters that answer yes or no; some of them are refused. */
export const expressions: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(undefined, ...growths),
    fc.integer({ min: 2, max: 7 }),
    fc.array(fc.nat(1_000), { minLength: 5, maxLength: 80 }),
  )
  .map(([growth, depth, picks]) => new Maker(picks, growth).makeWhole(depth))
  .filter((source) => source.length <= 4_000)
