// A browser for the tests of a file; without one on the machine they are skipped.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { always, findBrowser } from './chromium.ts'

export type Opened = {
  readonly page: Page
  /** All errors of the console, including those of the Content Security Policy, and all uncaught exceptions. */
  readonly faults: readonly string[]
  /** The URLs of all requests. */
  readonly asked: readonly string[]
}

export type FileBrowser = {
  readonly isMissing: boolean
  /** Opens a page in its own context, which is closed at the end of the test; its default height is 900 pixels. */
  open(url: string, options?: OpenOptions): Promise<Opened>
}

export type OpenOptions = BrowserContextOptions & {
  readonly width?: number
  /** A script that runs before those of each page. */
  readonly script?: string
}

/** One browser for the tests of a file, which are skipped without it: `describe.skipIf(browser.isMissing)`. */
export function useBrowser({ args = [], ...options }: LaunchOptions = {}): FileBrowser {
  const executablePath = findBrowser()
  let browser: Browser | undefined
  beforeAll(async () => {
    if (executablePath === undefined) return
    browser = await chromium.launch({ ...options, executablePath, args: [...always, ...args] })
  })
  afterAll(() => browser?.close())

  return {
    isMissing: executablePath === undefined,
    async open(url, { width = 1280, script, ...context } = {}) {
      if (!browser) throw new Error('this machine has no browser')
      const opened = await browser.newContext({ viewport: { width, height: 900 }, ...context })
      opened.setDefaultTimeout(90_000)
      onTestFinished(() => opened.close())
      if (script !== undefined) await opened.addInitScript(script)
      const page = waitForDialogs(await opened.newPage())
      const faults: string[] = []
      const asked: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(url)
      return { page, faults, asked }
    },
  }
}

/**
 * The step back of a dialog that has closed takes some milliseconds, and would leave a page that was loaded meanwhile:
 * `goto` waits for it.
 */
function waitForDialogs(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (...asked) => {
    // From outside, because the console's policy lets nothing in the page evaluate a text.
    await expect
      .poll(
        () => page.evaluate('!history.state?.dialog || !!document.querySelector("dialog[open]")'),
        { timeout: 5_000 },
      )
      .toBe(true)
    return goto(...asked)
  }
  return page
}

/** Saves a screenshot in the folder `PICTURES`, if that variable is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- says where pictures are wanted
  const { PICTURES } = process.env
  if (PICTURES === undefined) return
  await page.screenshot({ path: join(PICTURES, `atesta-${name}.png`), fullPage: true })
}

/** Whether the page has to be scrolled sideways. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth')

const every = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const rules = { all: every, colours: { type: 'rule', values: ['color-contrast'] } }

/** The source is taken from axe’s package itself: its Playwright driver takes three times as long. */
const require = createRequire(import.meta.url)
const axe = createRequire(require.resolve('@axe-core/playwright'))
/**
 * Escaped, because its four characters outside Latin-1 would make the page store the whole text in two bytes per
 * character.
 */
const axeSource = readFileSync(axe.resolve('axe-core/axe.min.js'), 'utf8').replaceAll(
  /[\u0080-\uffff]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/**
 * The violations that axe finds on the page: each rule with the elements that break it. `colours`: only rules that
 * depend on the colour scheme.
 */
export async function findViolations(
  page: Page,
  what: keyof typeof rules = 'all',
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axeSource};0`)
  const options = { resultTypes: ['violations'], runOnly: rules[what] }
  // Safe because these are the members of axe’s results.
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Phone and desktop, in the dark and the light scheme; the second scheme can only change colours. */
const sizes = [
  ['phone', 320, 'dark', 'all'],
  ['phone', 320, 'light', 'colours'],
  ['desk', 1280, 'dark', 'all'],
  ['desk', 1280, 'light', 'colours'],
] as const

/**
 * Checks a page of the console, or another one, once it has loaded: screenshots in all sizes, no horizontal scrolling, and no violations
 * by axe.
 */
export async function lookAtPage(
  page: Page,
  name: string,
  loaded = '.shell-main h1',
): Promise<void> {
  await page.locator(loaded).first().waitFor()
  for (const [size, width, colorScheme, rule] of sizes) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await keepPicture(page, `${name}-${size}-${colorScheme}`)
    const seen = [name, size, colorScheme]
    expect([...seen, await findViolations(page, rule)]).toEqual([...seen, []])
    expect([...seen, await isTooWide(page)]).toEqual([...seen, false])
  }
}

/** The URLs of other servers that a page has requested. */
export const askedElsewhere = (asked: readonly string[], own: string): string[] =>
  asked.filter((url) => !url.startsWith(`${own}/`) && !/^(data|blob|about):/.test(url))
