// The sandbox’s two accounts, for the common tests of all adapters; its callbacks are kept as requests.
import { setTimeout as sleep } from 'node:timers/promises'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { createSandbox } from '#src/vendors/sandbox/sandbox.ts'
import {
  type PhoneChannel,
  type Reported,
  type ReportingHarness,
  type Scenario,
  publicBaseUrl,
  toRaw,
} from './harness.ts'

/** The magic endings of numbers for each scenario; WhatsApp reports an unknown number only after acceptance. */
const endings = {
  accepts: () => '0006',
  refuses: () => '0002',
  limits: () => '0009',
  'loses the answer': () => '0010',
  'fails later': (channel) => (channel === 'sms' ? '0013' : '0002'),
} satisfies Record<Scenario, (channel: PhoneChannel) => string>

export const sandboxHarness = (channel: PhoneChannel) => (): Promise<ReportingHarness> => {
  const kept = new Set<string>()
  const posted: RawRequest[] = []
  const create = (secret: string) =>
    createSandbox({
      keep: async ({ attemptId }) => void kept.add(attemptId),
      find: async (attemptId) => kept.has(attemptId),
      post: async ({ path, headers, body }) => {
        posted.push(toRaw({ url: publicBaseUrl + path, headers, body }))
        return 200
      },
      publicBaseUrl,
      secrets: (vendor) => [`${secret}-${vendor}`],
      emailFrom: 'Acme <no-reply@acme.example>',
      hangMs: 50,
      pace: 0,
    })
  const [sandbox, other] = [create('ours'), create('theirs')]
  const provider = sandbox.of('')[channel]
  const isWanted = (wanted: (event: VendorEvent) => boolean) => (request: RawRequest) =>
    provider.parseWebhook(request).some(wanted)
  async function find(wanted: (event: VendorEvent) => boolean): Promise<RawRequest> {
    for (let tries = 0; tries < 100; tries++) {
      const found = posted.findLast(isWanted(wanted))
      if (found) return found
      await sleep(20)
    }
    throw new Error('the sandbox has posted no such callback')
  }
  return Promise.resolve({
    provider,
    stranger: other.of('')[channel],
    channel,
    given: (scenario) => `+551198765${endings[scenario](channel)}`,
    arrived: () => kept.size,
    report: (deliveryStatus: Reported) =>
      find((event) => event.kind === 'status' && event.deliveryStatus === deliveryStatus),
    answer: () => find((event) => event.kind === 'inbound'),
    elsewhere: () =>
      channel === 'sms'
        ? toRaw({
            url: `${publicBaseUrl}/hooks/twilio/inbound`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: 'CallSid=CA1',
          })
        : toRaw({
            url: `${publicBaseUrl}/hooks/meta`,
            headers: { 'content-type': 'application/json' },
            body: '{"object":"whatsapp_business_account","entry":[]}',
          }),
    forge: (request) => ({
      ...request,
      rawBody: Buffer.concat([request.rawBody, Buffer.from(' ')]),
    }),
    close: async () => {
      sandbox.close()
      other.close()
    },
  })
}
