// The certificate that the local start makes for itself, as node reads it.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeCertificate } from '#src/main/local/certificate.ts'

const now = new Date('2026-11-22T10:00:00Z')

test('it is for its hosts, signed by its own key, and ends after some days', async () => {
  const { key, cert } = await makeCertificate(['localhost', '127.0.0.1', '192.168.1.20'], now)
  const read = new X509Certificate(cert)
  expect(read.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.20')
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkHost('localhost')).toBe('localhost')
  expect(read.checkIP('192.168.1.20')).toBe('192.168.1.20')
  expect(Date.parse(read.validFrom)).toBe(now.getTime())
  expect(Date.parse(read.validTo)).toBe(now.getTime() + 30 * 86_400_000)
})

test('each has a key and a number of its own', async () => {
  const certificates = await Promise.all([1, 2].map(() => makeCertificate(['localhost'], now)))
  const made = certificates.map(({ cert }) => new X509Certificate(cert))
  expect(made[0]?.serialNumber).not.toBe(made[1]?.serialNumber)
})
