// Selfies, a device's event and a document of the person: sent, looked at, read again, and sent by mistake.
import { watch } from 'node:fs'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { hashImage } from '#src/biometrics/devices/event.ts'
import { documentPicture, facePicture } from '#test/engines/biometrics/engines/pictures.ts'
import type { Sought } from '#test/support/find-values.ts'
import { encodeForm, formOf } from '#test/support/forms.ts'
import { person } from '#test/support/person.ts'
import type { OwnStack } from '#test/support/servers/own-stack.ts'
import { keyPair, payloadOf, sign } from '#test/unit/biometrics/devices/phone.ts'
import type { PrivacyClient } from './client.ts'
import { embedding, failed, type PrivacyEngine, printed, undecodable } from './engine.ts'

const pictures = ['front', 'left-18', 'left-10', 'right-18'].map(facePicture)
const document = documentPicture('rg-1')

const signals = {
  visitorId: 'visitante-da-quirina-6b1d',
  gpu: 'Acelerador Kvasnicka 9000',
  camera: { label: 'Camera da Wratislava', inputs: 1 },
  geo: { latitude: -23.4837162, longitude: -46.8293475, accuracy: 20 },
}
const fileName = 'selfie-da-quirina.jpg'

/** What is looked for when all is over. */
export async function picturedValues({ seen, token }: PrivacyEngine): Promise<Sought[]> {
  const texts = [
    ...Object.values(printed).filter((value) => value.length > 3),
    '1976-02-29',
    'HERMENGARDA',
    'CUNEGUNDES',
    signals.visitorId,
    signals.gpu,
    signals.camera.label,
    String(signals.geo.latitude),
    String(signals.geo.longitude),
    fileName,
    token,
    await calculateJwkThumbprint(await exportJWK(keyPair.publicKey)),
    ...Array.from(embedding.slice(0, 8), String),
  ]
  const vector = Buffer.from(embedding.buffer)
  const bytes = [...pictures, document, ...seen, vector].flatMap(slice)
  return [...texts.map((value) => ({ value })), ...bytes]
}

/** Parts that no other picture has, from within its pixels. */
function slice(whole: Uint8Array, at: number): Sought[] {
  return [0.02, 0.2, 0.5, 0.8].map((share) => {
    const start = Math.floor(whole.length * share)
    return { value: `bytes ${at} at ${start}`, bytes: whole.subarray(start, start + 24) }
  })
}

/** Gives the temporary files that came to be meanwhile. */
export async function drivePictures(
  stack: OwnStack,
  engine: PrivacyEngine,
  client: PrivacyClient,
): Promise<string[]> {
  const { told, call, create, hasHappened, until } = client
  const written = new Set<string>()
  const watcher = watch(stack.temporary, { recursive: true }, (_, name) =>
    written.add(String(name)),
  )
  const id = await create({ email: `imagens.${person.email}` })
  const at = (path: string) => `/v1/transaction/${id}/${path}`
  const liveness = at('facial-biometrics/liveness')
  const images = pictures.map((bytes) => bytes.toString('base64'))
  try {
    const triedAgain = await selfies()
    await documents()
    await score()
    await mistakes()
    await triedAgain()
    await reads()
  } finally {
    watcher.close()
  }
  return [...written]

  /** Resolves to the wait for one that the engine has failed at first: it is looked at again some seconds later. */
  async function selfies(): Promise<() => Promise<void>> {
    const body = { userIp: '203.0.113.7', event: await signEvent(), images }
    // Its engines may be on their way still.
    await until('a liveness', async () => (await call('POST', liveness, { body })).status === 201)
    const form = new FormData()
    form.set('payload', JSON.stringify({ integrationName: person.name, event: await signEvent() }))
    for (const bytes of pictures) form.append('images', new Blob([new Uint8Array(bytes)]), fileName)
    const { faces } = engine.failures
    const named = `data:image/jpeg;name=${fileName};base64,${images[1]}`
    faces.push(undecodable)
    await expectStatus(503, 'POST', liveness, { body: { images: [named] } })
    faces.push(failed)
    const again = expectStatus(201, 'POST', liveness, await encodeForm(form))
    await until('a failure', async () => faces.length === 0)
    return () => again
  }

  async function signEvent(): Promise<string> {
    const { text } = await call('POST', at('facial-biometrics/challenge'))
    const { nonce } = JSON.parse(text)
    const event = await sign(
      payloadOf({ nonce, images: pictures.map(hashImage), iat: Date.now() / 1_000 }, signals),
    )
    told.secrets.push(
      nonce,
      ...event
        .split('.')
        .slice(1)
        .map((part) => part.slice(0, 60)),
    )
    return event
  }

  async function documents(): Promise<void> {
    const form = await formOf('selfie', document, fileName)
    const headers = { ...form.headers, acceptance: person.name }
    await expectStatus(201, 'POST', at('redoc'), { ...form, headers })
    engine.failures.documents.push(undecodable)
    await expectStatus(500, 'POST', `/v1/${id}/redoc`, form)
  }

  async function score(): Promise<void> {
    const body = { name: printed.nome, birthdate: '1976-02-29', base64: images[2] }
    await expectStatus(201, 'POST', at('biometrics-score'), { body })
    await until('a score', async () => {
      const { text } = await call('GET', at('timeline'))
      return text.includes('"scored"')
    })
  }

  async function reads(): Promise<void> {
    const paths = ['biometrics/selfie', 'biometrics/document', 'biometrics-score-image', 'redoc']
    for (const path of [...paths, 'facial-biometrics/liveness', 'insights']) {
      const { text } = await call('GET', at(path))
      await call('GET', at(path), { claims: { tenant: 'other' } })
      for (const [, token = ''] of text.matchAll(/\/images\/([\w-]+)/g)) {
        told.secrets.push(token)
        await call('GET', `/images/${token}`)
        await call('GET', `/images/${token.slice(0, -4)}AAAA`)
      }
    }
    await call('GET', `/v1/packs/onboarding/${id}`)
    await hasHappened(id, 'examination-failed')
  }

  /** Pictures and what is on them where they do not belong, and what only looks like a picture. */
  async function mistakes(): Promise<void> {
    const [image = '', other = ''] = images
    const damaged = Buffer.concat([document.subarray(0, 9_000), Buffer.from(person.name)])
    for (const body of [
      { images: [damaged.toString('base64')] },
      { images: [`${image.slice(0, 2_000)} ${person.name}!`] },
      { images: image.slice(0, 2_000) },
      { images: [image], userIp: { [printed.nome]: image.slice(0, 2_000) } },
      { images: [image], event: `${other.slice(0, 2_000)}.${person.name}` },
    ])
      await call('POST', liveness, { body })
    const wrong = await formOf(printed.nome, document, printed.numeroCPF)
    await call('POST', at('redoc'), wrong)
    await call('POST', at('redoc'), { ...wrong, body: wrong.body.subarray(0, -50) })
    await call('POST', at('redoc'), await formOf('selfie', damaged, fileName))
    await call('POST', at('biometrics-score'), { body: { base64: `${image.slice(0, 900)}!` } })
    for (const part of [image.slice(0, 200), printed.numeroCPF, printed.nome]) {
      const text = encodeURIComponent(part)
      await call('GET', `/images/${text}`)
      await call('GET', `/v1/transaction/${text}/biometrics/selfie`)
      await call('POST', `/v1/${text}/redoc`, wrong)
    }
  }

  async function expectStatus(
    status: number,
    method: string,
    path: string,
    options: Parameters<typeof call>[2],
  ): Promise<void> {
    const answer = await call(method, path, options)
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`)
  }
}
