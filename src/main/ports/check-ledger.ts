// Checks at the start of an API or worker whether the database is older than the ledger of erasures: then it contains
// erased people again, and must not be served.
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
 * Rejects if the ledger is ahead. While the object store cannot be reached that is unknown: the process logs it,
 * serves, and checks again until it knows; `end` is called if it must not serve.
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

/** An orderly end as by a signal; the restarted process then reports the reason. */
const endProcess = () => void process.kill(process.pid, 'SIGTERM')
