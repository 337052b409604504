// A test call, which belongs to no transaction: it shows whether the endpoint can be reached and accepts our signature.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { createSigners } from '#src/journey/receivers/secrets.ts'
import { newId } from '#src/platform/ids.ts'
import type { EndpointAnswer } from './answer-rules.ts'
import type { EndpointTest } from './schema.ts'
import { type Reaching, sendTo } from './send.ts'
import { readHeaders } from './store.ts'
import type { Endpoint } from './table.ts'

/** The type in the body of a test; the call of a step has another one. */
export const testType = 'endpoint.test'

export type Testing = Reaching & {
  readonly sealer: Sealer
  readonly signers: ReturnType<typeof createSigners>
}

/** Sends a test call while holding no database connection. */
export async function testEndpoint(testing: Testing, endpoint: Endpoint): Promise<EndpointTest> {
  const signers = await testing.signers(endpoint)
  const headers = await readHeaders(testing.sealer, endpoint)
  const [id, sentAt, begun] = [newId(), Date.now(), performance.now()]
  const timestamp = new Date(sentAt).toISOString()
  const body = JSON.stringify({ type: testType, timestamp, data: { callId: id } })
  const signal = AbortSignal.timeout(endpoint.timeoutMs + 500)
  const answer = await sendTo(testing, { endpoint, signers, headers }, { id, body, sentAt }, signal)
  const durationMs = Math.round(performance.now() - begun)
  return { outcome: answer.kind, ...codeOf(answer), durationMs }
}

const codeOf = (answer: EndpointAnswer) => ('code' in answer ? { code: answer.code } : {})
