// One person from the transaction to the pack's answer, in the sandbox; the journey of the README.
import { type Atesta, AtestaProblem, type PackAnswer, take, waitForPack } from 'atesta-client'

export async function journey(atesta: Atesta, email: string): Promise<PackAnswer> {
  const { id } = await take(
    atesta.POST('/v1/transaction', {
      body: { documentType: 'CPF', document: '529.982.247-25', name: 'Ana Exemplo', email },
    }),
  )
  const params = { path: { id } }
  const sent = await take(atesta.POST('/v1/transaction/{id}/emails/tokens', { params }))
  console.log(`${sent.status} until ${sent.expirationTime}`)

  const code = await readMail(atesta, id)
  try {
    await atesta.POST('/v1/transaction/{id}/emails/tokens/validation', {
      params,
      body: { code: code === '000000' ? '000001' : '000000' },
    })
  } catch (error) {
    if (!(error instanceof AtestaProblem) || error.code !== 'code-mismatch') throw error
    console.log(`wrong: ${error.problem.checksLeft} checks left`)
  }
  await atesta.POST('/v1/transaction/{id}/emails/tokens/validation', { params, body: { code } })
  return waitForPack(atesta, { packName: 'basic', transactionId: id })
}

/** As the person would: the sandbox writes to an outbox. */
async function readMail(atesta: Atesta, transactionId: string): Promise<string> {
  for (;;) {
    const query = { transactionId }
    const messages = await take(atesta.GET('/v1/sandbox/messages', { params: { query } }))
    const code = messages[0]?.code
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
