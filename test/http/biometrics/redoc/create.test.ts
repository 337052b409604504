// One test per documented status of a recognition, with engines that answer as the test says.
import { describe, expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import {
  makeFace,
  makePortrait,
  makeReading,
  whileWorking,
} from '#test/support/biometrics/engines.ts'
import { encodeForm, formOf } from '#test/support/forms.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'

const picture = await drawImage(5)
const person = { document: '52998224725', name: 'Ana Exemplo', birthdate: '1990-05-17' }
const create = (app: TestApp) => createTransaction(app, person)

async function post(
  app: TestApp,
  id: string,
  name = 'rg.jpg',
  {
    path = `/v1/transaction/${id}/redoc`,
    more = {},
  }: { readonly path?: string; readonly more?: Record<string, string> } = {},
) {
  const { body, headers } = await formOf('selfie', picture, name)
  const sent = app.call('POST', path, {
    body,
    headers: { ...headers, ...more, acceptance: 'True' },
  })
  return whileWorking(app.deps, id, sent)
}

async function sendSelfie(app: TestApp, id: string) {
  const images = [(await drawImage(6)).toString('base64')]
  const path = `/v1/transaction/${id}/facial-biometrics/liveness`
  const answer = await whileWorking(app.deps, id, app.call('POST', path, { body: { images } }))
  expect(answer.status).toBe(201)
}

describe('a recognition', () => {
  test('201: approved, with every field of the contract, under both spellings of the path', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    scripted.script.reading = makeReading()
    scripted.script.portrait = makePortrait()
    const first = await (await post(app, id)).json()
    expect(first).toEqual({
      id: expect.any(String),
      cpf: '52998224725',
      rank: 100,
      result: 'Aprovado',
      ocrData: makeReading().fields,
      alerts: [],
      additionalInformation: ['side:front', 'confidence:92'],
      assurance: 'picture-only',
      reasons: [],
      findings: [],
      documentType: 'RG',
    })
    const second = await post(app, id, 'rg.jpg', { path: `/v1/${id}/redoc` })
    expect(second.status).toBe(201)
    const listed = await (await app.call('GET', `/v1/${id}/redoc`)).json()
    expect(listed.map((one: { id: string }) => one.id)).toEqual([
      (await second.json()).id,
      first.id,
    ])
  })

  test('201: the portrait is compared with the selfie that is stored', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    scripted.script.faces = [[makeFace(0)]]
    await sendSelfie(app, id)
    scripted.script.reading = makeReading()
    scripted.script.portrait = makePortrait(0)
    const same = await (await post(app, id)).json()
    expect(same.additionalInformation).toContain('portrait-verdict:match')
    scripted.script.portrait = makePortrait(1)
    expect(await (await post(app, id)).json()).toMatchObject({
      result: 'Reprovado',
      alerts: ['PORTRAIT_MISMATCH'],
    })
    scripted.script.portrait = makePortrait(1, false)
    const unsure = await (await post(app, id)).json()
    expect(unsure).toMatchObject({ result: 'Inconclusivo', alerts: ['NO_PORTRAIT'] })
  })

  test('201: another CPF, another name, an old document, an unknown one', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    scripted.script.portrait = makePortrait()
    const { fields } = makeReading()
    const alertsFor = async (changed: Parameters<typeof makeReading>[0]) => {
      scripted.script.reading = makeReading(changed)
      const { result, alerts } = await (await post(app, id)).json()
      return [result, ...alerts]
    }
    const otherCpf = { ...fields, numeroCPF: '111.444.777-35' }
    expect(await alertsFor({ fields: otherCpf })).toEqual([
      'Inconclusivo',
      'CPF_MISMATCH',
      'LOW_CONFIDENCE',
    ])
    expect(await alertsFor({ fields: { ...otherCpf, nome: 'JOSE OUTRO DA COSTA' } })).toEqual([
      'Reprovado',
      'CPF_MISMATCH',
      'NAME_MISMATCH',
      'LOW_CONFIDENCE',
    ])
    expect(
      await alertsFor({ isCpfLabelled: false, fields: { ...fields, numeroCPF: '111.444.777-35' } }),
    ).toEqual(['Inconclusivo', 'LOW_CONFIDENCE', 'CPF_UNREAD'])
    expect(await alertsFor({ fields: { ...fields, nome: 'JOSE OUTRO DA COSTA' } })).toEqual([
      'Inconclusivo',
      'NAME_MISMATCH',
    ])
    expect(await alertsFor({ expiresOn: '2020-01-01' })).toEqual([
      'Inconclusivo',
      'DOCUMENT_EXPIRED',
    ])
    const cnh = { documentType: 'CNH', expiresOn: '2020-01-01' } as const
    expect(await alertsFor(cnh)).toEqual(['Aprovado', 'DOCUMENT_EXPIRED'])
    expect((await alertsFor({ documentType: 'UNKNOWN', fieldsExpected: 0 }))[0]).toBe(
      'Inconclusivo',
    )
  })

  test('400: without a file, with two, under another name', async ({ app }) => {
    const id = await create(app)
    const other = await formOf('document', picture)
    const twice = new FormData()
    for (const name of ['a.jpg', 'b.jpg'])
      twice.append('selfie', new Blob([new Uint8Array(picture)]), name)
    for (const sent of [other, await encodeForm(twice)]) {
      const problem = await readProblem(await app.call('POST', `/v1/${id}/redoc`, sent))
      expect([problem.status, problem.errors?.[0]?.pointer]).toEqual([400, '#/selfie'])
    }
  })

  test('404, 413 and 415', async ({ app }) => {
    const id = await create(app)
    const form = await formOf('selfie', picture)
    expect((await app.call('POST', `/v1/${unknownId}/redoc`, form)).status).toBe(404)
    expect(
      (await app.call('POST', `/v1/${id}/redoc`, { ...form, claims: { tenant: 'other' } })).status,
    ).toBe(404)
    const large = await formOf('selfie', Buffer.alloc(26_214_400))
    expect((await app.call('POST', `/v1/${id}/redoc`, large)).status).toBe(413)
    expect((await app.call('POST', `/v1/${id}/redoc`, { body: {} })).status).toBe(415)
  })

  test('422: what cannot be decoded', async ({ app }) => {
    const id = await create(app)
    const answer = await app.call(
      'POST',
      `/v1/${id}/redoc`,
      await formOf('selfie', Buffer.from('GIF89a')),
    )
    const { status, code, errors } = await readProblem(answer)
    expect([status, code, errors?.[0]?.pointer]).toEqual([422, 'image-unreadable', '#/selfie'])
  })

  test('500: an exception while it is looked at', async ({ app }) => {
    const id = await create(app)
    expect((await readProblem(await post(app, id, 'magic-failure.jpg'))).status).toBe(500)
    expect(await (await app.call('GET', `/v1/${id}/redoc`)).json()).toEqual([])
  })

  test('201: sent again with its key it is the first recognition, whatever the delimiter of the form', async ({
    app,
  }) => {
    const id = await create(app)
    const key = { 'idempotency-key': 'form-1' }
    const [first, again] = [
      await post(app, id, 'magic-approved.jpg', { more: key }),
      await post(app, id, 'magic-approved.jpg', { path: `/v1/${id}/redoc`, more: key }),
    ]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
    const other = await post(app, id, 'magic-other-cpf.jpg', { more: key })
    expect((await readProblem(other)).code).toBe('idempotency-key-reused')
  })

  test.for([
    ['magic-approved.jpg', 'Aprovado', []],
    ['magic-inconclusive.jpg', 'Inconclusivo', ['UNKNOWN_DOCUMENT', 'LOW_CONFIDENCE']],
    ['magic-other-cpf.jpg', 'Reprovado', ['CPF_MISMATCH', 'LOW_CONFIDENCE']],
  ] as const)('201: the sandbox knows %s', async ([name, result, alerts], { app }) => {
    const id = await create(app)
    expect(await (await post(app, id, name)).json()).toMatchObject({ result, alerts })
  })
})
