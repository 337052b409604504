// A person with a phone before the hosted page: what they press, what they see, and what it must never show.
import { expect } from 'vitest'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { findViolations, isTooWide, keepPicture } from '#test/support/browser.ts'
import type { TestClient } from '#test/workflow/client.ts'

export const phone = {
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  permissions: ['camera'],
} as const satisfies BrowserContextOptions

export const dataFile = (name: string): string =>
  new URL(`../../data/${name}`, import.meta.url).pathname

/** A camera that plays a file: it is fixed for a browser. */
export const cameraOf = (name: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${dataFile(`capture/${name}`)}`,
]

/** The person of the specimen `cnh-1.jpg`. */
export const maria = {
  documentType: 'cpf',
  document: '52998224725',
  name: 'Maria Exemplo da Silva',
  birthdate: '1987-03-14',
  phone: { countryCode: 55, areaCode: 11, number: 987_655_678 },
}

export type Made = { readonly id: string; readonly link: string }

export async function makeLink(client: TestClient, fields: object): Promise<Made> {
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body: fields })
  const { link } = await client.ask<{ link: string }>('GET', `/v1/transaction/${id}/lvs`, 201)
  return { id, link }
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

/** The engines look at pictures meanwhile, on a machine that is busy with other tests. */
export const untilTitle = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 60_000 })

/** Nothing that axe finds, nothing to scroll sideways; a picture is left for whoever wants to look. */
export async function inspect(page: Page, name: string): Promise<void> {
  await keepPicture(page, `capture-${name}`)
  expect({ [name]: await findViolations(page) }).toEqual({ [name]: [] })
  expect({ [name]: await isTooWide(page) }).toEqual({ [name]: false })
}
