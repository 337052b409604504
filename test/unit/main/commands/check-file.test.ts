// The operator's command over a genuine file: it says whose signature it is before anybody is believed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkFile } from '#src/main/commands/check-file.ts'
import { listen } from '#test/support/servers/listen.ts'
import { issue, listRevoked } from '#test/support/biometrics/authority.ts'
import { makePdf, signPdf } from '#test/support/biometrics/signed-pdf.ts'

const root = await issue({ name: 'RAIZ', authority: 1 })
const ac = await issue({ name: 'AC', authority: 0 }, root)
const seal = '2.16.76.1.2.202.9'
const signer = await issue(
  { name: 'EMISSOR', serialNumber: '11222333000181', policies: [seal] },
  ac,
)
const lists: Record<string, Buffer> = {
  '/root.crl': await listRevoked(root),
  '/ac.crl': await listRevoked(ac),
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function serveLists(): Promise<string> {
  const server = createServer(({ url = '' }, answer) => answer.end(lists[url]))
  const port = await listen(server)
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}`
}

test('says who signed, and where authorities revoke, before anybody is believed; and then that the file is signed', async () => {
  const folder = makeFolder()
  const url = await serveLists()
  writeFileSync(join(folder, 'cnh.pdf'), await signPdf(makePdf(), signer, { chain: [ac] }))
  writeFileSync(join(folder, 'root.crt'), root.read.x509.toString())
  const settings = (issuers: readonly object[]) => {
    const lists = [`${url}/root.crl`, `${url}/ac.crl`]
    const all = { roots: '.', issuers, lists, privateHosts: [new URL(url).host] }
    const file = join(folder, 'signed-files.yaml')
    writeFileSync(file, JSON.stringify(all))
    return { SIGNED_FILES_FILE: file }
  }
  const before = await checkFile(join(folder, 'cnh.pdf'), settings([]))
  expect(before).toMatchObject({
    verdict: { outcome: 'unproven', reason: 'not-an-issuer' },
    signature: {
      signer: '11222333000181',
      isChainPinned: true,
      chain: [{ policies: [seal] }, {}, {}],
    },
  })
  const row = { kind: 'CNH', cnpj: '11222333000181', policies: [seal] }
  const after = await checkFile(join(folder, 'cnh.pdf'), settings([row]))
  expect(after.verdict).toMatchObject({ outcome: 'signed', proof: { kinds: ['CNH'] } })
})

test('under the roots that come with the service a test authority is nobody, and a list that cannot be had is none', async () => {
  const folder = makeFolder()
  const file = join(folder, 'cnh.pdf')
  writeFileSync(file, await signPdf(makePdf(), signer, { chain: [ac] }))
  expect((await checkFile(file, {})).verdict).toEqual({
    outcome: 'unproven',
    reason: 'unknown-authority',
  })
  const SIGNED_FILES = JSON.stringify({ lists: ['http://127.0.0.1:9/none.crl'] })
  expect((await checkFile(file, { SIGNED_FILES })).signature?.signer).toBe('11222333000181')
})

test.each([
  [
    'a policy that is no identifier',
    { issuers: [{ kind: 'CNH', cnpj: '11222333000181', policies: ['A1'] }] },
  ],
  [
    'an issuer without a policy',
    { issuers: [{ kind: 'CNH', cnpj: '11222333000181', policies: [] }] },
  ],
  [
    'a kind that is issued as no file',
    { issuers: [{ kind: 'RG', cnpj: '11222333000181', policies: ['1.2'] }] },
  ],
  [
    'a CNPJ with punctuation',
    { issuers: [{ kind: 'CNH', cnpj: '11.222.333/0001-81', policies: ['1.2'] }] },
  ],
  ['an address that is none', { lists: ['ftp://example.test/a.crl'] }],
  ['a word that is none', { issuer: [] }],
])('settings are refused with their position: %s', async (_, given) => {
  const asked = checkFile('none.pdf', { SIGNED_FILES: JSON.stringify(given) })
  await expect(asked).rejects.toThrow(/^SIGNED_FILES:/)
})
