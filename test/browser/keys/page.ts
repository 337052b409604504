// Keys, sessions and the audit in a real browser on the running service: by keyboard alone, each act to its effect.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { consoleLink, signIn } from '#test/support/sign-in.ts'
import type { withService } from '#test/workflow/fixture.ts'

/** Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'tab' | 'checkbox' | 'textbox' = 'button',
) {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
  await wanted.waitFor()
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way to ${String(name)} by Tab`)
}

async function press(
  page: Page,
  ...of: Parameters<typeof tabTo> extends [Page, ...infer Rest] ? Rest : never
) {
  await tabTo(page, ...of)
  await page.keyboard.press('Enter')
}

export function keysPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('keys and audit of the console', () => {
    test('a key is made, shown once, used and revoked by keyboard alone, and the audit tells of it', async ({
      service,
    }) => {
      const claims = { tenant: `t-${randomUUID()}`, sub: 'ana' }
      const opened = await browser.open(await consoleLink(service, claims), { locale: 'en-GB' })
      const { page, faults, asked } = opened
      await page.goto(`${service.url}/console/keys`)
      await press(page, 'New key')
      await page.keyboard.type('onboarding backend')
      await tabTo(page, 'transactions:read', 'checkbox')
      await page.keyboard.press('Space')
      await press(page, 'Create')
      const key = await page.getByRole('group', { name: 'Secret' }).innerText()
      const read = () =>
        fetch(`${service.url}/v1/session`, { headers: { authorization: `Bearer ${key}` } })
      expect(await (await read()).json()).toMatchObject({ scopes: ['transactions:read'] })
      await press(page, 'I saved it')
      await page.getByText(key).waitFor({ state: 'detached' })
      await lookAtPage(page, 'keys')
      await press(page, /^Revoke/)
      await page.getByRole('dialog').getByText('cannot be undone').waitFor()
      await tabTo(page, 'Cancel')
      await press(page, 'Revoke')
      await page.getByText('revoked', { exact: true }).waitFor()
      await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(401)
      await page.goto(`${service.url}/console/audit`)
      await page.getByRole('link', { name: 'Key revoked' }).waitFor()
      await lookAtPage(page, 'audit')
      await page.getByLabel('What', { exact: true }).selectOption('api-key.created')
      await page.getByRole('link', { name: 'Key revoked' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Key created' }).press('Enter')
      await page.getByRole('dialog').getByText('scopes').waitFor()
      await page.reload()
      await page.getByRole('dialog').getByText('transactions:read').waitFor()
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })

    test('somebody sees where they are signed in, ends another browser, and signs out', async ({
      service,
    }) => {
      const claims = { tenant: `t-${randomUUID()}`, sub: 'ana', scope: 'transactions:read' }
      const ask = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init)
      const other = await signIn(service, ask, claims)
      const { page } = await browser.open(await consoleLink(service, claims), { locale: 'en-GB' })
      await page.goto(`${service.url}/console/keys?tab=sessions`)
      await page.getByText('Only your own are here').waitFor()
      await lookAtPage(page, 'sessions')
      await press(page, /^End:/)
      await tabTo(page, 'Cancel')
      await press(page, 'End')
      await page.getByText('Session ended').waitFor()
      expect((await other.call('GET', '/v1/session')).status).toBe(401)
      await page.getByRole('button', { name: 'Sign out: you' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).press('Enter')
      await page.getByText('You have signed out.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/console/signed-out')
      await page.goto(`${service.url}/console/audit?action=api-key.created`)
      await page.waitForURL(/\/console\/sign-in\?to=/)
    })
  })
}
