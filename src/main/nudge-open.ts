// For an operator, after a Temporal namespace was lost: `node src/main/nudge-open.ts` starts or nudges the
// workflow of every transaction that is not idle; each reads its journal from the beginning and goes on.
import { nudgeOpen } from '#src/temporal/sweep.ts'
import { readConfig } from './config.ts'
import { openServices } from './services.ts'

await using parts = new AsyncDisposableStack()
const { db, nudger } = await openServices(readConfig(process.env), 'atesta-nudge-open', parts)
process.stdout.write(`Nudged ${await nudgeOpen(db, nudger)} open transactions.\n`)
