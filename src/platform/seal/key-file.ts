// Changes a key file, in two steps: a key is added and made known to every process, and becomes the current
// one afterwards. A process that does not know the current key of another finds nothing of what that writes.
import { renameSync, writeFileSync } from 'node:fs'
import { SealError } from './errors.ts'
import { createSecret, type KeyringFile, parseKeyring } from './keys.ts'

/** Gives the id of the new key, which nothing uses yet. */
export function addMasterKey(file: string): string {
  const id = `k${new Date().toISOString().replace(/[^0-9]/g, '')}`
  change(file, ({ master, hash }) => ({
    master: { ...master, keys: { ...master.keys, [id]: createSecret() } },
    hash,
  }))
  return id
}

/** Gives the number of the new key, which nothing uses yet; the oldest key keeps the least one. */
export function addHashKey(file: string): number {
  let number = 0
  change(file, ({ master, hash }) => {
    number = Math.max(...Object.keys(hash.keys).map(Number)) + 1
    return { master, hash: { ...hash, keys: { ...hash.keys, [number]: createSecret() } } }
  })
  return number
}

export function useMasterKey(file: string, id: string): void {
  change(file, ({ master, hash }) => {
    if (!Object.hasOwn(master.keys, id)) throw new SealError(`no master key ${id} in the keyring`)
    return { master: { ...master, current: id }, hash }
  })
}

export function useHashKey(file: string, id: string): void {
  change(file, ({ master, hash }) => {
    if (!Object.hasOwn(hash.keys, id)) throw new SealError(`no hash key ${id} in the keyring`)
    return { master, hash: { ...hash, current: Number(id) } }
  })
}

/** The file is the old one or the new one, whatever happens. */
function change(file: string, edit: (keyring: KeyringFile) => KeyringFile): void {
  const changed = JSON.stringify(edit(parseKeyring({ file })), null, 2)
  const next = `${file}.next`
  writeFileSync(next, `${changed}\n`, { mode: 0o600, flush: true })
  renameSync(next, file)
}
