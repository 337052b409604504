// For an operator, after the database was restored from a back-up and before the service is used: `node
// src/main/commands/replay-erasures.ts` erases again everybody whom the ledger in the object store names. It may be
// repeated at any time.
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { replayLedger } from '#src/journey/erasure/ledger.ts'
import { readConfig } from '#src/main/config/config.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { openServices } from '#src/main/services.ts'

await runAsCommand(async (parts) => {
  const config = readConfig(process.env)
  const { deps, objects } = await openServices(config, 'atesta-replay-erasures', parts)
  if (!objects)
    throw new Error('neither IMAGES_FOLDER nor S3_ENDPOINT is set: the ledger lies there')
  const { lines, erased, restricted, withdrawn } = await replayLedger(deps, objects)
  while ((await finishErasures({ deps, objects })) > 0);
  process.stdout.write(
    `${lines} lines in the ledger: ${erased} erased, ${restricted} restricted, ${withdrawn} taken back anew.\n`,
  )
})
