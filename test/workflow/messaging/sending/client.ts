// What a client of the service does with SMS and WhatsApp in these tests.
import type { SmsTokenRecord } from '#src/messaging/tokens/schema.ts'
import type { Sms2faRecord } from '#src/messaging/questions/schema.ts'
import type { Service } from '#test/support/service.ts'
import type { Claims } from '#test/support/token.ts'
import { createTestClient } from '#test/workflow/client.ts'

export function createPhoneClient(service: Service, claims: Claims = {}) {
  const client = createTestClient(service, claims)
  const { ask } = client
  return {
    ...client,
    /** A transaction whose first number is `phone`. */
    async createWith(phone: object, ...phones: object[]): Promise<string> {
      const body = { documentType: 'cpf', document: '52998224725', phone, phones }
      return (await ask<{ id: string }>('POST', '/v1/transaction', 201, { body })).id
    },
    askSms: (id: string) => ask<Sms2faRecord>('POST', `/v1/transaction/${id}/sms/2fa`, 201),
    /** The newest record. */
    async readSms(id: string): Promise<Sms2faRecord> {
      const [newest] = await ask<Sms2faRecord[]>('GET', `/v1/transaction/${id}/sms/2fa`, 200)
      if (!newest) throw new Error('there is no record')
      return newest
    },
    askSmsToken: (id: string) =>
      ask<SmsTokenRecord>('POST', `/v1/transaction/${id}/sms/tokens`, 201),
    validateSms: (id: string, code: string) =>
      ask<SmsTokenRecord>('POST', `/v1/transaction/${id}/sms/tokens/validation`, 200, {
        body: { code },
      }),
  }
}

export type PhoneClient = ReturnType<typeof createPhoneClient>
