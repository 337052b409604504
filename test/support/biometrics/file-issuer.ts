// An issuer of signed files for tests, with its authority, as a deployment would configure a genuine one.
import type { SignatureTrust } from '#src/biometrics/signed-files/check.ts'
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

export const fileTrust: SignatureTrust = {
  roots: [root.read],
  intermediates: [authority.read],
  lists: [readList(await listRevoked(root)), readList(await listRevoked(authority))],
  issuers: (['CNH', 'CIN'] as const).map((kind) => ({ kind, cnpj, policies: [policy] })),
  ageMaxDays: 30,
}

export const makeSigned = (pdf: PdfOptions, by = fileIssuer): Promise<Buffer> =>
  signPdf(makePdf(pdf), by)
