// A document that comes as a file: what its issuer signed proves more than a picture, and nothing else does.
import { beforeEach, describe, expect } from 'vitest'
import type { DocumentReading } from '#src/biometrics/engines/port.ts'
import { biometricsFacts } from '#src/biometrics/examinations/facts.ts'
import { redocModule } from '#src/biometrics/redoc/module.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  makeFace,
  makePortrait,
  makeReading,
  whileWorking,
} from '#test/support/biometrics/engines.ts'
import { citizen, fileTrust, makeSigned } from '#test/support/biometrics/file-issuer.ts'
import { test as biometrics } from '#test/support/biometrics/fixture.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { revise } from '#test/support/biometrics/signed-pdf.ts'
import { formOf } from '#test/support/forms.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import type { Claims } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'

const size = { width: 320, height: 240 }
const pictures = await Promise.all(
  [3, 4].map(async (seed) => ({ bytes: await drawImage(seed, size), ...size })),
)
const genuine = await makeSigned({ pictures })
const person = { document: '52998224725', name: 'Ana Exemplo', birthdate: '1990-05-17' }
const cnh = makeReading({ documentType: 'CNH', expiresOn: '2035-01-01' })

const test = biometrics.extend<{ readonly files: TestApp }>({
  files: [
    async ({ db, app: { sealer }, scripted: { engines }, store }, use) =>
      use(await createTestApp(db, sealer, { store, engines, signedFiles: fileTrust })),
    { scope: 'file' },
  ],
})

beforeEach<{ readonly scripted: { readonly script: { reading: unknown; portrait: unknown } } }>(
  ({ scripted: { script } }) => {
    script.reading = cnh
    script.portrait = makePortrait()
  },
)

async function send(app: TestApp, file: Buffer, claims = {}) {
  const id = await createTransaction(app, person, claims)
  return { id, ...(await sendTo(app, id, file, claims)) }
}

async function sendTo(
  app: TestApp,
  id: string,
  file: Buffer,
  { name = 'cnh.pdf', ...claims }: Claims & { readonly name?: string } = {},
) {
  const { body, headers } = await formOf('selfie', file, name)
  const path = `/v1/transaction/${id}/redoc`
  const answer = await whileWorking(app.deps, id, app.call('POST', path, { body, headers, claims }))
  return { status: answer.status, answer: await answer.json() }
}

/** What stands in the answer of a name. */
const told = (answer: { additionalInformation: string[] }, name: string) =>
  answer.additionalInformation
    .filter((one) => one.startsWith(`${name}:`))
    .map((one) => one.slice(name.length + 1))

describe('a file that its issuer signed', () => {
  test('201: is approved as signed, with who signed it, when, and by which authority', async ({
    files,
  }) => {
    const { id, status, answer } = await send(files, genuine)
    expect([status, answer]).toMatchObject([
      201,
      { result: 'Aprovado', alerts: [], assurance: 'signed', documentType: 'CNH' },
    ])
    expect(
      ['file', 'signer', 'signer-policy', 'file-reason'].map((name) => told(answer, name)),
    ).toEqual([['signed'], ['11222333000181'], ['2.16.76.1.2.202.9'], []])
    expect(told(answer, 'certificate')).toHaveLength(3)
    expect(Date.parse(told(answer, 'signed-at')[0] ?? '')).toBeGreaterThan(Date.now() - 600_000)
    const listed = await (await files.call('GET', `/v1/${id}/redoc`)).json()
    expect(listed).toEqual([answer])
  })

  test('is a fact for packs, and their section shows it as digital', async ({ files }) => {
    const { id } = await send(files, genuine)
    const { db, sealer } = files.deps
    const found = await findById(db, id)
    if (!found) throw new Error('no transaction')
    const transaction = { ...found, now: new Date(), wallNow: new Date() }
    const { documents } = await biometricsFacts.read({ db, sealer, transaction })
    expect(documents).toMatchObject({ verdict: 'Aprovado', assurance: 'signed' })
    const context = {
      sealer,
      transaction,
      runId: id,
      step: 'aiDocs',
      moduleStatus: 'completed',
    } as const
    const { results } = await redocModule.read(db, context)
    expect(results).toMatchObject([{ isDigital: true, type: 2, status: 'Aprovado' }])
  })

  test('keeps its pictures and no file', async ({ files, store }) => {
    const before = store.objects.size
    const { id } = await send(files, genuine)
    expect(store.objects.size - before).toBe(2)
    const link = await files.call('GET', `/v1/transaction/${id}/biometrics/document`)
    expect(link.status).toBe(200)
  })

  test('says nothing of who holds it: another person’s is refused, another face is', async ({
    files,
    scripted: { script },
  }) => {
    const { fields } = cnh
    script.reading = {
      ...cnh,
      fields: { ...fields, numeroCPF: '111.444.777-35', nome: 'JOSE OUTRO DA COSTA' },
    }
    expect((await send(files, genuine)).answer).toMatchObject({
      result: 'Reprovado',
      assurance: 'signed',
    })
    script.reading = cnh
    const id = await createTransaction(files, person)
    script.faces = [[makeFace(0)]]
    const images = [(await drawImage(6)).toString('base64')]
    const path = `/v1/transaction/${id}/facial-biometrics/liveness`
    await whileWorking(files.deps, id, files.call('POST', path, { body: { images } }))
    script.portrait = makePortrait(1)
    expect((await sendTo(files, id, genuine)).answer).toMatchObject({
      result: 'Reprovado',
      alerts: ['PORTRAIT_MISMATCH'],
    })
  })

  test('is judged like any other: one that has expired identifies or not, by its kind', async ({
    files,
    scripted: { script },
  }) => {
    script.reading = { ...cnh, expiresOn: '2020-01-01' }
    expect((await send(files, genuine)).answer).toMatchObject({
      result: 'Aprovado',
      alerts: ['DOCUMENT_EXPIRED'],
    })
    const sides: DocumentReading[] = [
      { ...cnh, documentType: 'CIN', expiresOn: '2020-01-01' },
      { ...cnh, documentType: 'CIN', side: 'back' },
    ]
    let at = 0
    script.reading = () => sides[at++] ?? cnh
    expect((await send(files, genuine)).answer).toMatchObject({
      result: 'Inconclusivo',
      alerts: ['DOCUMENT_EXPIRED'],
      assurance: 'signed',
    })
  })

  test('is no paper: neither grain nor colours are asked of its pixels', async ({
    files,
    scripted: { script },
  }) => {
    script.reading = { ...cnh, isPlain: true, isGrey: true, isDark: true }
    expect((await send(files, genuine)).answer).toMatchObject({ result: 'Aprovado', alerts: [] })
  })

  test('of a kind that its signer does not issue, or that nobody could read, is unproven', async ({
    files,
    scripted: { script },
  }) => {
    for (const reading of [
      makeReading(),
      makeReading({ documentType: 'UNKNOWN', fieldsExpected: 0 }),
    ]) {
      script.reading = reading
      expect((await send(files, genuine)).answer).toMatchObject({
        result: 'Inconclusivo',
        alerts: ['FILE_UNPROVEN'],
        assurance: 'picture-only',
      })
    }
  })
})

const script = '/OpenAction <</S /J#61vaScript>>'

describe('what is not an issuer’s is never opened, and approves and refuses nobody', () => {
  test.for<[string, Promise<Buffer> | Buffer, string, string]>([
    [
      'a perfect document that a citizen signed',
      makeSigned({ pictures }, citizen),
      'FILE_UNPROVEN',
      'natural-person',
    ],
    [
      'one without a signature',
      Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
      'FILE_UNPROVEN',
      'no-signature',
    ],
    [
      'a page appended',
      revise(genuine, '20 0 obj\n<</Type /Page>>'),
      'FILE_ALTERED',
      'not-whole-file',
    ],
    [
      'a byte changed',
      Buffer.from(genuine.toString('latin1').replace('400 200', '401 200'), 'latin1'),
      'FILE_ALTERED',
      'digest',
    ],
    [
      'a script in other letters',
      makeSigned({ pictures, catalog: script }),
      'FILE_UNPROVEN',
      'active-content',
    ],
    [
      'encrypted',
      makeSigned({ pictures, catalog: '/Encrypt 9 0 R' }),
      'FILE_UNPROVEN',
      'encrypted',
    ],
    ['of 400 pages', makeSigned({ pictures, pages: 400 }), 'FILE_UNPROVEN', 'too-many-pages'],
    ['without a picture', makeSigned({}), 'FILE_UNPROVEN', 'no-pictures'],
    [
      'of more than 10 MB',
      Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10_000_000)]),
      'FILE_UNPROVEN',
      'too-large',
    ],
  ])('201: %s', async ([, file, alert, reason], { files, store, scripted }) => {
    let asked = 0
    scripted.script.reading = () => {
      asked += 1
      return cnh
    }
    const before = store.objects.size
    const { status, answer } = await send(files, await file)
    expect([status, answer]).toMatchObject([
      201,
      {
        result: 'Inconclusivo',
        alerts: [alert],
        assurance: 'picture-only',
        rank: 0,
        documentType: 'UNKNOWN',
        cpf: '',
      },
    ])
    expect(answer.reasons).toEqual([alert === 'FILE_ALTERED' ? 'file-altered' : 'file-unproven'])
    expect(told(answer, 'file-reason')).toEqual([reason])
    expect([asked, store.objects.size - before]).toEqual([0, 0])
  })

  test('201: nor where nobody is believed, or no list is fresh', async ({
    db,
    app,
    scripted: { engines },
    store,
  }) => {
    expect(told((await send(app, genuine)).answer, 'file-reason')).toEqual(['unknown-authority'])
    const options = { store, engines, signedFiles: { ...fileTrust, lists: [] } }
    const stale = await createTestApp(db, app.sealer, options)
    expect(told((await send(stale, genuine)).answer, 'file-reason')).toEqual(['revocation-unknown'])
  })

  test('201: nor in live, until the operator has tried a file of that kind', async ({
    db,
    app,
    files,
    scripted: { engines },
    store,
  }) => {
    const claims = { mode: 'live' } as const
    expect(told((await send(files, genuine, claims)).answer, 'file-reason')).toEqual([
      'kind-not-enabled',
    ])
    const messaging = silentMessaging({
      settings: { acme: { biometrics: { signedKinds: ['CNH'] } } },
    })
    const tried = await createTestApp(db, app.sealer, {
      store,
      engines,
      messaging,
      signedFiles: fileTrust,
    })
    expect((await send(tried, genuine, claims)).answer).toMatchObject({
      result: 'Aprovado',
      assurance: 'signed',
    })
  })

  test('413: 30 MB', async ({ files }) => {
    const id = await createTransaction(files, person)
    const { body, headers } = await formOf('selfie', Buffer.alloc(30_000_000, '%PDF-'), 'cnh.pdf')
    expect((await files.call('POST', `/v1/${id}/redoc`, { body, headers })).status).toBe(413)
  })

  test('201: a name of the sandbox says nothing of a file', async ({ files }) => {
    const id = await createTransaction(files, person)
    const changed = revise(genuine, '20 0 obj\n<</Type /Page>>')
    const { answer } = await sendTo(files, id, changed, { name: 'magic-approved.pdf' })
    expect(answer).toMatchObject({ result: 'Inconclusivo', alerts: ['FILE_ALTERED'] })
  })

  test('201: a picture with a signed file behind it is a picture', async ({ files, scripted }) => {
    scripted.script.reading = makeReading()
    const polyglot = Buffer.concat([await drawImage(8), genuine])
    expect((await send(files, polyglot)).answer).toMatchObject({ assurance: 'picture-only' })
  })
})
