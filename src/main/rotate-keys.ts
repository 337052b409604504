// For an operator: `node src/main/rotate-keys.ts` wraps every data key anew under the current master key.
// With --add, a new master key is put into KEYRING_FILE first and becomes the current one.
import { rotateInboxKeys } from '#src/callbacks/inbox.ts'
import { addMasterKey } from '#src/seal/keys.ts'
import { rotateMasterKey } from '#src/seal/rotate.ts'
import { readConfig } from './config.ts'
import { openServices } from './services.ts'

const config = readConfig(process.env)
if (process.argv.includes('--add')) {
  if (config.KEYRING_FILE === undefined) throw new Error('--add needs KEYRING_FILE')
  process.stdout.write(`Added master key ${addMasterKey(config.KEYRING_FILE)}.\n`)
}
await using parts = new AsyncDisposableStack()
const { db, sealer, keyring } = await openServices(config, 'atesta-rotate-keys', parts)
const rotated = await rotateMasterKey(db, sealer, keyring.master.currentId)
const inbox = await rotateInboxKeys(db, sealer)
process.stdout.write(
  `Wrapped ${rotated + inbox} data keys anew under ${keyring.master.currentId}.\n`,
)
