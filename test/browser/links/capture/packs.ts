// The ready packs as whole journeys on the running service and its engines, and what a pack shows of everything: no
// browser is needed for them.
import { describe, expect } from 'vitest'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { Service } from '#test/support/service.ts'
import { contract, findMissing } from '#test/unit/packs/contract.ts'
import type { TestClient } from '#test/workflow/client.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'
import { createPeople } from './people.ts'
import type { Stage } from './person.ts'

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
  const path = `/v1/packs/contract/${id}`
  const ask = () => client.ask<Record<string, Section>>('GET', path, 200)
  const openIn = (answer: Record<string, Section>) =>
    Object.keys(contract).filter((key) => answer[key]?.moduleStatus !== 'completed')
  // The engines are still at work on a machine that is busy.
  await expect.poll(async () => openIn(await ask()), { timeout: 60_000 }).toEqual([])
  const answer = await ask()
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

    const rejected = (stopReason: string) => ({
      status: 'completed',
      outcome: 'rejected',
      stopReason,
    })
    /** Stepping up counts what comes from now on alone. */
    const beginStepUp = async (client: TestClient, id: string) => {
      const begun = await client.queryPack('step-up', id, 'wait=0')
      expect(begun.status).toBe('processing')
    }

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
      // The sandbox lets pictures alone do, and says so.
      expect(await verdict('onboarding', id)).toEqual(approved('document-unproven'))
      await beginStepUp(client, id)
      await answerPhone(id, 1)
      expect(await verdict('step-up', id)).toEqual(approved('phone-confirmed'))
    }, 120_000)

    test('whose number nobody can have is looked at by somebody, and being live is not enough', async ({
      client,
      service,
    }) => {
      const { create, answerPhone, showFace, showDocument, verdict } = createPeople(client, service)
      const id = await create(impossible)
      await Promise.all([showFace(id, true), answerPhone(id, 1)])
      // The document bears another number, however often it is shown.
      for (const quality of [95, 90, 85]) await showDocument(id, quality)
      expect(await verdict('onboarding', id)).toEqual(review('document-unapproved'))
      await beginStepUp(client, id)
      // Nobody answers the phone in time: then a face is asked for.
      await client.advance(id, 'P1D')
      await showFace(id, true)
      expect(await verdict('step-up', id)).toEqual(review('no-reference'))
    }, 120_000)

    test('a photograph before the camera, and once more, is rejected, and nothing behind it is asked', async ({
      client,
      service,
    }) => {
      const { create, answerPhone, showFace, verdict } = createPeople(client, service)
      const id = await create(impossible)
      await client.queryPack('onboarding', id, 'wait=0')
      await Promise.all([showFace(id, false), answerPhone(id, 1)])
      const asked = await client.queryPack('onboarding', id, 'wait=0')
      expect(asked.status).toBe('processing')
      await showFace(id, false)
      expect(await verdict('onboarding', id)).toEqual(rejected('spoof-suspected'))
      expect(await client.queryPack('onboarding', id)).toMatchObject({
        aiDocs: { moduleStatus: 'skipped', results: [] },
        backgroundCheck: { moduleStatus: 'skipped', results: [] },
      })
      expect(await verdict('step-up', id)).toEqual(rejected('spoof-suspected'))
    }, 120_000)
  })
}
