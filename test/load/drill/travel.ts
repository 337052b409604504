// The journeys by which a drill checks that the service works.
import { addressOf } from '#test/load/people.ts'
import type { Caller } from '#test/support/caller.ts'
import { type Challenge, answerChallenge } from '#test/support/biometrics/selfies.ts'
import { hold, insist } from './part.ts'

export const codeOf = (caller: Caller, id: string): Promise<string> =>
  insist(30, async () => {
    const [message] = await caller.messages(id)
    if (!message) throw new Error('no message has come')
    return message.code
  })

export const packOf = async (caller: Caller, id: string) =>
  (await caller.queryPack(id, 20)).body['status']

/** Runs a journey from the transaction to its pack. */
export async function travel(caller: Caller): Promise<string> {
  const id = await caller.create(addressOf())
  await caller.askToken(id)
  hold((await caller.validate(id, await codeOf(caller, id))).status === 200, 'a code is not taken')
  hold((await packOf(caller, id)) === 'completed', 'a pack does not come to its end')
  return id
}

export async function takeSelfie(caller: Caller, id: string): Promise<void> {
  const path = `/v1/transaction/${id}/facial-biometrics`
  const asked = await caller.send<Challenge>('POST', `${path}/challenge`)
  const answer = await insist(60, async () => {
    const taken = await caller.send('POST', `${path}/liveness`, await answerChallenge(asked.body))
    if (taken.status !== 201) throw new Error(`a selfie is answered ${taken.status}`)
    return taken
  })
  hold(answer.body['livenessStatus'] !== undefined, 'a selfie has no verdict')
}
