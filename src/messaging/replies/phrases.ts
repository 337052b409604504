// Patterns of words as a tree (trie), so that a search at one position takes no longer than the longest pattern. In a
// pattern `a|b` is one of two words, `a?` is optional, `bloque*` is a prefix, `*` any word, `{name}` a first name and
// `<thing>` a word of that class.

type Node<K> = {
  readonly words: Map<string, Node<K>>
  readonly beginnings: Map<string, Node<K>>
  readonly classes: Map<string, Node<K>>
  readonly special: { any?: Node<K>; name?: Node<K> }
  kind?: K
}

export type FoundPhrase<K> = {
  readonly kind: K
  readonly length: number
  /** Whether the last word of the match was a wildcard, which may carry a meaning of its own. */
  readonly endsOpen: boolean
}

const createNode = <K>(): Node<K> => ({
  words: new Map(),
  beginnings: new Map(),
  classes: new Map(),
  special: {},
})

/** The words of each class, by its name. */
export type Classes = ReadonlyMap<string, ReadonlySet<string>>

const beginningMin = 3

export class Phrases<K> {
  readonly #root = createNode<K>()
  readonly #names: ReadonlySet<string>
  readonly #classes: Classes

  constructor(names: ReadonlySet<string>, classes: Classes) {
    this.#names = names
    this.#classes = classes
  }

  /** The first kind of a pattern is kept, because two kinds cannot share one. */
  add(pattern: string, kind: K, spell: (word: string) => string): void {
    this.#insert(this.#root, pattern.split(/\s+/), kind, spell)
  }

  #insert(node: Node<K>, slots: readonly string[], kind: K, spell: (word: string) => string): void {
    const [slot, ...rest] = slots
    if (slot === undefined) {
      if (node !== this.#root) node.kind ??= kind
      return
    }
    if (slot.endsWith('?')) this.#insert(node, rest, kind, spell)
    for (const word of slot.replace(/\?$/, '').split('|'))
      this.#insert(step(node, word, spell), rest, kind, spell)
  }

  /** The longest pattern that matches at a position. */
  longest(words: readonly string[], at: number): FoundPhrase<K> | undefined {
    let best: FoundPhrase<K> | undefined
    const visit = (node: Node<K>, length: number, endsOpen: boolean): void => {
      if (node.kind !== undefined && length > (best?.length ?? 0))
        best = { kind: node.kind, length, endsOpen }
      const word = words[at + length]
      if (word === undefined) return
      const exact = node.words.get(word)
      if (exact) visit(exact, length + 1, false)
      if (node.beginnings.size > 0)
        for (let end = beginningMin; end <= word.length; end++) {
          const begun = node.beginnings.get(word.slice(0, end))
          if (begun) visit(begun, length + 1, false)
        }
      for (const [name, next] of node.classes)
        if (this.#classes.get(name)?.has(word)) visit(next, length + 1, false)
      const { any, name } = node.special
      if (name && this.#names.has(word)) visit(name, length + 1, false)
      if (any) visit(any, length + 1, true)
    }
    visit(this.#root, 0, false)
    return best
  }
}

function step<K>(node: Node<K>, word: string, spell: (word: string) => string): Node<K> {
  if (word === '*') return (node.special.any ??= createNode())
  if (word === '{name}') return (node.special.name ??= createNode())
  const [nodes, key] = placeOf(node, word, spell)
  const next = nodes.get(key) ?? createNode<K>()
  nodes.set(key, next)
  return next
}

function placeOf<K>(node: Node<K>, word: string, spell: (word: string) => string) {
  const [, name] = /^<(\w+)>$/.exec(word) ?? []
  if (name !== undefined) return [node.classes, name] as const
  if (word.endsWith('*')) return [node.beginnings, spell(word.slice(0, -1))] as const
  return [node.words, spell(word)] as const
}
