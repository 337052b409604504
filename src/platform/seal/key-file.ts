// Rotates keys in a key file, in two steps: a key is added and distributed to every process, and later made the current
// one. A process that lacks another’s current key could not read or find what that one writes.
import { renameSync, writeFileSync } from 'node:fs'
import { SealError } from './errors.ts'
import { createSecret, type KeyringFile, parseKeyring } from './keys.ts'

/** Returns the id of the new key, which is not used yet. */
export function addMasterKey(file: string): string {
  const id = `k${new Date().toISOString().replace(/[^0-9]/g, '')}`
  change(file, ({ master, hash }) => ({
    master: { ...master, keys: { ...master.keys, [id]: createSecret() } },
    hash,
  }))
  return id
}

/** Returns the number of the new key, which is not used yet; the oldest key keeps the lowest number. */
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

/** Replaces the file atomically: after a crash it is either the old or the new one. */
function change(file: string, edit: (keyring: KeyringFile) => KeyringFile): void {
  const changed = JSON.stringify(edit(parseKeyring({ file })), null, 2)
  const next = `${file}.next`
  writeFileSync(next, `${changed}\n`, { mode: 0o600, flush: true })
  renameSync(next, file)
}
