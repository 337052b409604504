// For an operator, after a Temporal namespace was lost: `node src/main/commands/nudge-open.ts` starts or nudges the
// workflow of every transaction that has something to do. With --disarm, for after a failover of PostgreSQL
// that lost commits, every workflow is looked at as if it had closed, and those of what is gone end.
import { disarmAll } from '#src/journey/agenda/disarm.ts'
import { nudgeOpen } from '#src/journey/agenda/sweep.ts'
import { nudgeGone } from '#src/journey/temporal/gone.ts'
import { readConfig } from '#src/main/config/config.ts'
import { openServices } from '#src/main/services.ts'

await using parts = new AsyncDisposableStack()
const config = readConfig(process.env)
const { db, client, nudger } = await openServices(config, 'atesta-nudge-open', parts)
if (process.argv.includes('--disarm')) {
  process.stdout.write(`Disarmed ${await disarmAll(db)} transactions.\n`)
  const gone = await nudgeGone(db, client, config.TEMPORAL_TASK_QUEUE)
  process.stdout.write(
    `Nudged ${gone} workflows of transactions that are gone, or do not count on them.\n`,
  )
}
process.stdout.write(`Nudged ${await nudgeOpen(db, nudger)} open transactions.\n`)
