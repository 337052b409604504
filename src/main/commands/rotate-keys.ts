// For an operator: `node src/main/commands/rotate-keys.ts` rewraps every data key under the current master key. Before
// that, a key is added to KEYRING_FILE (--add-master, --add-hash) and, once every process was restarted with that file,
// made the current one (--use-master <id>, --use-hash <number>).
import { parseArgs } from 'node:util'
import { addHashKey, addMasterKey, useHashKey, useMasterKey } from '#src/platform/seal/key-file.ts'
import { rotateMasterKey } from '#src/platform/seal/rotate.ts'
import { type Config, readConfig } from '#src/main/config/config.ts'
import { keyHolders } from '#src/main/ports/key-files.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { openServices } from '#src/main/services.ts'

const options = {
  'add-master': { type: 'boolean' },
  'use-master': { type: 'string' },
  'add-hash': { type: 'boolean' },
  'use-hash': { type: 'string' },
} as const

type Asked = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

await runAsCommand(async (parts) => {
  const { values } = parseArgs({ options })
  const steps = Object.keys(values).length
  if (steps > 1) throw new Error('one step at a time: every process is restarted between two')
  const config = readConfig(process.env)
  const said = steps === 1 ? changeFile(config, values) : await wrapAnew(config, parts)
  process.stdout.write(said)
})

function changeFile({ KEYRING_FILE: file }: Config, asked: Asked): string {
  if (file === undefined) throw new Error('KEYRING_FILE is not set: it is what is changed')
  const said = takeStep(file, asked)
  process.stderr.write('Restart every process with this file before the next step.\n')
  return `${said}\n`
}

/** A step that adds a key prints only its id, which the next step takes. */
function takeStep(file: string, asked: Asked): string {
  if (asked['add-master']) return addMasterKey(file)
  if (asked['add-hash']) return String(addHashKey(file))
  const { 'use-master': master, 'use-hash': hash } = asked
  if (master !== undefined) {
    useMasterKey(file, master)
    return `Master key ${master} is the current one`
  }
  useHashKey(file, hash ?? '')
  return `Hash key ${hash} is the current one`
}

async function wrapAnew(given: Config, parts: AsyncDisposableStack): Promise<string> {
  const { db, sealer, keyring } = await openServices(given, 'atesta-rotate-keys', parts)
  const rotated = await rotateMasterKey(db, sealer, keyring, keyHolders)
  return `Wrapped ${rotated} data keys anew under ${keyring.master.currentId}.\n`
}
