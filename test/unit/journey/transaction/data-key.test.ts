import { expect, test } from 'vitest'
import { keepDataKey, openDataKey } from '#src/journey/transaction/locked.ts'
import { newId } from '#src/platform/ids.ts'
import { SealError } from '#src/platform/seal/errors.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer, type Sealer } from '#src/platform/seal/sealer.ts'

/** Counts what is opened; the first `fails` of it in vain. */
function counting(fails = 0) {
  const own = createSealer(openKeyring(createKeyring()))
  let opened = 0
  const sealer: Sealer = {
    ...own,
    async openKey(...asked) {
      opened += 1
      if (opened <= fails) throw new Error('the master key is away')
      return own.openKey(...asked)
    },
  }
  return { sealer, opened: () => opened }
}

async function create(sealer: Sealer) {
  const id = newId()
  const { wrapped, key } = await sealer.createKey('acme', id)
  return { locked: { tenant: 'acme', id, key: wrapped }, key }
}

test('a commit opens its data key once, and another one its own', async () => {
  const { sealer, opened } = counting()
  const { locked, key } = await create(sealer)
  const keys = await Promise.all([openDataKey(sealer, locked), openDataKey(sealer, locked)])
  expect(keys).toEqual([key, key])
  expect(opened()).toBe(1)
  await openDataKey(sealer, { ...locked, key: { ...locked.key } })
  expect(opened()).toBe(2)
})

test('one that could not be opened is tried again', async () => {
  const { sealer } = counting(1)
  const { locked, key } = await create(sealer)
  await expect(openDataKey(sealer, locked)).rejects.toThrow('away')
  expect(await openDataKey(sealer, locked)).toEqual(key)
})

test('what was just created need not be opened, and is not another sealer’s', async () => {
  const { sealer, opened } = counting()
  const { locked, key } = await create(sealer)
  keepDataKey(sealer, locked.key, key)
  expect(await openDataKey(sealer, locked)).toBe(key)
  expect(opened()).toBe(0)
  await expect(openDataKey(counting().sealer, locked)).rejects.toThrow(SealError)
})
