// What clients do for the ready packs, over HTTP alone: pictures go to the engines as they are.
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import sharp from 'sharp'
import { hashImage } from '#src/biometrics/devices/event.ts'
import { documentPicture, facePicture } from '#test/engines/biometrics/engines/pictures.ts'
import type { Service } from '#test/support/service.ts'
import { mintToken } from '#test/support/token.ts'
import { payloadOf, sign } from '#test/unit/biometrics/devices/phone.ts'
import { type TestClient, until } from '#test/workflow/client.ts'
import { maria, patience } from './person.ts'

type Verdict = {
  readonly status: string
  readonly outcome?: string
  readonly stopReason?: string
}

type Challenge = { readonly nonce: string; readonly actions: readonly Action[] }
type Action = 'front' | 'left' | 'right'
const whole = { left: 0, top: 0, width: 512, height: 512 }
const turned = { front: 'front', left: 'left-18', right: 'right-18' } as const

/** Each has a number of their own: one takes five messages in ten minutes. */
let numbers = 912_346_101

export function createPeople(client: TestClient, service: Service) {
  /** A busy machine may keep the engines for longer than a request waits: the same one is sent again. */
  async function look(path: string, body: FormData | string, headers: Record<string, string> = {}) {
    const key = `"${randomUUID()}"`
    await until(async () => {
      const answer = await fetch(`${service.url}${path}`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${await mintToken()}`,
          'idempotency-key': key,
          ...headers,
        },
      })
      if (answer.status === 503) return undefined
      if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return true
    }, 120_000)
  }

  return {
    create: async (fields: object = {}): Promise<string> => {
      const phone = { ...maria.phone, number: numbers++ }
      const body = { ...maria, phone, ...fields }
      return (await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })).id
    },

    /** Turns the head as asked, or holds a photograph of the front before the camera. */
    showFace: async (id: string, isAlive: boolean): Promise<void> => {
      const path = `/v1/transaction/${id}/facial-biometrics`
      const { nonce, actions } = await client.ask<Challenge>('POST', `${path}/challenge`, 201)
      // No camera takes the same bytes twice, and who is alive does not come back to where they were.
      const pictures = await Promise.all(
        actions.map((action, n) =>
          sharp(facePicture(isAlive ? turned[action] : 'front'))
            .extract(isAlive ? { left: 3 * n, top: n, width: 500, height: 500 } : whole)
            .jpeg({ quality: 95 - n })
            .toBuffer(),
        ),
      )
      const keys = await generateKeyPair('ES256')
      const hashes = pictures.map((one) => hashImage(one))
      const payload = payloadOf({ nonce, images: hashes, iat: Date.now() / 1_000 })
      const event = await sign(payload, {
        key: keys.privateKey,
        jwk: await exportJWK(keys.publicKey),
      })
      const images = pictures.map((one) => one.toString('base64'))
      const json = { 'content-type': 'application/json' }
      await look(`${path}/liveness`, JSON.stringify({ event, images }), json)
    },

    /** Another picture of it for each quality: the same one is the same submission. */
    showDocument: async (id: string, quality = 95): Promise<void> => {
      const form = new FormData()
      const picture = new Uint8Array(
        await sharp(documentPicture('cnh-1')).jpeg({ quality }).toBuffer(),
      )
      form.set('selfie', new Blob([picture], { type: 'image/jpeg' }), 'cnh.jpg')
      await look(`/v1/transaction/${id}/redoc`, form)
    },

    compareFaces: async (id: string): Promise<void> => {
      const done = (await client.journal(id)).filter(({ kind }) => kind === 'examination-done')
      await client.ask('POST', `/v1/transaction/${id}/biometrics-score`, 201, { body: {} })
      await client.journalWith(id, 'examination-done', done.length + 1, patience.timeout)
    },

    /** 1 is yes, 2 is no. */
    answerPhone: async (id: string, option: 1 | 2): Promise<void> => {
      const path = `/v1/transaction/${id}/whatsapps/2fa`
      const before = (await client.messages(id)).map((message) => message.id)
      await client.ask('POST', path, 201)
      const asked = await until(async () =>
        (await client.messages(id)).find((message) => !before.includes(message.id)),
      )
      await client.ask('POST', `/v1/sandbox/messages/${asked.id}/reply`, 202, { body: { option } })
      await until(async () => {
        const records = await client.ask<{ status: string }[]>('GET', path, 200)
        return records.every(({ status }) => status === 'Replied') || undefined
      })
    },

    /** Asked for again until it has ended. */
    verdict: async (pack: string, id: string): Promise<Verdict> => {
      const { status, outcome, stopReason } = await until(async () => {
        const answer: Verdict = await client.queryPack(pack, id, 'wait=30')
        return answer.status === 'processing' ? undefined : answer
      }, patience.timeout)
      return { status, ...(outcome && { outcome }), ...(stopReason && { stopReason }) }
    },
  }
}
