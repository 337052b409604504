// What an operator writes of the person when they pause and end a transaction: by the API it is kept sealed, and in Temporal
// it is refused.
import { Client, Connection } from '@temporalio/client'
import type { OwnStack } from '#test/support/servers/own-stack.ts'
import { person } from '#test/support/person.ts'
import { type ActUpdate, actUpdates, workflowId } from '#workflows/messages.ts'
import type { PrivacyClient } from './client.ts'

/** Why, in the operator's words. */
export const reasons = {
  api: `A ${person.name} ligou e pediu uma pausa`,
  temporal: 'Pedido da Radegundis Ploszczynska, pelo telefone',
} as const

export async function driveActs(stack: OwnStack, client: PrivacyClient): Promise<void> {
  const { call, create, hasHappened } = client
  const id = await create({})
  await call('POST', `/v1/transaction/${id}/emails/tokens`)
  await hasHappened(id, 'challenge-accepted')
  const connection = await Connection.connect({ address: stack.temporalAddress })
  const run = new Client({ connection }).workflow.getHandle(workflowId(id))
  const asked: { args: [ActUpdate] } = { args: [{ reason: reasons.temporal }] }
  const refused = await run.executeUpdate(actUpdates.pause, asked).catch((error: unknown) => error)
  if (!(refused instanceof Error)) throw new Error('a sentence was taken as a code')
  await run.executeUpdate(actUpdates['try-now'], { args: [{ reason: 'a-code' }] }).catch(() => undefined) // prettier-ignore
  for (const act of ['pause', 'resume', 'end']) {
    const { status } = await call('POST', `/v1/transaction/${id}/agenda/${act}`, {
      body: { reason: reasons.api },
    })
    if (status !== 200) throw new Error(`${act} answered ${status}`)
  }
  await connection.close()
}
