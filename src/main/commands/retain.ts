// For an operator: `node src/main/commands/retain.ts --dry-run` counts what the settings of all tenants let go now,
// and without it takes it away, as a worker does by night. A count of transactions is of those that are free now.
import { parseArgs } from 'node:util'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { retain } from '#src/journey/erasure/retention.ts'
import { readConfig } from '#src/main/config/config.ts'
import { openServices } from '#src/main/services.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
const isDry = values['dry-run'] === true
await using parts = new AsyncDisposableStack()
const { deps, objects } = await openServices(readConfig(process.env), 'atesta-retain', parts)
const counts = await retain({ deps, isDry })
if (!isDry) while ((await finishErasures({ deps, objects })) > 0);
for (const [kind, count] of Object.entries(counts))
  process.stdout.write(`${kind}: ${count}${isDry ? ' to go' : ' gone'}\n`)
