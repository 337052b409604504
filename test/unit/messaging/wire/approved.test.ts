import { expect, test } from 'vitest'
import { approvedIn } from '#src/messaging/wire/approved.ts'
import { createZenvia } from '#src/vendors/zenvia/adapter.ts'

const text = '{brand} quer confirmar: foi você?'
const templates = { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm_v1', language: 'pt_BR', text } } }

test('what is shown of a message is the approved wording, in the language that is sent', () => {
  const approvedFor = approvedIn(templates)
  expect(approvedFor('whatsapp-2fa', 'pt-BR')).toEqual({ language: 'pt-BR', text })
  expect(approvedFor('whatsapp-2fa', 'en')).toEqual({ language: 'pt-BR', text })
  expect(approvedFor('sms-2fa', 'pt-BR')).toBeUndefined()
  expect(approvedIn()('whatsapp-2fa', 'pt-BR')).toBeUndefined()
  expect(approvedIn({ 'whatsapp-2fa': { en: 'HX1' } })('whatsapp-2fa', 'en')).toEqual({
    language: 'en',
  })
})

test('Zenvia is believed by its header, by the old one and the new one while they rotate', () => {
  const account = createZenvia({
    id: 'zenvia',
    token: 't',
    senders: { sms: 'acme' },
    shared: false,
    webhookHeader: { name: 'X-Atesta-Key', value: ['new one', 'old one'] },
  })
  const request = (headers: Record<string, string>) => ({
    method: 'POST',
    url: 'https://id.example.test/hooks/zenvia',
    headers,
    rawBody: new Uint8Array(),
  })
  const isBelieved = (headers: Record<string, string>) => account.verifyWebhook(request(headers))
  expect(isBelieved({ 'x-atesta-key': 'new one' })).toBe(true)
  expect(isBelieved({ 'x-atesta-key': 'old one' })).toBe(true)
  expect(isBelieved({ 'x-atesta-key': 'another' })).toBe(false)
  expect(isBelieved({})).toBe(false)
})
