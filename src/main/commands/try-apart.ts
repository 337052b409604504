// For an operator, after the cause of dying workers was fixed: `node src/main/commands/try-apart.ts <transaction id> …`
// lets the tasks that were set apart run again; without an id it lists them.
import { listApart, tryAgain } from '#src/journey/suspects/try-again.ts'
import { isUuid } from '#src/platform/ids.ts'
import { readConfig } from '#src/main/config/config.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { openServices } from '#src/main/services.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await runAsCommand(async (parts) => {
  const ids = process.argv.slice(2)
  if (!ids.every(isUuid)) throw new Error('try-apart.ts <transaction id> …')
  const { deps } = await openServices(readConfig(process.env), 'atesta-try-apart', parts)
  if (ids.length === 0) for (const { id, key } of await listApart(deps)) say(`${id}: ${key}`)
  for (const id of ids) {
    const keys = await tryAgain(deps, id)
    for (const key of keys) say(`${id}: ${key} is tried again`)
    if (keys.length === 0) say(`${id}: nothing is set apart`)
  }
})
