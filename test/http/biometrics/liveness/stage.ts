// What tests of liveness submissions send, each by a person and a device of its own.
import { expect } from 'vitest'
import type { Action } from '#src/biometrics/movement/rules.ts'
import { hashImage } from '#src/biometrics/devices/event.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeFace, whileWorking } from '#test/support/biometrics/engines.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'

export const pictures = await Promise.all([1, 2, 3, 4, 5].map((seed) => drawImage(seed)))
export const images = pictures.map((bytes) => bytes.toString('base64'))
export const hashes = pictures.map(hashImage)
export const pathOf = (id: string) => `/v1/transaction/${id}/facial-biometrics/liveness`

const yaws: Partial<Record<Action, number>> = { front: 0, left: -12, right: 12 }
/** What the engines see of who does as asked. */
export const facesFor = ({ actions }: Pick<Challenge, 'actions'>) =>
  actions.map((action) => [makeFace(yaws[action] ?? 0)])
/** One for each action. */
export const imagesFor = ({ actions }: Pick<Challenge, 'actions'>) =>
  images.slice(0, actions.length)
type Challenge = { readonly nonce: string; readonly actions: readonly Action[] }

export async function askChallenge(app: TestApp, id: string): Promise<Challenge> {
  const answer = await app.call('POST', `/v1/transaction/${id}/facial-biometrics/challenge`)
  expect(answer.status).toBe(201)
  return answer.json()
}

/** Each on a device of its own. */
export const signFor = ({ nonce, actions }: Challenge, changed: object = {}) => {
  const signed = hashes.slice(0, actions.length)
  return signOnNewDevice(payloadOf({ nonce, images: signed, iat: Date.now() / 1_000, ...changed }))
}

export const post = (
  app: TestApp,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
) => whileWorking(app.deps, id, app.call('POST', pathOf(id), { body, headers }))

/** A fresh document each, so that no count of velocity goes over. */
let made = 0
export const create = (app: TestApp) =>
  createTransaction(app, { document: String(10_000_000_000 + made++ * 7) })

type Rule = { readonly code: number; readonly status: number }

export const firedIn = ({ device }: { readonly device: { readonly rules: readonly Rule[] } }) =>
  device.rules.filter(({ status }) => status === 2).map(({ code }) => code)
