// Looks up credentials that are not cached by their hashes, in batches: while one statement runs, those that arrive wait
// for the next. A flood of invalid ones takes one connection at most, and a good one waits for two statements.

type Hashed = { readonly hash: Buffer }
/** Finds the rows of the hashes that are valid now. */
type FindGood<Row> = (hashes: readonly Buffer[]) => Promise<Row[]>
type Wanted<Row> = Hashed & { readonly found: PromiseWithResolvers<Row | undefined> }

/** The batch sizes; few, because PostgreSQL plans a statement of each size once. */
const sizes = [1, 8, 64] as const
const most = 64

/** The row of a hash that is valid now; undefined for others. */
export function createLookUp<Row extends Hashed>(
  findGood: FindGood<Row>,
): (hash: Buffer) => Promise<Row | undefined> {
  const wanted: Wanted<Row>[] = []
  let isAsking = false

  async function ask(): Promise<void> {
    isAsking = true
    for (;;) {
      const batch = wanted.splice(0, most)
      if (batch.length === 0) break
      await answer(findGood, batch)
    }
    isAsking = false
  }

  return (hash) => {
    const found = Promise.withResolvers<Row | undefined>()
    wanted.push({ hash, found })
    if (!isAsking) void ask()
    return found.promise
  }
}

async function answer<Row extends Hashed>(
  findGood: FindGood<Row>,
  batch: readonly Wanted<Row>[],
): Promise<void> {
  const hashes = batch.map(({ hash }) => hash)
  const size = sizes.find((one) => one >= hashes.length) ?? most
  const [first] = hashes
  while (first && hashes.length < size) hashes.push(first)
  try {
    const rows = await findGood(hashes)
    for (const { hash, found } of batch) found.resolve(rows.find((row) => row.hash.equals(hash)))
  } catch (error) {
    for (const { found } of batch) found.reject(error)
  }
}
