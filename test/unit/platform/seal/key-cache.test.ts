// A data key is opened once for the reads that come together, and is in no memory a minute later.
import { afterEach, expect, test, vi } from 'vitest'
import { ErasedError, SealError } from '#src/platform/seal/errors.ts'
import { createKeyring, type Keyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'

function counting() {
  const { master, ...keyring } = openKeyring(createKeyring())
  const unwrap = vi.fn<typeof master.unwrap>((...given: Parameters<typeof master.unwrap>) =>
    master.unwrap(...given),
  )
  return { sealer: createSealer({ ...keyring, master: { ...master, unwrap } } as Keyring), unwrap }
}

afterEach(() => vi.useRealTimers())

test('it is unwrapped once in a minute, whoever reads, and anew afterwards', async () => {
  vi.useFakeTimers()
  // The first moment of a process, which lru-cache would take for none.
  vi.advanceTimersByTime(1)
  const { sealer, unwrap } = counting()
  const { wrapped, key } = await sealer.createKey('acme', 'one')
  const again = () => sealer.openKey('acme', 'one', { ...wrapped, wrapped: Buffer.from(wrapped.wrapped ?? []) }) // prettier-ignore
  expect(await Promise.all([again(), again(), again()])).toEqual([key, key, key])
  expect(unwrap).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(50_000)
  await again()
  expect(unwrap).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_001)
  await again()
  expect(unwrap).toHaveBeenCalledTimes(2)
  // Whatever was read last: nothing waits for the next reader to go.
  await vi.advanceTimersByTimeAsync(120_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('it opens nothing for another tenant, another transaction, or without its wrapped key', async () => {
  const { sealer } = counting()
  const { wrapped } = await sealer.createKey('acme', 'one')
  await sealer.openKey('acme', 'one', wrapped)
  await expect(sealer.openKey('other', 'one', wrapped)).rejects.toThrow(SealError)
  await expect(sealer.openKey('acme', 'two', wrapped)).rejects.toThrow(SealError)
  const erased = sealer.openKey('acme', 'one', { ...wrapped, wrapped: null })
  await expect(erased).rejects.toThrow(ErasedError)
})

test('what could not be opened is tried again', async () => {
  const { sealer, unwrap } = counting()
  const { wrapped, key } = await sealer.createKey('acme', 'one')
  unwrap.mockRejectedValueOnce(new Error('the key service is away'))
  await expect(sealer.openKey('acme', 'one', wrapped)).rejects.toThrow('away')
  expect(await sealer.openKey('acme', 'one', wrapped)).toEqual(key)
})
