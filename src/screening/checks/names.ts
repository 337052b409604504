// Whether two names are the same, as far as spellings of registries differ. Pure.
import { token_set_ratio } from 'fuzzball'

const sameRatio = 90

/** False where one of them is missing. */
export function isSameName(left: string | undefined, right: string | undefined): boolean {
  const [a, b] = [normalise(left), normalise(right)]
  return a !== '' && b !== '' && token_set_ratio(a, b) >= sameRatio
}

const particles = new Set([
  'de',
  'da',
  'do',
  'das',
  'dos',
  'e',
  'di',
  'del',
  'ltda',
  'sa',
  'me',
  'epp',
  'eireli',
])

function normalise(name = ''): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}|['’.]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
  return words.filter((word) => !particles.has(word)).join(' ')
}
