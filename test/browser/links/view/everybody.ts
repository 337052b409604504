// What everybody needs of a page: to reach all of it by the keyboard, in the order in which it stands, and to hear it.
import type { Page } from 'playwright-core'

/** What can be used, as the page shows it now; `tabindex=-1` is for scripts, and Tab comes to radios as to one. */
const usable = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((one) => !one.disabled && one.checkVisibility() && one.tabIndex >= 0)
  .filter((one, at, all) => one.type !== 'radio' || all.find(({ name }) => name === one.name) === one)`

/** Presses Tab through the page: whatever is not reached, in its turn, with a mark around it and on the screen. */
export async function tabThrough(page: Page): Promise<string[]> {
  // Safe because it is what the expression makes.
  const names = (await page.evaluate(`(() => {
    document.activeElement?.blur()
    getSelection()?.removeAllRanges()
    document.body.tabIndex = -1
    document.body.focus()
    return ${usable}.map((one, at) => (one.dataset.turn = at, one.innerText || one.name))
  })()`)) as string[]
  const wrong: string[] = []
  for (const [at, name] of names.entries()) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(`(() => {
      const one = document.activeElement
      if (one.dataset.turn !== '${at}') return 'not in its turn, but ' + (one.innerText || one.tagName)
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      if (outlineStyle === 'none' || outlineWidth === '0px') return 'without a mark'
      const { top, bottom, left, right } = one.getBoundingClientRect()
      return bottom <= 0 || top >= innerHeight || left < -1 || right > innerWidth + 1 ? 'off the screen' : ''
    })()`)
    if (fault !== '') wrong.push(`${name}: ${String(fault)}`)
  }
  return wrong
}

/** The tree as a screen reader has it, a line for each heading, alert and control; what has no name is a fault. */
export async function listen(page: Page): Promise<{ said: string[]; faults: string[] }> {
  const lines = (await page.locator('body').ariaSnapshot())
    .split('\n')
    .map((one) => one.trim().replace(/^- '(.*)':?$/, '- $1'))
  const said = lines.filter((one) => /^- (?:heading|alert|button|link|textbox)\b/.test(one))
  const nameless = said.filter((one) => /^- (?:button|link|textbox|heading)(?: \[|:?$)/.test(one))
  const headings = said.filter((one) => /^- heading .*\[level=1\]/.test(one))
  return {
    said,
    faults: [
      ...nameless.map((one) => `${one} has no name`),
      ...(headings.length === 1 ? [] : [`${headings.length} headings of the page`]),
      ...(lines.some((one) => one.startsWith('- main')) ? [] : ['no main']),
    ],
  }
}
