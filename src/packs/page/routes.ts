// Serves the page of packs, their runs and their statistics.

import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'
import type { ShellPage } from '#src/platform/pages/shell-page.ts'

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

const page: ShellPage = {
  name: 'Packs',
  styles: ['/packs/packs.css', '/packs/figures.css'],
  script: '/packs/packs.js',
  welcome: {
    title: 'What runs, and what became of it',
    lead: 'This page shows the packs of a tenant: each version as a picture and in words, what is live, what became of the runs, and what another version would have decided.',
    label: 'Token of a tenant',
    button: 'Show the packs',
  },
}

/** The route `/packs` and those of its files, all without a credential. */
export function packPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/packs',
    folder: import.meta.dirname,
    page,
    files: [...styles.map((name) => `${name}.css`), ...scripts.map((name) => `${name}.js`)],
    tag: 'Packs',
    hasPictures: true,
  })
}
