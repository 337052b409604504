// A person walks a link to its end before a camera, on the engines as they are; a still picture does not get there.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { publishOwnPacks } from '#src/packs/store.ts'
import { useBrowser } from '#test/support/browser.ts'
import type { Service } from '#test/support/service.ts'
import { contract, findMissing } from '#test/unit/packs/contract.ts'
import { type TestClient, until } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'
import { definePack, module, parallel } from '#workflows/packs/define.ts'
import { createPeople } from './ready-packs.ts'
import { cameraOf, dataFile, inspect, makeLink, maria, phone, press, untilTitle } from './person.ts'

const test = withService({ IMAGES_FOLDER: mkdtempSync(join(tmpdir(), 'atesta-images-')) })
const browser = useBrowser({ args: cameraOf('person-a.mjpeg') })

type Section = { readonly moduleStatus?: string; readonly results?: readonly unknown[] }
type Verification = { readonly status: string; readonly score: number | null }

describe.skipIf(browser.isMissing)('a link walked on a phone', () => {
  test('e-mail, phone, document and face complete it, and every step can be used by everybody; a pack shows every field of the contract', async ({
    client,
    service,
  }) => {
    const { id, link } = await makeLink(client, { ...maria, email: `${randomUUID()}@example.com` })
    const startedAt = performance.now()
    const { page, faults, asked } = await browser.open(link, { width: 390, ...phone })
    await untilTitle(page, 'Confirme sua identidade')
    await inspect(page, '1-entry')
    await press(page, 'Começar')
    await untilTitle(page, 'O que vamos pedir')
    await inspect(page, '2-consent')
    await press(page, 'Concordo')

    await untilTitle(page, 'Confirme seu e-mail')
    await press(page, 'Enviar código')
    await inspect(page, '3-email')
    await page.getByLabel('Código').fill('000000')
    await press(page, 'Confirmar código')
    await page.getByRole('alert').waitFor()
    expect(await page.title()).toMatch(/^Erro: /)
    await inspect(page, '3-email-wrong')
    const { code = '' } = await until(async () =>
      (await client.messages(id)).find(({ channel }) => channel === 'email'),
    )
    await page.getByLabel('Código').fill(code)
    await press(page, 'Confirmar código')

    await untilTitle(page, 'Confirme seu celular')
    await press(page, 'Por WhatsApp')
    await page.getByText('•••• 5678').waitFor()
    await inspect(page, '4-phone')
    const question = await until(async () =>
      (await client.messages(id)).find(({ channel }) => channel === 'whatsapp'),
    )
    await client.ask('POST', `/v1/sandbox/messages/${question.id}/reply`, 202, {
      body: { option: 1 },
    })

    await untilTitle(page, /Fotografe seu documento: Frente/)
    await inspect(page, '5-document')
    await page.getByLabel('Escolher ou tirar foto').setInputFiles(dataFile('documents/cnh-1.jpg'))
    await untilTitle(page, /Verso/)
    await inspect(page, '5-document-back')
    await press(page, 'só tem um lado')

    await untilTitle(page, 'Mostre seu rosto')
    await inspect(page, '6-face')
    await press(page, 'Abrir câmera')
    await untilTitle(page, 'Pronto!')
    await inspect(page, '7-done')
    console.log(`the whole walk took ${Math.round(performance.now() - startedAt)} ms`)

    expect(faults).toEqual([])
    const { origin } = new URL(link)
    expect(asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([])
    const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
    expect(shown).toMatchObject({ status: 'COMPLETED', score: 100 })
    await expectContract(client, service, id)
  }, 240_000)
})

/** With an event of an app, which tells more of a device than a browser does. */
async function expectContract(client: TestClient, service: Service, id: string): Promise<void> {
  const { showFace, compareFaces } = createPeople(client, service)
  await showFace(id, true)
  await compareFaces(id)
  const modules = Object.keys(contract).map((key) => module({ key }))
  await publishOwnPacks(service.services.db, [definePack('contract', 1, parallel(...modules))])
  const answer = await client.ask<Record<string, Section>>('GET', `/v1/packs/contract/${id}`, 200)
  expect(answer).toMatchObject({ createdAt: expect.any(String), status: 'completed' })
  expect(answer['transaction']).toMatchObject({
    id,
    createdAt: expect.any(String),
    referenceDate: expect.any(String),
  })
  const missing = Object.entries(contract).flatMap(([key, shape]) => [
    ...(answer[key]?.moduleStatus === 'completed' ? [] : [`${key} is not completed`]),
    ...findMissing(answer[key]?.results?.[0], shape, key),
  ])
  expect(missing).toEqual([])
}

describe('the ready packs, on the engines as they are', () => {
  const approved = (stopReason: string) => ({
    status: 'completed',
    outcome: 'approved',
    stopReason,
  })
  const review = (stopReason: string) => ({ status: 'completed', outcome: 'review', stopReason })
  /** Nobody can have this number: the score is low. */
  const impossible = { document: '52998224799' }

  test('a person who is live, and whose phone says yes, is approved', async ({
    client,
    service,
  }) => {
    const { create, answerPhone, showFace, showDocument, verdict } = createPeople(client, service)
    const id = await create()
    const begun = await client.queryPack('onboarding', id, 'wait=0')
    expect(begun.status).toBe('processing')
    await showFace(id, true)
    await Promise.all([showDocument(id), answerPhone(id, 1)])
    expect(await verdict('onboarding', id)).toEqual(approved('score-plausible'))
    expect(await verdict('step-up', id)).toEqual(approved('phone-confirmed'))
  }, 180_000)

  test('whose number nobody can have is looked at by somebody, or approved for being live', async ({
    client,
    service,
  }) => {
    const { create, answerPhone, showFace, showDocument, verdict } = createPeople(client, service)
    const id = await create(impossible)
    await Promise.all([showFace(id, true), answerPhone(id, 1)])
    expect(await verdict('step-up', id)).toEqual(approved('person-live'))
    await showDocument(id)
    expect(await verdict('onboarding', id)).toEqual(review('score-low'))
  }, 180_000)

  test('a photograph before the camera is rejected, and nothing behind it is asked', async ({
    client,
    service,
  }) => {
    const { create, answerPhone, showFace, verdict } = createPeople(client, service)
    const id = await create(impossible)
    await Promise.all([showFace(id, false), answerPhone(id, 1)])
    const rejected = { status: 'completed', outcome: 'rejected', stopReason: 'spoof-suspected' }
    expect(await verdict('onboarding', id)).toEqual(rejected)
    expect(await client.queryPack('onboarding', id)).toMatchObject({
      aiDocs: { moduleStatus: 'skipped', results: [] },
      backgroundCheck: { moduleStatus: 'skipped', results: [] },
    })
    expect(await verdict('step-up', id)).toEqual(review('person-unseen'))
  }, 180_000)

  test('the score alone decides where it is high; a phone that says no is looked at', async ({
    client,
    service,
  }) => {
    const { create, answerPhone, verdict } = createPeople(client, service)
    const email = { email: 'maria@example.com', verifiedEmail: true }
    const phones = [{ ...maria.phone, verified: true }]
    const trusted = await create({ ...email, phones })
    expect(await verdict('step-up', trusted)).toEqual(approved('score-high'))
    expect(await verdict('basic', trusted)).toEqual({ status: 'completed' })

    const id = await create()
    await answerPhone(id, 2)
    expect(await verdict('step-up', id)).toEqual(review('phone-unconfirmed'))
    // Nobody comes before the camera, and nobody sends a document.
    await client.queryPack('onboarding', id, 'wait=0')
    await client.advance(id, 'P7D')
    await client.advance(id, 'P7D')
    expect(await verdict('onboarding', id)).toEqual({ ...review('incomplete'), status: 'partial' })
  }, 120_000)

  test('a company by its registers and its score', async ({ client, service }) => {
    const { create, verdict } = createPeople(client, service)
    const found = (document: string) => create({ documentType: 'cnpj', document })
    const [sound, impossibleNumber, refused] = [
      await found('11222333000181'),
      await found('11222333000182'),
      await found('11222333001106'),
    ]
    expect(await verdict('company', sound)).toEqual(approved('score-plausible'))
    expect(await verdict('company', impossibleNumber)).toEqual(review('score-low'))
    // The registers refuse our access; twice more, five minutes apart.
    await client.queryPack('company', refused, 'wait=0')
    await client.journalWith(refused, 'module-retried')
    await client.advance(refused, 'PT5M')
    await client.journalWith(refused, 'module-retried', 2)
    await client.advance(refused, 'PT5M')
    expect(await verdict('company', refused)).toEqual({
      ...review('registers-unknown'),
      status: 'partial',
    })
  }, 120_000)
})
