import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#src/main/config/config.ts'
import { keyFilesOf } from '#src/main/ports/key-files.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { showKeyFiles } from '#src/platform/process-metrics.ts'
import { createKeyring, createSecret, readKeyring } from '#src/platform/seal/keys.ts'

function stage() {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  const ring = createKeyring()
  writeFileSync(path('keyring.json'), JSON.stringify(ring))
  writeFileSync(path('keys.json'), '{"keys":[]}')
  writeFileSync(path('password'), 'hush')
  const config = readConfig({
    DATABASE_URL: `postgres://atesta@127.0.0.1/atesta?passwordfile=${path('password')}&sslrootcert=system`,
    KEYRING_FILE: path('keyring.json'),
    JWKS_FILE: path('keys.json'),
  })
  const keyring = readKeyring({ file: path('keyring.json') })
  const temporal = { hasTls: true, isReadable: () => true }
  const metrics = createMetrics()
  // Safe because of Temporal nothing else is asked.
  showKeyFiles(metrics, keyFilesOf({ config, keyring, temporal: temporal as never }))
  return {
    path,
    ring,
    temporal,
    read: async () => {
      const { values } = await metrics.keyFileUsable.get()
      return Object.fromEntries(values.map(({ labels, value }) => [labels.file, value]))
    },
  }
}

const well = { KEYRING_FILE: 1, 'key set of single': 1, passwordfile: 1, 'TLS of Temporal': 1 }

test('each file of keys is looked at with each scrape: gone, no JSON, and there again', async () => {
  const { path, read, temporal } = stage()
  expect(await read()).toEqual(well)
  renameSync(path('keyring.json'), path('away'))
  rmSync(path('password'))
  writeFileSync(path('keys.json'), '{"keys":')
  temporal.isReadable = () => {
    throw new Error('no such file')
  }
  expect(Object.values(await read())).toEqual([0, 0, 0, 0])
  renameSync(path('away'), path('keyring.json'))
  expect(await read()).toMatchObject({ KEYRING_FILE: 1, passwordfile: 0 })
})

test('a keyring does as long as it has the keys that this process seals and hashes with', async () => {
  const { path, read, ring } = stage()
  const write = (keyring: object) => writeFileSync(path('keyring.json'), JSON.stringify(keyring))
  const both = { ...ring.master.keys, k2: createSecret() }
  write({ ...ring, master: { current: 'k2', keys: both } })
  expect(await read()).toEqual(well)
  write({ ...ring, master: { current: 'k2', keys: { k2: createSecret() } } })
  expect(await read()).toMatchObject({ KEYRING_FILE: 0 })
  // The same name, another key.
  write({ ...ring, master: { ...ring.master, keys: { k1: createSecret() } } })
  expect(await read()).toMatchObject({ KEYRING_FILE: 0 })
  write({ ...ring, hash: { current: 1, keys: { 1: createSecret() } } })
  expect(await read()).toMatchObject({ KEYRING_FILE: 0 })
})
