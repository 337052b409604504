// Serves the files that pages of several capabilities load.
import type { Mounted } from '#src/platform/http/route.ts'
import { serveFiles } from './files.ts'

const files = [
  'api.js',
  'cards.css',
  'choices.css',
  'controls.css',
  'element.js',
  'frame.css',
  'parts.js',
  'pictures.js',
  'reading.js',
  'shell.js',
  'time.js',
  'timeline.js',
  'token.js',
]

export const sharedPageRoutes = (): Mounted[] =>
  serveFiles({ path: '/pages', folder: import.meta.dirname, files, tag: 'Pages' })

export const pages = { name: 'pages', routes: sharedPageRoutes }
