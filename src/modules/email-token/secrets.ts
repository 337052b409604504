// The key of a return path's proof: it belongs to no transaction.
import type { Sealer } from '#src/seal/sealer.ts'

/** One function per hash key, the current one first: addresses made before a rotation still count. */
export function bounceMacs(sealer: Sealer): ((label: string) => Buffer)[] {
  return sealer
    .hashes('')
    .map((_, index) => (label: string) => pick(sealer.hashes('email-bounce', label), index))
}

export function currentBounceMac(sealer: Sealer): (label: string) => Buffer {
  return (label) => sealer.hash('email-bounce', label)
}

function pick(hashes: readonly Buffer[], index: number): Buffer {
  const found = hashes[index]
  if (!found) throw new Error('there are as many hashes as keys')
  return found
}
