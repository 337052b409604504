// The ready packs as whole journeys on the running service and its engines, and what a pack shows of everything: no
// browser is needed for them.
import { describe, expect } from 'vitest'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { Service } from '#test/support/service.ts'
import { contract, findMissing } from '#test/unit/packs/contract.ts'
import type { TestClient } from '#test/workflow/client.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'
import { createPeople } from './people.ts'
import { maria, type Stage } from './person.ts'

type Section = { readonly moduleStatus?: string; readonly results?: readonly unknown[] }

/** With an event of an app, which tells more of a device than a browser does. */
export async function expectContract(
  client: TestClient,
  service: Service,
  id: string,
): Promise<void> {
  const { showFace, compareFaces } = createPeople(client, service)
  await showFace(id, true)
  await compareFaces(id)
  const modules = Object.keys(contract).map((key) => module({ key }))
  await publishPacks(service.services.db, [definePack('contract', 1, parallel(...modules))])
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

export function readyPacks({ test }: Pick<Stage, 'test'>): void {
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
      expect(await verdict('onboarding', id)).toEqual({
        ...review('incomplete'),
        status: 'partial',
      })
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
}
