// A key file is changed in two steps, and is never half written.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { addHashKey, addMasterKey, useHashKey, useMasterKey } from '#src/platform/seal/key-file.ts'
import { createKeyring, KeyringFile, readKeyring } from '#src/platform/seal/keys.ts'
import { SealError } from '#src/platform/seal/errors.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'

const test = base.extend('file', async ({}, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-keys-'))
  const file = join(folder, 'keyring.json')
  writeFileSync(file, JSON.stringify(createKeyring()))
  onCleanup(() => rmSync(folder, { recursive: true }))
  return file
})

const read = (file: string) => KeyringFile.parse(JSON.parse(readFileSync(file, 'utf8')))

test('an added key is known and not yet current', ({ file }) => {
  const before = read(file)
  const [master, hash] = [addMasterKey(file), addHashKey(file)]
  const after = read(file)
  expect(after.master.current).toBe('k1')
  expect(after.hash.current).toBe(1)
  expect(after.master.keys).toEqual({ ...before.master.keys, [master]: expect.any(String) })
  expect(after.hash.keys).toEqual({ ...before.hash.keys, [hash]: expect.any(String) })
  expect(hash).toBe(2)
})

test('a key becomes the current one, and the others stay', ({ file }) => {
  const [master, hash] = [addMasterKey(file), addHashKey(file)]
  const before = read(file)
  useMasterKey(file, master)
  useHashKey(file, String(hash))
  const after = read(file)
  expect(after.master).toEqual({ ...before.master, current: master })
  expect(after.hash).toEqual({ ...before.hash, current: hash })
})

test('a key that is not in the file cannot become the current one', ({ file }) => {
  const before = readFileSync(file, 'utf8')
  for (const id of ['k2', '2', 'toString', '__proto__']) {
    expect(() => useMasterKey(file, id)).toThrow(SealError)
    expect(() => useHashKey(file, id)).toThrow(SealError)
  }
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('the file stays readable by its owner alone, and nothing else is left beside it', ({
  file,
}) => {
  addMasterKey(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(file, '..'))).toEqual(['keyring.json'])
})

test('what is no keyring is not changed, and not shown', ({ file }) => {
  writeFileSync(file, 'a secret of somebody')
  expect(() => addHashKey(file)).toThrow(/^KEYRING_FILE cannot be read, or is not JSON$/)
  expect(readFileSync(file, 'utf8')).toBe('a secret of somebody')
})

test('between the two steps all processes find the same rows and take the same locks', ({
  file,
}) => {
  addHashKey(file)
  const beforeUse = createSealer(readKeyring({ file }))
  useHashKey(file, '2')
  const afterUse = createSealer(readKeyring({ file }))
  expect(afterUse.hash('a')).not.toEqual(beforeUse.hash('a'))
  expect(beforeUse.hashes('a')).toContainEqual(afterUse.hash('a'))
  expect(afterUse.hashes('a')).toContainEqual(beforeUse.hash('a'))
  expect(afterUse.lockId('a')).toBe(beforeUse.lockId('a'))
})
