// Chromium, where the machine has one: `CHROMIUM_PATH`, else on `PATH`. Nothing is downloaded.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Where a browser is; undefined where there is none, and the tests of pages are skipped. */
export function findBrowser(): string | undefined {
  // oxlint-disable-next-line node/no-process-env -- says where this machine has its browser
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH
  return PATH.split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

export function openBrowser(executablePath: string): Promise<Browser> {
  // Containers have no user namespaces and no graphics.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  return chromium.launch({ executablePath, args })
}
