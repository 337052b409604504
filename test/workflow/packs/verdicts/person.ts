// What the person of a case does: pictures from a device, answers on a phone, the pages of a link.
import { createHash, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportJWK, generateKeyPair, type GenerateKeyPairResult } from 'jose'
import sharp from 'sharp'
import type { Call } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { createWalker } from '#test/support/walker.ts'
import { payloadOf, sign } from '#test/unit/biometrics/devices/phone.ts'
import type { Channel, Play, Step } from './play.ts'

/** Never the same twice. */
async function drawNothing(): Promise<Buffer> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  const plain = sharp({ create: { width: 64, height: 48, channels: 3, background } })
  return plain.jpeg({ quality: 50 + randomInt(50) }).toBuffer()
}

/** As a device answers a challenge: one of its own for each, unless the step names one. */
export async function selfie(play: Play, step: Step): Promise<undefined> {
  const { send, idOf, ids } = play
  const path = `/v1/transaction/${idOf(step)}/facial-biometrics/liveness`
  const picture = await drawNothing()
  const images = [`data:image/jpeg;name=${step.selfie};base64,${picture.toString('base64')}`]
  const { event = 'its own' } = step
  if (event === 'none') await send('POST', path, { images })
  if (event === 'none') return
  const owner = ids.get(event.replace('of ', '')) ?? idOf(step)
  const asked = await send('POST', `/v1/transaction/${owner}/facial-biometrics/challenge`, {})
  const { nonce } = await asked.json()
  const hash = createHash('sha256').update(picture).digest('base64url')
  const payload = payloadOf({ nonce, tx: owner, images: [hash], iat: Date.now() / 1_000 }, step.signals) // prettier-ignore
  const { privateKey: key, publicKey } = await deviceOf(play, step)
  const signed = await sign(payload, { key, jwk: await exportJWK(publicKey) })
  await send('POST', path, { event: signed, images })
}

async function deviceOf({ keys }: Play, { device }: Step): Promise<GenerateKeyPairResult> {
  const pair = keys.get(device ?? '') ?? (await generateKeyPair('ES256', { extractable: true }))
  if (device !== undefined) keys.set(device, pair)
  return pair
}

export async function document({ send, idOf }: Play, step: Step): Promise<undefined> {
  const form = await formOf('selfie', await drawNothing(), step.document)
  await send('POST', `/v1/${idOf(step)}/redoc`, form.body, { headers: form.headers })
}

/** The question is open once its message is there. */
export async function ask(play: Play, step: Step, channel: Channel): Promise<undefined> {
  const { send, questions, idOf } = play
  const id = idOf(step)
  const before = await newestMessage(play, id, channel)
  const { purpose } = step
  const path = `/v1/transaction/${id}/${channel === 'sms' ? 'sms' : 'whatsapps'}/2fa`
  await send('POST', path, purpose === undefined ? {} : { purpose })
  for (let n = 0; n < 100; n += 1) {
    const message = await newestMessage(play, id, channel)
    if (message !== undefined && message !== before) questions.set(`${id} ${channel}`, message)
    if (message !== before) return
    await sleep(100)
  }
  throw new Error(`no question came by ${channel}`)
}

type Message = { readonly id: string; readonly channel: string; readonly options?: unknown }

async function newestMessage({ send }: Play, id: string, channel: Channel) {
  const got = await send('GET', `/v1/sandbox/messages?transactionId=${id}`)
  const all: Message[] = await got.json()
  return all.find((one) => one.channel === channel && one.options)?.id
}

/** To the newest question on that channel; where none is open, or a new one is wanted, it is asked first. */
export async function answer(play: Play, step: Step): Promise<undefined> {
  const { send, idOf, questions } = play
  const { by: channel = 'sms' } = step
  const question = `${idOf(step)} ${channel}`
  if (!questions.has(question) || step.asked === 'now') await ask(play, step, channel)
  await send('POST', `/v1/sandbox/messages/${questions.get(question)}/reply`, step.answer)
  questions.delete(question)
}

/** Chooses those of the outcomes that the page offers, four times at most each, until the link has ended or waits for a person. */
export async function walkLink({ send, idOf, url }: Play, step: Step): Promise<undefined> {
  const path = `/v1/transaction/${idOf(step)}/lvs`
  const { link } = await (await send('POST', path, {})).json()
  const browse: Call = (method, to, { body, headers = {} } = {}) =>
    fetch(url + to, { method, redirect: 'manual', headers, ...(typeof body === 'string' && { body }) }) // prettier-ignore
  const walker = createWalker(browse)
  await walker.open(new URL(link).pathname)
  await walker.press('')
  await walker.press('consent')
  const home = walker.path
  const { link: outcomes = [] } = step
  const left = [...outcomes, ...outcomes, ...outcomes, ...outcomes]
  /** What was chosen may be on its way: the same page again is no reason to choose again at once. */
  const chosen = { outcome: '', at: -Infinity }
  const startedAt = performance.now()
  while (performance.now() - startedAt < walkMs) {
    const at = left.findIndex((one) => walker.seen.text.includes(`/sandbox/${one}"`))
    const outcome = left[at]
    if (outcome === undefined) {
      const { status, reviewPending } = await (await send('GET', path)).json()
      if (status !== 'PENDING' || reviewPending) return
    } else if (outcome !== chosen.outcome || performance.now() - chosen.at > againMs) {
      left.splice(at, 1)
      Object.assign(chosen, { outcome, at: performance.now() })
      await walker.post(`${home}/sandbox/${outcome}`, { key: walker.key })
    }
    await sleep(150)
    await walker.open('/c')
  }
}

/** Engines that look for the first time on a busy machine take their time. */
const [walkMs, againMs] = [90_000, 5_000]
