// Says at the start of an API or a worker whether the database is older than the ledger of erasures: then people who were
// erased are back in it, and nobody is served.
import type { ObjectStore } from '#src/platform/object-store.ts'
import { isLedgerAhead } from '#src/journey/erasure/newest.ts'
import type { Db } from '#src/platform/db/client.ts'
import { describeError, type Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'

export type Checked = {
  readonly db: Db
  readonly objects: ObjectStore | undefined
  readonly log: Log
  readonly metrics: Pick<Metrics, 'ledgerUnread'>
}

const sentence =
  'The ledger of erasures is newer than the database, which was put back: run node src/main/commands/replay-erasures.ts before it, so that nobody who was erased is served.'

const againMs = 15_000

/**
 * Rejects where the ledger is ahead. While the store is away nothing is known: that is said, the process serves, and asks
 * again until it knows; then `end` is called where it may not serve.
 */
export async function checkLedger(
  { db, objects, log, metrics }: Checked,
  parts: AsyncDisposableStack,
  end: () => void = endProcess,
): Promise<void> {
  if (!objects) return
  const ask = async () => {
    const isAhead = await isLedgerAhead(db, objects).catch((error: unknown) => {
      log.warn(
        { error: describeError(error) },
        'the ledger of erasures cannot be read: whether the database is older is not known',
      )
      return undefined
    })
    metrics.ledgerUnread.set(isAhead === undefined ? 1 : 0)
    return isAhead
  }
  const first = await ask()
  if (first === true) throw new Error(sentence)
  if (first === false) return
  const timer = setInterval(() => {
    void ask().then((isAhead) => {
      if (isAhead !== undefined) clearInterval(timer)
      if (isAhead !== true) return
      log.error({}, sentence)
      end()
    })
  }, againMs)
  timer.unref()
  parts.defer(() => clearInterval(timer))
}

/** In good order, as by a signal: started again, it says why it does not serve. */
const endProcess = () => void process.kill(process.pid, 'SIGTERM')
