import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  confirmPage,
  donePage,
  gonePage,
  laterPage,
  pageHeaders,
} from '#src/messaging/tokens/page/page.ts'
import { pageLanguages, type PageLanguage } from '#src/messaging/messages/text/page-language.ts'

const hostile = `Tom & "Jerry" <script>alert('x')</script>`
const subjects = ['email', 'phone'] as const
const pages = (language: PageLanguage, brand: string) => [
  ...subjects.map((subject) => confirmPage({ language, brand, subject, nonce: 'n1' })),
  ...subjects.map((subject) => donePage({ language, brand, subject })),
  ...subjects.map((subject) => gonePage({ language, brand, subject })),
  ...subjects.map((subject) => laterPage({ language, brand, subject })),
]
const all = pageLanguages.flatMap((language) => pages(language, 'Acme'))

const styleOf = (page: string) => /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''

describe('the page behind the link', () => {
  test.each(all)(
    'states its language, its size and one heading, which is its title too (%#)',
    (page) => {
      expect(page).toMatch(/^<!doctype html>\s*<html lang="(pt-BR|en|es)">/)
      expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
      const headings = [...page.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, text]) => text)
      expect(headings).toHaveLength(1)
      expect(page).toContain(`<title>${headings[0]} · Acme</title>`)
    },
  )

  test.each(all)(
    'loads nothing, runs nothing, and its style is the one that the policy allows (%#)',
    (page) => {
      expect(page).not.toMatch(
        /<script|<link|<img|<iframe|src=|href=|url\(|@import|\son\w+=|style="/i,
      )
      const hash = createHash('sha256').update(styleOf(page)).digest('base64')
      expect(pageHeaders()['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`)
    },
  )

  test('has the colour and the logo of its tenant, and its policy allows them and nothing else', () => {
    const look = { colour: '#123456', logo: 'data:image/png;base64,AAAA' }
    const page = gonePage({ language: 'en', brand: 'Acme', subject: 'email', look })
    expect(page).toContain('<img src="data:image/png;base64,AAAA" alt="Acme" height="32" />')
    const [, , own = ''] = /<style>(.*?)<\/style>\s*<style>(.*?)<\/style>/s.exec(page) ?? []
    expect(own).toContain('--button:#123456;--on-button:#fff')
    const hash = createHash('sha256').update(own).digest('base64')
    const policy = pageHeaders(look)['Content-Security-Policy']
    expect(policy).toContain(`'sha256-${hash}'`)
    expect(policy).toContain('img-src data:;')
  })

  test('is not kept, not framed, not indexed, and tells nobody where the link was', () => {
    expect(pageHeaders()).toMatchObject({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': expect.stringMatching(
        /default-src 'none'.*form-action 'self'.*base-uri 'none'.*frame-ancestors 'none'/,
      ),
    })
  })

  test('has one button, whose POST to its own address carries the nonce', () => {
    const page = confirmPage({ language: 'pt', brand: 'Acme', subject: 'email', nonce: '"><b>' })
    expect(page.match(/<form method="post">/g)).toHaveLength(1)
    expect(page.match(/<button type="submit">\s*Confirmar e-mail\s*<\/button>/g)).toHaveLength(1)
    expect(page).toMatch(/<input\s+type="hidden"\s+name="nonce"\s+value="&quot;&gt;&lt;b&gt;"/)
  })

  test('that follows the button has none, and gives its heading the focus', () => {
    for (const page of [...pages('pt', 'Acme').slice(2), ...pages('en', 'Acme').slice(2)]) {
      expect(page).not.toContain('<form')
      expect(page).toContain('<h1 tabindex="-1" autofocus>')
    }
  })

  test('has a button of at least 48 px with a focus that shows', () => {
    expect(Number(/min-height: (\d+)px/.exec(styleOf(all[0] ?? ''))?.[1])).toBeGreaterThanOrEqual(
      48,
    )
    expect(styleOf(all[0] ?? '')).toContain('button:focus-visible { outline: 3px')
  })

  test.each([...pages('pt', hostile), ...pages('en', hostile)])(
    'shows a name as text, never as markup (%#)',
    (page) => {
      expect(page).not.toContain('<script')
      expect(page).toContain('Tom &amp; &quot;Jerry&quot; &lt;script&gt;')
    },
  )
})
