// The steps that people walk in either language: what is asked of them, and the code from their e-mail.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '#test/workflow/client.ts'
import { type Made, press, see, untilTitle } from './person.ts'

const words = {
  pt: {
    entry: 'Confirme sua identidade',
    start: /Começar|Continuar neste computador/,
    consent: 'O que vamos pedir',
    code: 'Código',
    failed: /^Erro: /,
  },
  en: {
    entry: 'Confirm your identity',
    start: /Start|Continue on this computer/,
    consent: 'What we ask for',
    code: 'Code',
    failed: /^Error: /,
  },
} as const

export type Language = keyof typeof words

/** From the link to where they are asked whether they agree. */
export async function readConsent(page: Page, language: Language): Promise<void> {
  const { entry, start, consent } = words[language]
  await untilTitle(page, entry)
  await see(page, `${language}-1-entry`)
  await press(page, start)
  await untilTitle(page, consent)
  await see(page, `${language}-2-consent`)
}

/** A wrong code, then the one that was sent; the field has the focus. */
export async function enterCodes(
  page: Page,
  language: Language,
  { id, client }: Pick<Made, 'id' | 'client'>,
): Promise<void> {
  const { code: label, failed } = words[language]
  // It goes on at the last digit, without a press.
  await page.getByLabel(label).fill('000000')
  await page.getByRole('alert').waitFor()
  expect(await page.title()).toMatch(failed)
  await see(page, `${language}-3-email-wrong`)
  const { code = '' } = await until(async () =>
    (await client.messages(id)).find(({ channel }) => channel === 'email'),
  )
  await page.getByLabel(label).fill(code)
}
