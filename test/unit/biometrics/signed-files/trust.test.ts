// What signatures are held against: the roots that come with the service, revocation lists as authorities publish them.
import { describe, expect, test } from 'vitest'
import {
  fingerprintOf,
  listUrlsOf,
  readRoots,
  rootFingerprints,
} from '#src/biometrics/signed-files/certificates.ts'
import { isFresh, readRevocationList } from '#src/biometrics/signed-files/revocation.ts'
import { withEnabledKinds } from '#src/biometrics/signed-files/rules.ts'
import { daysAgo, type Identity, issue, listRevoked } from '#test/support/biometrics/authority.ts'
import { processorMs } from '#test/support/machine/processor.ts'

describe('the roots that come with the service', () => {
  test('are those whose fingerprints are pinned, each of itself, and say where they revoke', () => {
    const roots = readRoots()
    expect(roots.map(fingerprintOf)).toEqual(Object.values(rootFingerprints))
    for (const { x509 } of roots) expect(x509.verify(x509.publicKey)).toBe(true)
    expect(roots.map((one) => listUrlsOf(one)[0])).toEqual(
      ['v4', 'v5', 'v12', 'v13'].map((v) => `http://acraiz.icpbrasil.gov.br/LCRacraiz${v}.crl`),
    )
  })
})

describe('a revocation list', () => {
  test('of twenty thousand entries is read in less than a second', async () => {
    const ac = await issue({ name: 'AC', authority: 0 })
    const one = await issue({ name: 'A' }, ac)
    const many: Identity[] = Array.from({ length: 20_000 }, () => one)
    const der = await listRevoked(ac, { revoked: many })
    expect(await processorMs(() => readRevocationList(der))).toBeLessThan(1_000)
    expect(readRevocationList(der)?.revoked).toEqual(
      new Set([one.read.x509.serialNumber.toLowerCase().replace(/^0+/, '')]),
    )
  })

  test('is fresh from when it was made until the next one is due', async () => {
    const list = { thisUpdate: daysAgo(2), nextUpdate: daysAgo(1) }
    const at = (days: number) => isFresh(list, daysAgo(days))
    expect([at(3), at(1.5), at(1), at(0)]).toEqual([false, true, false, false])
  })

  test('that is none, or cut short, is none', async () => {
    const der = await listRevoked(await issue({ name: 'AC', authority: 0 }))
    expect(readRevocationList(der)).toBeDefined()
    for (let length = 0; length < der.length; length += 7)
      expect(readRevocationList(der.subarray(0, length))).toBeUndefined()
    expect(readRevocationList(Buffer.from('<html>not found</html>'))).toBeUndefined()
  })
})

test('a kind that the operator has not tried with a genuine file is as good as unsigned', () => {
  const proof = { cnpj: '', policies: [], signedAt: '', chain: [], kinds: ['CNH', 'CIN'] as const }
  const signed = { outcome: 'signed', proof } as const
  expect(withEnabledKinds(signed, [])).toEqual({ outcome: 'unproven', reason: 'kind-not-enabled' })
  expect(withEnabledKinds(signed, ['CIN'])).toMatchObject({ proof: { kinds: ['CIN'] } })
  const altered = { outcome: 'altered', reason: 'digest', proof } as const
  expect(withEnabledKinds(altered, [])).toBe(altered)
})
