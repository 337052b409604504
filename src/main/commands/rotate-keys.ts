// For an operator: `node src/main/commands/rotate-keys.ts` wraps every data key anew under the current master key.
// Before it, a key is put into KEYRING_FILE (--add-master, --add-hash) and, once every process was restarted
// with that file, made the current one (--use-master <id>, --use-hash <number>).
import { parseArgs } from 'node:util'
import { addHashKey, addMasterKey, useHashKey, useMasterKey } from '#src/platform/seal/key-file.ts'
import { rotateMasterKey } from '#src/platform/seal/rotate.ts'
import { type Config, readConfig } from '#src/main/config/config.ts'
import { keyHolders } from '#src/main/ports/key-holders.ts'
import { openServices } from '#src/main/services.ts'

const { values: asked } = parseArgs({
  options: {
    'add-master': { type: 'boolean' },
    'use-master': { type: 'string' },
    'add-hash': { type: 'boolean' },
    'use-hash': { type: 'string' },
  },
})
const steps = Object.keys(asked).length
if (steps > 1) throw new Error('one step at a time: every process is restarted between two')
const config = readConfig(process.env)
process.stdout.write(steps === 1 ? changeFile(config) : await wrapAnew(config))

function changeFile({ KEYRING_FILE: file }: Config): string {
  if (file === undefined) throw new Error('KEYRING_FILE is not set: it is what is changed')
  return `${takeStep(file)}. Restart every process with this file before the next step.\n`
}

function takeStep(file: string): string {
  if (asked['add-master']) return `Added master key ${addMasterKey(file)}`
  if (asked['add-hash']) return `Added hash key ${addHashKey(file)}`
  const { 'use-master': master, 'use-hash': hash } = asked
  if (master !== undefined) {
    useMasterKey(file, master)
    return `Master key ${master} is the current one`
  }
  useHashKey(file, hash ?? '')
  return `Hash key ${hash} is the current one`
}

async function wrapAnew(given: Config): Promise<string> {
  await using parts = new AsyncDisposableStack()
  const { db, sealer, keyring } = await openServices(given, 'atesta-rotate-keys', parts)
  const rotated = await rotateMasterKey(db, sealer, keyring, keyHolders)
  return `Wrapped ${rotated} data keys anew under ${keyring.master.currentId}.\n`
}
