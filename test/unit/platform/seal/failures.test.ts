import { expect, test, vi } from 'vitest'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'

const context = { tenant: 'acme', transaction: 't', table: 'a', column: 'b', rowId: 'c' }

test('what does not open is told each time: a key that this process lacks, a value that was changed', async () => {
  const onFailure = vi.fn<() => void>()
  const sealer = createSealer(openKeyring(createKeyring()), onFailure)
  const { wrapped, key } = await sealer.createKey('acme', 't')
  const sealed = sealer.seal(key, context, { name: 'Ana' })
  expect(sealer.unseal(key, context, sealed)).toEqual({ name: 'Ana' })
  expect(onFailure).not.toHaveBeenCalled()
  expect(() => sealer.unseal(key, { ...context, rowId: 'd' }, sealed)).toThrow('does not open')
  expect(() => sealer.unsealBytes(key, context, Buffer.alloc(40))).toThrow('not a sealed value')
  const other = createSealer(openKeyring(createKeyring()), onFailure)
  await expect(other.openKey('acme', 't', wrapped)).rejects.toThrow('does not open')
  await expect(other.openKey('acme', 't', { ...wrapped, keyId: 'k9' })).rejects.toThrow('k9')
  expect(onFailure).toHaveBeenCalledTimes(4)
  // An erased person is no failure.
  await expect(sealer.openKey('acme', 't', { ...wrapped, wrapped: null })).rejects.toThrow(
    'destroyed',
  )
  expect(onFailure).toHaveBeenCalledTimes(4)
})
