// Requests of the face step to the server: for a challenge, for each movement, and to announce the signed event.
import { here } from '../page.ts'
import { toBase64Url } from './device.ts'
import type { Action } from './challenge.ts'
import type { Side } from './course.ts'

export type Challenge = {
  readonly nonce: string
  /** The poses at the start of the challenge. */
  readonly actions: readonly Action[]
  /** How many movements are then requested one by one. */
  readonly poses: number
}

/** The link can no longer be used from this page. */
export class Gone extends Error {
  override readonly name = 'Gone'
}

function expectOk({ ok, status }: Response): void {
  if ([401, 403, 409, 410].includes(status)) throw new Gone()
  if (!ok) throw new Error(`the service answered ${status}`)
}

/** `approach`: moving away and near again, for people who cannot turn their head. */
export type Way = 'turn' | 'approach'
export async function askChallenge(key: string, way: Way): Promise<Challenge | 'limit'> {
  const answer = await fetch(here(`/step/challenge?kind=${way}`), {
    method: 'POST',
    headers: { 'x-capture-key': key },
  })
  if (answer.status === 429) return 'limit'
  expectOk(answer)
  return (await answer.json()) as Challenge
}

/** The server delays its answer until the time of the movement; a lost connection meanwhile does no harm. */
export async function askPose(
  { key, nonce }: { readonly key: string; readonly nonce: string },
  picture: Blob,
  missed: boolean,
) {
  const before = await digest(picture)
  const body = new URLSearchParams({ nonce, before, ...(missed && { missed: '1' }) })
  const headers = { 'x-capture-key': key }
  const ask = () => fetch(here('/step/pose'), { method: 'POST', headers, body })
  const answer = await ask().catch(() => ask())
  if (answer.status === 204) return undefined
  expectOk(answer)
  return (await answer.json()) as { pose: number; side: Side }
}

/** Announces that the event was made in time; otherwise the server counts the time at which everything has arrived. */
export async function announce(key: string, event: string): Promise<void> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(event))
  await fetch(here('/step/face-event'), {
    method: 'POST',
    headers: { 'x-capture-key': key },
    body: new URLSearchParams({ digest: toBase64Url(new Uint8Array(bytes)) }),
  }).catch(() => undefined)
}

export async function digest(picture: Blob): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return toBase64Url(new Uint8Array(bytes))
}
