// What forgers do to signed files, and what an issuer's own files look like: each with what is said of it. The families of
// attacks are those of Mladenov et al. 2019 (USF, ISA, SWA), Mainka et al. 2021 (shadows) and Rohlmann et al. 2021 (EAA, SSA).
import { describe, expect, test } from 'vitest'
import { checkSignature, type SignatureTrust } from '#src/biometrics/signed-files/check.ts'
import {
  daysAgo,
  type Identity,
  issue,
  listRevoked,
  readList,
  type SignOptions,
} from '#test/support/biometrics/authority.ts'
import {
  fillGap,
  gapOf,
  makePdf,
  type PdfOptions,
  pdfTime,
  revise,
  signPdf,
  swap,
} from '#test/support/biometrics/signed-pdf.ts'

const cnpj = '11222333000181'
const seal = '2.16.76.1.2.202.9'
const company = { policies: ['2.16.76.1.2.1.9'], others: { '2.16.76.1.3.3': cnpj } }
const issuer = { serialNumber: cnpj, policies: [seal] }

const root = await issue({ name: 'RAIZ', authority: 3 })
const ac = await issue({ name: 'AC', authority: 0 }, root)
const signers = {
  seal: await issue({ name: 'EMISSOR', ...issuer }, ac),
  rsa: await issue({ name: 'EMISSOR', ...issuer, key: 'RSA' }, ac),
  company: await issue({ name: 'EMISSOR', ...company }, ac),
  person: await issue(
    {
      name: 'EMISSOR',
      policies: [seal],
      serialNumber: cnpj,
      others: { '2.16.76.1.3.1': '0101199011144477735' },
    },
    ac,
  ),
  other: await issue({ name: 'EMISSOR', policies: [seal], serialNumber: '99888777000166' }, ac),
  otherPolicy: await issue({ name: 'EMISSOR', ...issuer, policies: ['2.16.76.1.2.202.8'] }, ac),
  nobody: await issue({ name: 'EMISSOR', policies: ['2.16.76.1.2.3.9'], serialNumber: cnpj }, ac),
  revoked: await issue({ name: 'EMISSOR', ...issuer }, ac),
  expired: await issue({ name: 'EMISSOR', ...issuer, from: daysAgo(900), until: daysAgo(5) }, ac),
  early: await issue({ name: 'EMISSOR', ...issuer, from: daysAgo(-5) }, ac),
  encrypting: await issue({ name: 'EMISSOR', ...issuer, keyUsage: 0x20 }, ac),
  strange: await issue({ name: 'EMISSOR', ...issuer, critical: '1.2.3.4.5' }, ac),
} as const
const below = await issue({ name: 'EMISSOR', ...issuer }, signers.seal)
const deepAc = await issue({ name: 'AC', authority: 0 }, ac)
const deep = await issue({ name: 'EMISSOR', ...issuer }, deepAc)
const fakeRoot = await issue({ name: 'RAIZ', authority: 3 })
const fakeAc = await issue({ name: 'AC', authority: 0 }, fakeRoot)
const fake = await issue({ name: 'EMISSOR', ...issuer }, fakeAc)

const trust: SignatureTrust = {
  roots: [root.read],
  intermediates: [ac.read],
  lists: [
    readList(await listRevoked(root)),
    readList(await listRevoked(ac, { revoked: [signers.revoked] })),
  ],
  issuers: [
    { kind: 'CNH', cnpj, policies: [seal, '2.16.76.1.2.1.9'] },
    { kind: 'CIN', cnpj: '00000000000191', policies: [seal] },
  ],
  ageMaxDays: 30,
}

const make = (by: Identity, pdf: PdfOptions = {}, how: SignOptions = {}): Promise<Buffer> =>
  signPdf(makePdf(pdf), by, how)
const good = await make(signers.seal)
const { from, until } = gapOf(good)
const hex = good.toString('latin1', from, until)
const another = await make(signers.seal, { dictionary: ' /Reason (x)' })

function says(pdf: Buffer, changed: Partial<SignatureTrust> = {}, now = new Date()): string {
  const verdict = checkSignature(pdf, { ...trust, ...changed }, now)
  return verdict.outcome === 'signed' ? 'signed' : `${verdict.outcome} ${verdict.reason}`
}

describe('an issuer’s own files', () => {
  test.each<[string, Promise<Buffer>]>([
    ['by an electronic seal', make(signers.seal)],
    ['with RSA', make(signers.rsa)],
    ['by a company’s certificate of the profile before', make(signers.company)],
    ['with the contents before the range', make(signers.seal, { contentsFirst: true })],
    ['with a time in the dictionary alone', make(signers.seal, {}, { signedAt: null })],
    ['with empty lines at its end, which it signed', make(signers.seal, { ending: '\n\n' })],
    ['with SHA-512', make(signers.seal, {}, { hash: 'SHA-512' })],
    ['bound to its certificate', make(signers.seal, {}, { names: signers.seal })],
    [
      'that says that it may be annotated',
      make(signers.seal, {
        dictionary: ' /Reference [<</TransformMethod /DocMDP /TransformParams <</P 3>>>>]',
      }),
    ],
  ])('%s are signed', async (_, pdf) => {
    expect(says(await pdf)).toBe('signed')
  })

  test('say who signed, when, and by which certificates', async () => {
    const verdict = checkSignature(good, trust, new Date())
    expect(verdict).toMatchObject({
      outcome: 'signed',
      proof: { cnpj, policies: [seal], kinds: ['CNH'], chain: { length: 3 } },
    })
  })

  test('bring their authority along where nobody else does', async () => {
    const pdf = await make(signers.seal, {}, { chain: [ac] })
    expect([says(good, { intermediates: [] }), says(pdf, { intermediates: [] })]).toEqual([
      'unproven unknown-authority',
      'signed',
    ])
  })
})

const rangeThere = /\/ByteRange \[[^\]]*\]/
const form = '4 0 obj\n<</Length 39>>\nstream\nBT /Helv 20 Tf 20 50 Td (FALSO) Tj ET   \nendstream'
const note =
  '30 0 obj\n<</Type /Page /Parent 2 0 R /Annots [<</Subtype /FreeText /Contents (FALSO)>>]>>'
const secondSignature = `11 0 obj\n${/<<\/Type \/Sig[^]*?>>\n/.exec(another.toString('latin1'))?.[0]}`
const ranged = (to: string) =>
  swap(good, rangeThere, to.padEnd(rangeThere.exec(good.toString('latin1'))?.[0].length ?? 0))
const rest = good.length - until

describe('what was changed after an issuer signed it is altered', () => {
  test.each<[string, Buffer, string]>([
    ['a byte', swap(good, '400 200', '401 200'), 'digest'],
    [
      'the signature of another file',
      fillGap(good, another.toString('latin1', ...gapAt(another))),
      'digest',
    ],
    ['ISA: other content appended', revise(good, form), 'not-whole-file'],
    ['EAA: a note appended', revise(good, note), 'not-whole-file'],
    ['shadow: a page replaced', revise(good, note.replace('30 0', '2 0')), 'not-whole-file'],
    ['SSA: a second signature appended', revise(good, secondSignature), 'several-signatures'],
    [
      'SWA: a second range in the gap',
      fillGap(good, `${hex.slice(1, -900)}>/ByteRange [0 1 2 3]<`),
      'several-signatures',
    ],
    ['SWA: the range moved', ranged(`/ByteRange [0 ${from} ${until + 9} ${rest - 9}]`), 'gap'],
    ['USF: no range', ranged(''), 'no-signature'],
    ['USF: a range of nothing', ranged('/ByteRange [0 0 0 0]'), 'not-whole-file'],
    ['bytes before', Buffer.concat([Buffer.from('x'), good]), 'not-one-file'],
    ['bytes behind', Buffer.concat([good, Buffer.from('%x\n%%EOF\n')]), 'not-whole-file'],
    [
      'an archive behind: a polyglot',
      Buffer.concat([good, Buffer.from('PK\u0005\u0006')]),
      'not-one-file',
    ],
  ])('%s', (_, pdf, reason) => {
    expect(says(pdf)).toBe(`altered ${reason}`)
  })
})

function gapAt(pdf: Buffer): [number, number] {
  const gap = gapOf(pdf)
  return [gap.from + 1, gap.until - 1]
}

describe('what nobody has signed who issues such documents is unproven', () => {
  test.each<[string, Promise<Buffer> | Buffer, string]>([
    ['a perfect document with a citizen’s certificate', make(signers.person), 'natural-person'],
    ['another company’s', make(signers.other), 'not-an-issuer'],
    ['the issuer’s for another purpose', make(signers.otherPolicy), 'not-an-issuer'],
    [
      'the name and number of the issuer without its policy',
      make(signers.nobody),
      'unknown-holder',
    ],
    [
      'another authority with the true names',
      make(fake, {}, { chain: [fakeAc, fakeRoot] }),
      'unknown-authority',
    ],
    [
      'a certificate issued by the issuer’s own',
      make(below, {}, { chain: [signers.seal] }),
      'unknown-authority',
    ],
    ['an authority below one that may have none', make(deep, {}, { chain: [deepAc] }), 'path'],
    ['a certificate that may not sign', make(signers.encrypting), 'key-usage'],
    [
      'a limit of the certificate that is not understood',
      make(signers.strange),
      'critical-extension',
    ],
    ['revoked', make(signers.revoked), 'revoked'],
    ['expired when it was signed', make(signers.expired), 'not-valid-then'],
    ['not yet valid when it was signed', make(signers.early), 'not-valid-then'],
    ['signed tomorrow', make(signers.seal, {}, { signedAt: daysAgo(-1) }), 'signed-later'],
    [
      'signed before an older document was replaced',
      make(signers.seal, {}, { signedAt: daysAgo(31) }),
      'signed-long-ago',
    ],
    ['no time at all', make(signers.seal, { time: null }, { signedAt: null }), 'no-signing-time'],
    ['SHA-1', make(signers.seal, {}, { hash: 'SHA-1' }), 'digest-algorithm'],
    ['two signers', make(signers.seal, {}, { beside: signers.person }), 'several-signers'],
    [
      'the content within the signature',
      make(signers.seal, {}, { attached: true }),
      'not-detached',
    ],
    ['no signed attributes', make(signers.seal, {}, { attributes: 'none' }), 'not-detached'],
    ['a digest twice', make(signers.seal, {}, { attributes: 'digest-twice' }), 'attributes'],
    ['bound to another certificate', make(signers.seal, {}, { names: signers.rsa }), 'no-signer'],
    [
      'another kind of signature',
      make(signers.seal, { subFilter: 'adbe.x509.rsa_sha1' }),
      'sub-filter',
    ],
    ['USF: no contents', fillGap(good, ''), 'not-cms'],
    ['USF: null for contents', swap(makePdf(), /<0{9}0+>/, 'null'.padEnd(until - from)), 'gap'],
    ['something in the padding', swap(good, /00>/, '01>'), 'padding'],
    ['no signature', swap(makePdf(), /\/ByteRange \[[^\]]*\]/, ''), 'no-signature'],
    [
      'a script',
      make(signers.seal, { catalog: ' /OpenAction <</S /JavaScript /JS (x)>>' }),
      'active-content',
    ],
    [
      'a file in the file',
      make(signers.seal, { catalog: ' /Names <</EmbeddedFiles 9 0 R>>' }),
      'active-content',
    ],
    ['encrypted', make(signers.seal, { catalog: ' /Encrypt 9 0 R' }), 'encrypted'],
    ['30 MB', Buffer.concat([good, Buffer.alloc(30_000_000)]), 'too-large'],
    ['a picture', Buffer.from('ffd8ffe000104a46', 'hex'), 'not-one-file'],
  ])('%s', async (_, pdf, reason) => {
    const what = reason === 'too-large' ? 'altered' : 'unproven'
    expect(says(await pdf)).toBe(`${what} ${reason}`)
  })
})

describe('what nobody can look up is unproven, and refuses nobody', () => {
  test('without a list, with an old one, with one of the authority alone', async () => {
    const now = Date.now()
    expect(says(good, { lists: [] })).toBe('unproven revocation-unknown')
    expect(says(good, {}, new Date(now + 7 * 86_400_000))).toBe('unproven revocation-unknown')
    expect(says(good, { lists: trust.lists.slice(0, 1) })).toBe('unproven revocation-unknown')
    expect(says(good, { lists: trust.lists.slice(1) })).toBe('unproven revocation-unknown')
  })

  test('with a list that somebody else signed in the authority’s name', async () => {
    const forged = readList(await listRevoked(fakeAc))
    expect(says(good, { lists: [...trust.lists.slice(0, 1), forged] })).toBe(
      'unproven revocation-unknown',
    )
  })

  test('an altered file is none that was signed by who is revoked, unknown or a citizen', async () => {
    for (const by of [signers.revoked, signers.person, signers.other])
      expect(says(revise(await make(by), form))).toBe('unproven not-whole-file')
  })

  test('a time is read in whatever zone the dictionary has it', async () => {
    const time = `${pdfTime(new Date(Date.now() - 3 * 3_600_000)).slice(0, -1)}-03'00'`
    const pdf = await make(signers.seal, { time }, { signedAt: null })
    const verdict = checkSignature(pdf, trust, new Date())
    const at = verdict.outcome === 'signed' ? new Date(verdict.proof.signedAt).getTime() : 0
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000)
  })
})
