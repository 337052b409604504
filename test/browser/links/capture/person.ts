// A person with a phone before the hosted page: what they press, what they see, and what it must never show.
import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { emailToken } from '#src/messaging/tokens/module.ts'
import { facialBiometrics } from '#src/biometrics/liveness/module.ts'
import { linkBiometrics } from '#src/links/lvs/rules.ts'
import { aiDocs } from '#src/biometrics/redoc/module.ts'
import { score } from '#src/risk/score/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import {
  type FileBrowser,
  findViolations,
  isTooWide,
  keepPicture,
} from '#test/support/browser/browser.ts'
import type { Service } from '#test/support/service.ts'
import { createTestClient, type TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'

/** What all tests of the file share. */
export type Stage = {
  readonly test: ReturnType<typeof withService>
  readonly browser: FileBrowser
  readonly camera: Camera
}

export const phone = {
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  permissions: ['camera'],
} as const satisfies BrowserContextOptions

export const dataFile = (name: string): string =>
  new URL(`../../../data/${name}`, import.meta.url).pathname

/** The person of the specimen `cnh-1.jpg`. */
export const maria = {
  documentType: 'cpf',
  document: '52998224725',
  name: 'Maria Exemplo da Silva',
  birthdate: '1987-03-14',
  phone: { countryCode: 55, areaCode: 11, number: 987_655_678 },
}

/** What the tenants of the file ask of a person, and a pack that waits for a link. */
const packs = [
  definePack('contact', 1, module(emailToken)),
  definePack('faces', 1, module(facialBiometrics)),
  definePack('digital', 1, module(aiDocs)),
  definePack('documents', 1, parallel(module(aiDocs), module(emailToken))),
  definePack(
    'whole',
    1,
    parallel(module(score), module(linkBiometrics), module(aiDocs), module(facialBiometrics)),
  ),
]

export type Made = {
  readonly id: string
  readonly link: string
  /** Of the tenant whose transaction it is. */
  readonly client: TestClient
}

/** A transaction and its link. `redirectUrl`: where the page leads back to. */
export async function makeLink(
  service: Service,
  tenant: string,
  fields: object = {},
  redirectUrl?: string,
): Promise<Made> {
  await publishPacks(service.services.db, packs)
  const client = createTestClient(service, { tenant })
  const body = { ...maria, email: `${randomUUID()}@example.com`, ...fields }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  const path = `/v1/transaction/${id}/lvs`
  const { link } = redirectUrl
    ? await client.ask<Pick<Made, 'link'>>('POST', path, 201, { body: { redirectUrl } })
    : await client.ask<Pick<Made, 'link'>>('GET', path, 201)
  return { id, link, client }
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

/** What is seldom needed stands behind it. */
export const openMore = (page: Page) => page.locator('#more > summary').click()

export const follow = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name }).first().click()

/** The engines look at pictures meanwhile, on a machine that is busy with other tests. */
export const patience = { timeout: 200_000 } as const

export const untilTitle = (page: Page, name: string | RegExp) =>
  orSayWhatIsShown(page, page.getByRole('heading', { level: 1, name }))

export const untilText = (page: Page, text: string | RegExp) =>
  orSayWhatIsShown(page, page.getByText(text).first())

/** A living face is inconclusive now and then (`docs/biometrics.md`), and the page asks for it again: three tries. */
export async function tryAgain(attempt: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; !(await attempt()); tries++) expect(tries).toBeLessThan(3)
}

/** Which page stood there instead says why nothing came. */
async function orSayWhatIsShown(page: Page, awaited: Locator): Promise<string> {
  try {
    await awaited.waitFor(patience)
    return await awaited.innerText()
  } catch (error) {
    const shown = await page.innerText('body', { timeout: 1_000 }).catch(() => 'nothing')
    throw new Error(`the page shows:\n${shown}`, { cause: error })
  }
}

/** From the link to its first step, by the words of the language. */
export async function start(
  page: Page,
  words: readonly (string | RegExp)[] = [/Começar|Continuar neste computador/, 'Concordo'],
): Promise<void> {
  for (const word of words) await press(page, word)
}

/** Nothing to scroll sideways, and pictures for whoever looks: what axe finds on such a page `view.test.ts` asks. */
export async function see(page: Page, name: string): Promise<void> {
  await keepPicture(page, `capture-${name}`)
  expect({ [name]: await isTooWide(page) }).toEqual({ [name]: false })
}

/** Nothing that axe finds either, in light and in the dark. */
export async function inspect(page: Page, name: string): Promise<void> {
  await see(page, name)
  const found = await findViolations(page)
  expect({ [name]: found }).toEqual({ [name]: [] })
  await page.emulateMedia({ colorScheme: 'dark' })
  await keepPicture(page, `capture-${name}-dark`)
  const inTheDark = await findViolations(page, 'colours')
  expect({ [`${name} in the dark`]: inTheDark }).toEqual({ [`${name} in the dark`]: [] })
  await page.emulateMedia({ colorScheme: 'light' })
}

export type Camera = {
  /** For the start of the browser. */
  readonly args: readonly string[]
  /** What it plays from now on, whenever a page opens it: a file of the test data, or any by its whole path. */
  show(film: string): void
}
