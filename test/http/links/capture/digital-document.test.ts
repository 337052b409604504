// A person who has the document as a file, before the hosted page without a script.
import { describe, expect } from 'vitest'
import { triesMax } from '#src/links/lvs/walk.ts'
import { aiDocs } from '#src/biometrics/redoc/module.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makePortrait, runEngineTasks, scriptedEngines } from '#test/support/biometrics/engines.ts'
import { citizen, fileTrust, makeSigned } from '#test/support/biometrics/file-issuer.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { revise } from '#test/support/biometrics/signed-pdf.ts'
import { test as database } from '#test/db/fixture.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { definePack, module } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { Walker } from '#test/support/walker.ts'
import { approving, begin, readLvs, sendDocument } from '../pictures.ts'

const pack = definePack('digital', 1, module(aiDocs))
const size = { width: 320, height: 240 }
const pictures = [{ bytes: await drawImage(3, size), ...size }]
const genuine = await makeSigned({ pictures })
const changed = revise(genuine, '20 0 obj\n<</Type /Page>>')

const test = database
  .extend('scripted', { scope: 'file' }, () => scriptedEngines())
  .extend('app', { scope: 'file' }, async ({ db, scripted: { engines } }) => {
    await publishPacks(db, [pack])
    const links = createLinks({ name: 'Acme', packName: pack.name })
    return createTestApp(db, undefined, { engines, links, signedFiles: fileTrust })
  })
  .extend('without', { scope: 'file' }, async ({ db, app: { sealer }, scripted: { engines } }) => {
    const links = createLinks({ name: 'Acme', packName: pack.name })
    return createTestApp(db, sealer, { engines, links })
  })

async function upload(walker: Walker, bytes: Buffer) {
  const form = new FormData()
  form.set('key', walker.key)
  form.set('file', new File([new Uint8Array(bytes)], 'cnh.pdf', { type: 'application/pdf' }))
  const request = new Request('http://host/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const body = new Uint8Array(await request.arrayBuffer())
  const answer = await walker.send('POST', '/c/file/document-digital', { body, headers })
  return walker.open(answer.headers.get('location') ?? '')
}

/** Sent, looked at, and the page that the person sees then. */
async function show(app: TestApp, { id, walker }: { id: string; walker: Walker }, bytes: Buffer) {
  expect((await upload(walker, bytes)).title).toContain('Conferindo')
  await runEngineTasks(app.deps, id)
  return walker.open('/c')
}

describe('a document as a file on the hosted page', () => {
  test('one that its issuer signed is the whole document, front and back', async ({
    app,
    scripted: { script },
  }) => {
    const person = await begin(app)
    expect(person.walker.seen.text).toContain('Tenho o documento digital')
    script.reading = { ...approving(person.document), documentType: 'CNH' }
    script.portrait = makePortrait()
    expect((await show(app, person, genuine)).title).toContain('Pronto')
    const { steps } = await readLvs(app, person.id)
    expect(steps).toMatchObject([{ step: 'aiDocs', outcome: 'done' }])
    const [recognition] = await (await app.call('GET', `/v1/${person.id}/redoc`)).json()
    expect(recognition).toMatchObject({ result: 'Aprovado', assurance: 'signed' })
  })

  test('one that was changed is asked for again, and one that nobody signed for gives way to pictures', async ({
    app,
    scripted: { script },
  }) => {
    const person = await begin(app)
    script.reading = approving(person.document)
    script.portrait = makePortrait()
    expect((await show(app, person, changed)).text).toContain('Exporte outra vez no app')
    const signed = await makeSigned({ pictures }, citizen)
    expect((await show(app, person, signed)).text).toContain('Fotografe o documento')
    await sendDocument(person.walker)
    await runEngineTasks(app.deps, person.id)
    expect((await person.walker.open('/c')).title).toContain('Pronto')
  })

  test('one that was changed each time goes to a person, and refuses nobody', async ({ app }) => {
    const person = await begin(app)
    for (let tries = 0; tries < triesMax; tries += 1) await show(app, person, changed)
    const { status, steps } = await readLvs(app, person.id)
    expect(steps).toMatchObject([{ step: 'aiDocs', outcome: 'review', reasons: ['file-altered'] }])
    expect(status).toBe('PENDING')
  })

  test('what is no PDF, or too large, is said to be so and costs no try', async ({
    app,
    scripted: { script },
  }) => {
    const person = await begin(app)
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10_000_000)])
    for (const bytes of [await drawImage(1), large, large, large]) {
      const page = await upload(person.walker, bytes)
      expect(page.title).toMatch(/^Erro: .*Frente/)
      expect(page.text).toContain('não é um PDF')
    }
    script.reading = { ...approving(person.document), documentType: 'CNH' }
    expect((await show(app, person, genuine)).title).toContain('Pronto')
  })

  test.for([
    ['pt-BR', 'Tenho o documento digital', 'exporte o documento em PDF'],
    ['en', 'I have the digital document', 'export the document as a PDF'],
    ['es', 'Tengo el documento digital', 'exporte el documento en PDF'],
  ] as const)('says how it is exported, in %s', async ([language, title, how], { app }) => {
    const { walker } = await begin(app)
    const headers = { 'accept-language': language }
    const page = await (await walker.send('GET', walker.path, { headers })).text()
    expect(page).toContain(title)
    expect(page).toContain(how)
  })

  test('is not offered where nobody is known who signs such files', async ({ without }) => {
    const { walker } = await begin(without)
    expect(walker.seen.title).toContain('Frente')
    expect(walker.seen.text).not.toContain('document-digital')
  })
})
