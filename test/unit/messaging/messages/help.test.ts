import { describe, expect, test } from 'vitest'
import { measureSms } from '#src/messaging/messages/text/gsm.ts'
import { writeHelp } from '#src/messaging/messages/help.ts'

const yesNo = [
  { option: 1, label: 'Sim' },
  { option: 2, label: 'Não' },
]

describe('what somebody reads whose answer was not understood', () => {
  const common = { brand: 'Acme', replyCode: null, options: yesNo } as const

  test('names each answer as it can be typed, in the language of the question', () => {
    expect(writeHelp({ ...common, channel: 'whatsapp', language: 'pt' })).toBe(
      'Acme: não entendemos a sua resposta. Responda 1 para Sim ou 2 para Não.',
    )
    expect(
      writeHelp({
        ...common,
        channel: 'whatsapp',
        language: 'en',
        options: [...yesNo, { option: 3, label: 'Later' }],
      }),
    ).toBe('Acme: we did not understand your answer. Reply 1 for Sim, 2 for Não or 3 for Later.')
  })

  test('by SMS costs one message, with the code without which no answer counts', () => {
    const text = writeHelp({ ...common, channel: 'sms', language: 'pt', replyCode: '4711' })
    expect(text).toBe(
      'Acme: nao entendemos a sua resposta. Responda 4711 1 para Sim ou 4711 2 para Nao.',
    )
    expect(measureSms(text)).toMatchObject({ encoding: 'gsm-7', segments: 1 })
  })
})
