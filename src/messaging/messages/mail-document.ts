// A mail as a document that the console frames: it runs nothing and loads nothing.
import { logoCid } from './templates/mail.ts'

/** With the logo where a mail program shows the attached one; without one nothing stands there. */
export const mailDocument = (html: string, logo = 'data:,'): string =>
  html.replaceAll(`cid:${logoCid}`, logo)

export const mailHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
} as const
