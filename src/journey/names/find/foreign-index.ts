// Names in other letters than Latin ones: found by a word that both have, or by all their letters.

type Foreign = { readonly words: readonly { readonly text: string }[]; readonly script: string }

export class ForeignIndex {
  readonly #names = new Map<string, number[]>()

  add(name: Foreign, id: number): void {
    for (const key of keysOf(name)) {
      const known = this.#names.get(key)
      if (known) known.push(id)
      else this.#names.set(key, [id])
    }
  }

  find = (sought: Foreign): number[] => [
    ...new Set(keysOf(sought).flatMap((key) => this.#names.get(key) ?? [])),
  ]
}

function keysOf({ words, script }: Foreign): string[] {
  const texts = words.map(({ text }) => text)
  return [...new Set([...texts, texts.join('')])].map((text) => `${script} ${text}`)
}
