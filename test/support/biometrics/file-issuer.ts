// An issuer of signed files for tests, with its authority, as a deployment would configure a genuine one.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignatureTrust } from '#src/biometrics/signed-files/check.ts'
import { listen } from '#test/support/servers/listen.ts'
import { issue, listRevoked, readList } from './authority.ts'
import { makePdf, type PdfOptions, signPdf } from './signed-pdf.ts'

const cnpj = '11222333000181'
const policy = '2.16.76.1.2.202.9'

const root = await issue({ name: 'RAIZ', authority: 1 })
const authority = await issue({ name: 'AC', authority: 0 }, root)
const fileIssuer = await issue(
  { name: 'EMISSOR', serialNumber: cnpj, policies: [policy] },
  authority,
)
/** Another person with a certificate of the same authority. */
export const citizen = await issue(
  { name: 'EMISSOR', policies: [policy], others: { '2.16.76.1.3.1': '0101199011144477735' } },
  authority,
)

const revoked = [await listRevoked(root), await listRevoked(authority)]
const issuers = (['CNH', 'CIN'] as const).map((kind) => ({ kind, cnpj, policies: [policy] }))

export const fileTrust: SignatureTrust = {
  roots: [root.read],
  intermediates: [authority.read],
  lists: revoked.map(readList),
  issuers,
  ageMaxDays: 30,
}

/** The same as the settings of a service that runs, with a server of its lists: `SIGNED_FILES`. */
export async function publishTrust(): Promise<{ readonly settings: string } & Disposable> {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-issuer-'))
  const folders = { roots: join(folder, 'roots'), intermediates: join(folder, 'intermediates') }
  for (const [at, one] of [root, authority].entries()) {
    const own = at === 0 ? folders.roots : folders.intermediates
    mkdirSync(own)
    writeFileSync(join(own, 'one.crt'), one.read.x509.toString())
  }
  const server = createServer(({ url = '' }, answer) => answer.end(revoked[Number(url.slice(1))]))
  const host = `127.0.0.1:${await listen(server)}`
  const lists = revoked.map((_, at) => `http://${host}/${at}`)
  return {
    settings: JSON.stringify({ ...folders, issuers, lists, privateHosts: [host] }),
    [Symbol.dispose]: () => void server.close(),
  }
}

export const makeSigned = (pdf: PdfOptions, by = fileIssuer): Promise<Buffer> =>
  signPdf(makePdf(pdf), by)
