// Serves the page of packs, their runs and their statistics.

import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'

const styles = ['packs', 'figures']
const scripts = [
  'packs',
  'audit-view',
  'backtests',
  'cases',
  'difference-view',
  'drawing',
  'fields',
  'funnel',
  'list-view',
  'pack-view',
  'parts',
  'report',
  'rollout',
  'rollout-dialog',
  'run-view',
  'statistics',
]

/** `/packs` and the files it loads, all without a credential. */
export function packPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/packs',
    folder: import.meta.dirname,
    page: 'packs.html',
    files: [...styles.map((name) => `${name}.css`), ...scripts.map((name) => `${name}.js`)],
    tag: 'Packs',
    hasPictures: true,
  })
}
