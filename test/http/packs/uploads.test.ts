// Files of a form: bringStepResult as multipart/form-data, readUpload, and what a reviewer sees of the answers.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makePdf } from '#test/support/biometrics/signed-pdf.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'

const scope = 'packs:write packs:live reports:read transactions:write transactions:read reviews:write images:read data:erase' // prettier-ignore
const claims = { scope, sub: 'team-risk' }
const papers = {
  kind: 'ask',
  id: 'papers',
  title: { pt: 'Documentos da empresa' },
  fields: [
    { name: 'contract', type: 'upload', label: 'Contrato social', required: true, max: 2 },
    { name: 'other', type: 'upload', label: 'Outro' },
    { name: 'income', type: 'money', label: 'Receita', required: true },
    { name: 'owner', type: 'text', label: 'Dono' },
  ],
}
const table = {
  kind: 'decide',
  id: 'verdict',
  rows: [
    { unless: 'size(steps.papers.result.contract) > 0', outcome: 'rejected', reason: 'none' },
    { if: 'steps.papers.result.contract.exists(c, c.type == "application/pdf")', outcome: 'review', reason: 'pdf' },
    { outcome: 'approved', reason: 'pictures' },
  ],
} // prettier-ignore
const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: 'navy' } })
    .jpeg()
    .withMetadata({ exif: { IFD0: { Artist: 'Ana Exemplo' } } })
    .toBuffer()

type Suite = {
  readonly app: TestApp
  begin(): Promise<{ readonly path: string; readonly id: string }>
}
const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db)
  const name = `uploads-${randomUUID()}`
  const body = { root: { kind: 'sequence', steps: [papers, table] } }
  const made = await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
  expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, ''])
  return {
    app,
    async begin() {
      const id = await createTransaction(app, { name: 'Ana Exemplo' })
      const path = `/v1/packs/${name}/${id}`
      await app.call('POST', path, { body: {} })
      return { path, id }
    },
  }
})

type Files = readonly (readonly [field: string, bytes: Uint8Array, name?: string])[]

/** Brings the answers with files, as a client’s form does. */
async function bring({ app }: Suite, path: string, files: Files, result: object = { income: 10 }) {
  const form = new FormData()
  form.set('result', JSON.stringify(result))
  for (const [field, bytes, name = 'a.pdf'] of files)
    form.append(field, new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return app.call('POST', `${path}/steps/papers`, { body, headers })
}

const read = async ({ app }: Suite, path: string) => (await app.call('GET', path)).json()

test('a PDF is kept as it was sent, of a picture its pixels alone; a reviewer downloads them, and nobody else', async ({
  suite,
}) => {
  const { app } = suite
  const { path, id } = await suite.begin()
  const pdf = makePdf({ pages: 3 })
  const jpeg = await picture()
  expect(jpeg.includes('Ana Exemplo')).toBe(true)
  const files: Files = [
    ['contract', pdf],
    ['contract', jpeg, 'x.jpg'],
    ['income', jpeg],
    ['unknown', jpeg],
  ]
  const answered = await bring(suite, path, files, { income: 10, owner: 'Ana Exemplo' })
  expect([answered.status, answered.status === 200 ? '' : await answered.text()]).toEqual([200, ''])
  const shown = await read(suite, path)
  expect(shown).toMatchObject({ outcome: 'review', stopReason: 'pdf' })
  const [first, second] = shown.steps.papers.result.contract
  expect([first, second]).toEqual([
    { id: expect.any(String), type: 'application/pdf', bytes: pdf.length },
    { id: expect.any(String), type: 'image/jpeg', bytes: jpeg.length },
  ])
  // The same again is known by its content, and another is another.
  expect((await bring(suite, path, files, { income: 10, owner: 'Ana Exemplo' })).status).toBe(200)
  expect((await bring(suite, path, [['contract', pdf]])).status).toBe(409)

  const { reviews } = await (await app.call('GET', `/v1/reviews?transactionId=${id}`, { claims })).json() // prettier-ignore
  const detail = await (await app.call('GET', `/v1/reviews/${reviews[0].id}`, { claims })).json()
  expect(detail.answers).toEqual([
    {
      step: 'papers',
      title: { pt: 'Documentos da empresa', en: 'Documentos da empresa', es: expect.any(String) },
      by: 'client',
      at: expect.any(String),
      fields: [
        expect.objectContaining({
          name: 'contract',
          uploads: [
            { ...first, href: `/v1/transaction/${id}/uploads/${first.id}` },
            { ...second, href: expect.any(String) },
          ],
        }),
        expect.objectContaining({ name: 'income', value: 10 }),
        expect.objectContaining({ name: 'owner', value: 'Ana Exemplo' }),
      ],
    },
  ])
  const [{ uploads }] = detail.answers[0].fields
  const down = await app.call('GET', uploads[0].href, { claims })
  expect([down.status, down.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect(down.headers.get('content-disposition')).toBe(`attachment; filename="${first.id}.pdf"`)
  expect(down.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(Buffer.from(await down.arrayBuffer()).equals(pdf)).toBe(true)
  const clean = Buffer.from(await (await app.call('GET', uploads[1].href, { claims })).arrayBuffer()) // prettier-ignore
  expect(clean.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  expect(clean.includes('Ana Exemplo')).toBe(false)

  const few = { scope: 'transactions:read reviews:write', sub: 'x' }
  expect((await app.call('GET', uploads[0].href, { claims: few })).status).toBe(403)
  const poor = await (await app.call('GET', `/v1/reviews/${reviews[0].id}`, { claims: few })).json()
  expect(poor.answers[0].fields[0].uploads[0].href).toBeUndefined()
  const foreign = { ...claims, tenant: 'other' }
  expect((await app.call('GET', uploads[0].href, { claims: foreign })).status).toBe(404)
  const nowhere = `/v1/transaction/${id}/uploads/${unknownId}`
  expect((await app.call('GET', nowhere, { claims })).status).toBe(404)
  const other = await createTransaction(app)
  const mixed = `/v1/transaction/${other}/uploads/${first.id}`
  expect((await app.call('GET', mixed, { claims })).status).toBe(404)
  await app.call('DELETE', `/v1/transaction/${id}`, { claims })
  expect((await app.call('GET', uploads[0].href, { claims })).status).toBe(404)
})

const zipEnd = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(16), Buffer.from([6, 0]), Buffer.from('\n%%EOF')]) // prettier-ignore
const encrypted = () =>
  Buffer.from(
    makePdf()
      .toString('latin1')
      .replace(/trailer\s*<</, 'trailer\n<</Encrypt 9 0 R '),
    'latin1',
  )
const attacks: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  ['no file of ours', () => Buffer.from('MZ not a picture'), /no picture and no PDF that can be read/],
  ['HTML with the name of a PDF', () => Buffer.from('<html><script>alert(1)</script></html>'), /no picture/],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /no picture/],
  ['a PDF behind something', () => Buffer.concat([Buffer.from('<!--'), makePdf()]), /no picture/],
  ['a PDF with something behind it', () => Buffer.concat([makePdf(), Buffer.from('<script>')]), /no picture and no PDF/],
  ['a PDF that is an archive too', () => Buffer.concat([makePdf(), zipEnd]), /no picture and no PDF/],
  ['an encrypted PDF', encrypted, /password/],
  ['a PDF that runs something', () => makePdf({ catalog: '/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>' }), /runs/],
  ['a PDF whose script is written otherwise', () => makePdf({ catalog: '/OpenAction <</S /J#61vaScript /J#53 (x)>>' }), /runs/],
  ['a PDF that opens a program', () => makePdf({ catalog: '/OpenAction <</S /Launch /Win <</F (cmd.exe)>>>>' }), /runs/],
  ['a PDF that holds another file', () => makePdf({ catalog: '/Names <</EmbeddedFiles <<>>>>' }), /runs/],
  ['a PDF of 400 pages', () => makePdf({ pages: 400 }), /more than 100 pages/],
  ['a PDF that ends in the middle', () => makePdf().subarray(0, 900), /no picture and no PDF/],
  ['a PDF of nothing', () => Buffer.from('%PDF-1.7\n%%EOF'), /can be read/],
  ['a PDF of 11 MB', () => makePdf({ catalog: `/X (${'x'.repeat(11_000_000)})` }), /larger than 10 MB/],
  ['a picture that is cut', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]), /can be read/],
  ['nothing', () => Buffer.alloc(0), /is missing/],
] // prettier-ignore

test('422 for whatever could do harm, with its place; nothing is named, and the form goes on waiting', async ({
  suite,
}) => {
  const { path } = await suite.begin()
  for (const [name, make, said] of attacks) {
    const problem = await readProblem(await bring(suite, path, [['contract', make()]]))
    expect([name, problem.status, problem.errors?.[0]?.pointer]).toEqual([
      name,
      422,
      '#/result/contract',
    ])
    expect([name, problem.errors?.[0]?.detail]).toEqual([name, expect.stringMatching(said)])
  }
  const pdf = makePdf()
  const three: Files = [['contract', pdf], ['contract', pdf], ['contract', pdf]] // prettier-ignore
  expect((await bring(suite, path, three)).status).toBe(422)
  // What is wrong elsewhere is said before a file is looked at.
  const wrong = await readProblem(await bring(suite, path, [['contract', pdf]], { income: 'x' }))
  expect(wrong.errors?.map(({ pointer }) => pointer)).toEqual(['#/result/income'])
  // An id is no file, and neither is one of somebody else’s.
  const id = unknownId
  const named = { contract: [{ id, type: 'image/jpeg', bytes: 1 }], income: 1 }
  const sent = { body: { result: named } }
  expect((await suite.app.call('POST', `${path}/steps/papers`, sent)).status).toBe(422)
  expect((await bring(suite, path, [['other', pdf]], named)).status).toBe(422)
  const large = Buffer.alloc(30_000_000)
  expect((await bring(suite, path, [['contract', large]])).status).toBe(413)
  const body = 'x'
  const headers = { 'content-type': 'multipart/form-data; boundary=y' }
  expect((await suite.app.call('POST', `${path}/steps/papers`, { body, headers })).status).toBe(400)
  expect(await read(suite, path)).toMatchObject({ status: 'processing' })
  expect((await bring(suite, path, [['contract', await picture()]])).status).toBe(200)
  expect(await read(suite, path)).toMatchObject({ outcome: 'approved' })
})

test('a form takes five files at most, and its step and run are there before a file is looked at', async ({
  suite,
}) => {
  const { app } = suite
  const publish = (fields: readonly object[]) =>
    app.call('POST', `/v1/packs/u-${randomUUID()}/versions`, {
      body: { root: { ...papers, fields } },
      claims,
    })
  const upload = { name: 'a', type: 'upload', label: 'A' }
  for (const [fields, pointer] of [
    [[{ ...upload, max: 6 }], '#/root/fields/0/max'],
    [[{ ...upload, max: 0 }], '#/root/fields/0/max'],
    [[{ ...upload, min: 1 }], '#/root/fields/0/min'],
    [
      [
        { ...upload, max: 4 },
        { ...upload, name: 'b', max: 2 },
      ],
      '#/root/fields',
    ],
  ] as const)
    expect((await readProblem(await publish(fields))).errors?.[0]?.pointer).toBe(pointer)
  expect((await publish([{ ...upload, max: 5 }])).status).toBe(201)
  const { path, id } = await suite.begin()
  const pdf: Files = [['contract', makePdf()]]
  const elsewhere = path.replace(id, unknownId)
  expect((await bring(suite, elsewhere, pdf)).status).toBe(404)
  expect((await bring(suite, path.replace('uploads-', 'other-'), pdf)).status).toBe(404)
})
