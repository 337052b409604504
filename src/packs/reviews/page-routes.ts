// Serves the page on which people decide reviews.
import { join } from 'node:path'
import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'
import type { ShellPage } from '#src/platform/pages/shell-page.ts'

const page: ShellPage = {
  name: 'Reviews',
  styles: ['/pages/choices.css', '/reviews/reviews.css'],
  script: '/reviews/reviews.js',
  welcome: {
    title: 'What the service leaves to a person',
    lead: 'Runs of packs and steps of verification links that need somebody to look. You get one at a time, the most urgent first, and it is yours for 15 minutes.',
    label: 'Your token',
    hint: 'It needs the scope <code>reviews:write</code>, stays in this tab and goes only to this service.',
    button: 'Show the reviews',
  },
}

const scripts = [
  'decide',
  'decided-view',
  'evidence',
  'keys',
  'queue-view',
  'review-view',
  'reviews',
  'words',
]

/** The route `/reviews` and those of its files, all without a credential. */
export function reviewPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/reviews',
    folder: join(import.meta.dirname, 'page'),
    page,
    files: ['reviews.css', ...scripts.map((name) => `${name}.js`)],
    tag: 'Reviews',
    hasPictures: true,
  })
}
