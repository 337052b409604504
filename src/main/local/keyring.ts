// The key file of the local start. It is created once, because stored data can be opened only with it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { createOnce } from './home.ts'

/** Returns the path of the key file. Throws when it is missing although there are data. */
export function keepKeyring(home: string): string {
  const file = join(home, 'keyring.json')
  if (!existsSync(file) && existsSync(join(home, 'postgres')))
    throw new Error(
      `${file} is missing, and the data in ${home} open with it alone: put it back, or move ${home} away.`,
    )
  createOnce(file, `${JSON.stringify(createKeyring(), null, 2)}\n`)
  return file
}
