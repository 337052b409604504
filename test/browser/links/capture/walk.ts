// The steps that people walk in either language: what is asked of them, and the code from their e-mail.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '#test/workflow/client.ts'
import { type Made, press, see, untilTitle } from './person.ts'

const words = {
  pt: {
    entry: 'Confirme sua identidade',
    start: 'Começar',
    consent: 'O que vamos pedir',
    code: 'Código',
    confirm: 'Confirmar código',
    failed: /^Erro: /,
  },
  en: {
    entry: 'Confirm your identity',
    start: 'Start',
    consent: 'What we ask for, and why',
    code: 'Code',
    confirm: 'Confirm code',
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

/** A wrong code, then the one that was sent. */
export async function enterCodes(
  page: Page,
  language: Language,
  { id, client }: Pick<Made, 'id' | 'client'>,
): Promise<void> {
  const { code: label, confirm, failed } = words[language]
  await page.getByLabel(label).fill('000000')
  await press(page, confirm)
  await page.getByRole('alert').waitFor()
  expect(await page.title()).toMatch(failed)
  await see(page, `${language}-3-email-wrong`)
  const { code = '' } = await until(async () =>
    (await client.messages(id)).find(({ channel }) => channel === 'email'),
  )
  await page.getByLabel(label).fill(code)
  await press(page, confirm)
}
