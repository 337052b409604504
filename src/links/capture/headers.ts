// The response headers of the hosted pages: each page allows the browser only what its own step needs.
import { type PageLanguage, pageTags } from '#src/messaging/messages/text/page-language.ts'

export type PageNeeds = 'form' | 'document' | 'face'

const own = {
  form: { 'script-src': "'self'", 'img-src': "'self' data:", 'connect-src': "'self'" },
  document: {
    'script-src': "'self'",
    'img-src': "'self' data: blob:",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'media-src': "'self' blob:",
  },
  face: {
    'script-src': "'self' 'wasm-unsafe-eval'",
    'img-src': "'self' data: blob:",
    'connect-src': "'self' blob: data:",
    'worker-src': "'self' blob:",
    'media-src': "'self' blob:",
  },
} as const satisfies Record<PageNeeds, Readonly<Record<string, string>>>

/**
 * `formTargets` are origins to which a form may redirect, which browsers check too. `framedBy` are origins that may
 * frame the page; X-Frame-Options takes no list, and would refuse them.
 */
export function pageHeaders(
  needs: PageNeeds,
  {
    nonce,
    language,
    formTargets = [],
    framedBy = [],
  }: {
    readonly nonce: string
    readonly language: PageLanguage
    readonly formTargets?: readonly string[]
    readonly framedBy?: readonly string[]
  },
): Record<string, string> {
  const policy: Record<string, string> = {
    'default-src': "'none'",
    ...own[needs],
    'style-src': `'self' 'nonce-${nonce}'`,
    'form-action': ["'self'", ...formTargets].join(' '),
    'base-uri': "'none'",
    'frame-ancestors': framedBy.length === 0 ? "'none'" : framedBy.join(' '),
  }
  const camera = needs === 'form' ? '()' : '(self)'
  return {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Language': pageTags[language],
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'Permissions-Policy': `camera=${camera}, microphone=(), geolocation=(), payment=(), usb=(), display-capture=()`,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(framedBy.length === 0 && { 'X-Frame-Options': 'DENY' }),
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  }
}
