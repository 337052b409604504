// For an operator, after the effect of a kind of entry was corrected: `node src/main/commands/rebuild-agenda.ts <id …>`
// rebuilds the agendas of these transactions from their journals; the sweep then finds what changed.
import { rebuildAgenda } from '#src/journey/agenda/rebuild.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { isUuid } from '#src/platform/ids.ts'
import { readConfig } from '#src/main/config/config.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { openServices } from '#src/main/services.ts'

await runAsCommand(async (parts) => {
  const ids = process.argv.slice(2)
  if (ids.length === 0 || !ids.every(isUuid))
    throw new Error('rebuild-agenda.ts <transaction id> …')
  const { db } = await openServices(readConfig(process.env), 'atesta-rebuild-agenda', parts)
  const kinds = capabilities.flatMap(({ kinds: own }) => own ?? [])
  for (const id of ids) {
    const changed = await rebuildAgenda(db, id, kinds)
    process.stdout.write(`${id}: ${changed ? 'made anew' : 'as it was'}\n`)
  }
})
