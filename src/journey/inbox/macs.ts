// Keyed functions (MACs) that prove that the service itself issued what comes back from outside. They belong to no
// transaction.
import { assert } from '#src/platform/assert.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'

type Mac = (text: string) => Buffer

/** One function per hash key, the current one first, so that values issued before a rotation still count. */
export function createMacs(sealer: Sealer) {
  return (label: string): readonly [Mac, ...Mac[]] => {
    const [, ...older] = sealer.hashes(label)
    return [
      (text) => sealer.hash(label, text),
      ...older.map(
        (_, index): Mac =>
          (text) =>
            pick(sealer.hashes(label, text), index + 1),
      ),
    ]
  }
}

function pick(hashes: readonly Buffer[], index: number): Buffer {
  const found = hashes[index]
  assert(found, 'no hash of this key')
  return found
}
