// Finds Chromium on the machine: by `CHROMIUM_PATH`, else on `PATH`. Nothing is downloaded.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of the browser; undefined when there is none. */
export function findBrowser(): string | undefined {
  // oxlint-disable-next-line node/no-process-env -- says where this machine has its browser
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH
  return PATH.split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** Containers have no user namespaces and no graphics, and no page needs a spare renderer process. */
export const always = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--renderer-process-limit=1',
]
