// What an installation can switch off: pages, and the sandbox.
import type { Config } from '#src/main/config/config.ts'
import type { Mounted } from '#src/platform/http/route.ts'

export type Switches = Pick<Config, 'SANDBOX' | 'DOCS_PAGE' | 'SANDBOX_PAGE' | 'PACKS_PAGE'>

const allOn: Switches = { SANDBOX: true, DOCS_PAGE: true, SANDBOX_PAGE: true, PACKS_PAGE: true }

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Whether a route is served. */
export function isServed({ route }: Mounted, switches: Switches = allOn): boolean {
  const [path] = route.paths
  if (!switches.SANDBOX && isBelow(path, '/v1/sandbox')) return false
  if (!(switches.SANDBOX && switches.SANDBOX_PAGE) && isBelow(path, '/sandbox')) return false
  if (!switches.PACKS_PAGE && isBelow(path, '/packs')) return false
  return switches.DOCS_PAGE || !(path === '/' || isBelow(path, '/docs'))
}
