// For an operator, after a Temporal namespace was lost: `node src/main/commands/nudge-open.ts` starts or nudges the
// workflow of every transaction with open tasks. With --disarm, after a PostgreSQL failover that lost commits, it
// treats every workflow as closed, and ends those of lost transactions.
import { disarmAll } from '#src/journey/agenda/failover.ts'
import { nudgeOpen } from '#src/journey/agenda/sweep.ts'
import { nudgeGone } from '#src/journey/temporal/gone.ts'
import { parseArgs } from 'node:util'
import { readConfig } from '#src/main/config/config.ts'
import { openServices } from '#src/main/services.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await runAsCommand(async (parts) => {
  const { values } = parseArgs({ options: { disarm: { type: 'boolean' } } })
  const config = readConfig(process.env)
  const services = await openServices(config, 'atesta-nudge-open', parts)
  const { db, client, nudger, metrics } = services
  if (values.disarm) {
    say(`Disarmed ${await disarmAll(db)} transactions.`)
    const gone = await nudgeGone(db, client, config.TEMPORAL_TASK_QUEUE)
    say(`Nudged ${gone} workflows of transactions that are gone, or do not count on them.`)
  }
  const open = await nudgeOpen(db, nudger)
  const nudges = (await metrics.nudges.get()).values
  const failed = nudges.find(({ labels }) => labels.outcome === 'failed')?.value ?? 0
  say(`Nudged ${open - failed} open transactions.`)
  if (failed > 0) throw new Error(`${failed} were nudged in vain: Temporal cannot be asked.`)
})
