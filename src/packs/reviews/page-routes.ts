// Serves the page on which people decide reviews.
import { join } from 'node:path'
import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'

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

/** `/reviews` and the files it loads, all without a credential. */
export function reviewPageRoutes(): Mounted[] {
  return serveFiles({
    path: '/reviews',
    folder: join(import.meta.dirname, 'page'),
    page: 'reviews.html',
    files: ['reviews.css', ...scripts.map((name) => `${name}.js`)],
    tag: 'Reviews',
    hasPictures: true,
  })
}
