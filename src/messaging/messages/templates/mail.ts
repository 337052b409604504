// The mail of an e-mail token, as text and as HTML. Mail programs support little CSS, so it uses tables and inline
// styles and loads nothing; where styles are ignored it is plain black on white.
import { html, raw } from 'hono/html'
import { type Language, languageTags } from '../text/language.ts'
import { renderDocument } from '../text/markup.ts'
import { textOn } from '../text/contrast.ts'
import { fillMailWords, type MailWording } from './mail-words.ts'

export type TokenMail = {
  readonly language: Language
  /** The name of the asking company. */
  readonly brand: string
  readonly code: string
  readonly link: string
  readonly validMinutes: number
  /** The purpose that is confirmed, if the client gave one. */
  readonly purpose?: string | undefined
  /** The tenant’s own words, the colour of the button, and whether there is a logo above the text. */
  readonly words?: MailWording | undefined
  readonly colour?: string | undefined
  readonly hasLogo?: boolean
}

/** The content id by which the HTML refers to the attached logo, so that nothing is loaded from outside. */
export const logoCid = 'logo@atesta'

/** The subject does not hold the code, because subjects show on lock screens and in mail servers’ logs. */
export function writeTokenMail(mail: TokenMail): { subject: string; text: string; html: string } {
  const brand = mail.brand.replace(/\s+/g, ' ').trim()
  const words = fillMailWords(mail.language, { brand, minutes: mail.validMinutes }, mail.words)
  return {
    // A header must be one line, whatever the brand contains.
    subject: words.subject.replace(/\s+/g, ' '),
    text: writeText(mail, words),
    html: writeHtml(mail, words, brand),
  }
}

type Words = ReturnType<typeof fillMailWords>

const ownColour = '#2b59c3'

function writeText({ code, link, purpose }: TokenMail, words: Words): string {
  return [
    words.title,
    ...(purpose === undefined ? [] : [`${words.purposeLead} ${purpose}`]),
    words.codeLead,
    `    ${code}`,
    `${words.linkLead}\n${link}`,
    words.validity,
    `${words.notYouTitle}\n${words.notYou}`,
    `${words.automatic}\n`,
  ].join('\n\n')
}

const font =
  'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const mono = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,Courier New,monospace'

const darkStyle = `
  @media (prefers-color-scheme: dark) {
    .page { background: #12161d !important; }
    .card { background: #1b212b !important; border-color: #2c3544 !important; }
    .ink { color: #e4e8ef !important; }
    .soft { color: #a9b3c4 !important; }
    .code { background: #242c39 !important; border-color: #38445a !important; color: #ffffff !important; }
    .line { border-color: #2c3544 !important; }
    .address { color: #8fb0ff !important; }
  }
  @media (max-width: 480px) { .inner { padding: 28px 20px !important; } }`

const paragraph = (style: string, className: string, text: unknown) =>
  html`<p
    class="${className}"
    style="margin:0 0 16px;${font};font-size:16px;line-height:1.55;${raw(style)}"
  >
    ${text}
  </p>`

function writeHtml(
  { language, code, link, purpose, colour, hasLogo = false }: TokenMail,
  words: Words,
  brand: string,
): string {
  const onButton = textOn(colour)
  const button = onButton === undefined ? ownColour : (colour ?? ownColour)
  return renderDocument(
    html`<!doctype html>
      <html lang="${languageTags[language]}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <meta name="format-detection" content="telephone=no" />
          <title>${words.subject}</title>
          ${raw(`<style>${darkStyle}</style>`)}
        </head>
        <body class="page" style="margin:0;padding:0;background:#f3f5f9">
          <div style="display:none;max-height:0;overflow:hidden">${words.validity}</div>
          <table
            role="presentation"
            class="page"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            border="0"
            style="background:#f3f5f9"
          >
            <tr>
              <td align="center" style="padding:32px 12px">
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  style="max-width:520px"
                >
                  <tr>
                    <td
                      class="soft"
                      style="padding:0 4px 16px;${font};font-size:15px;font-weight:600;color:#5b6577"
                    >
                      ${
                        hasLogo
                          ? html`<img
                              src="cid:${logoCid}"
                              alt="${brand}"
                              height="40"
                              style="display:block;height:40px;width:auto;max-width:240px;border:0"
                            />`
                          : brand
                      }
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="card inner"
                      style="background:#ffffff;border:1px solid #e2e6ee;border-radius:16px;padding:36px 40px"
                    >
                      <h1
                        class="ink"
                        style="margin:0 0 12px;${font};font-size:24px;line-height:1.25;font-weight:700;color:#1c2330"
                      >
                        ${words.title}
                      </h1>
                      ${
                        purpose === undefined
                          ? ''
                          : paragraph(
                              'color:#1c2330',
                              'ink',
                              html`${words.purposeLead} <strong>${purpose}</strong>`,
                            )
                      }
                      ${paragraph('color:#1c2330', 'ink', words.codeLead)}
                      <table
                        role="presentation"
                        width="100%"
                        cellpadding="0"
                        cellspacing="0"
                        border="0"
                        style="margin:4px 0 24px"
                      >
                        <tr>
                          <td
                            align="center"
                            class="code"
                            style="padding:18px 8px 18px 16px;background:#f3f5f9;border:1px solid #dde2ec;border-radius:12px;${mono};font-size:34px;line-height:1.2;font-weight:700;letter-spacing:8px;color:#1c2330"
                          >
                            ${code}
                          </td>
                        </tr>
                      </table>
                      ${paragraph('color:#1c2330', 'ink', words.buttonLead)}
                      <table
                        role="presentation"
                        width="100%"
                        cellpadding="0"
                        cellspacing="0"
                        border="0"
                        style="margin:0 0 24px"
                      >
                        <tr>
                          <td align="center" bgcolor="${button}" style="border-radius:12px">
                            <a
                              href="${link}"
                              style="display:block;padding:16px 24px;${font};font-size:17px;line-height:1.2;font-weight:600;color:${onButton ?? '#ffffff'};text-decoration:none;border-radius:12px"
                              >${words.button}</a
                            >
                          </td>
                        </tr>
                      </table>
                      ${paragraph('color:#5b6577;font-size:14px', 'soft', words.validity)}
                      <p
                        class="soft line"
                        style="margin:0;padding:16px 0 0;border-top:1px solid #e2e6ee;${font};font-size:13px;line-height:1.5;color:#5b6577"
                      >
                        ${words.addressLead}<br /><a
                          class="address"
                          href="${link}"
                          style="color:#2b59c3;word-break:break-all"
                          >${link}</a
                        >
                      </p>
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="soft"
                      style="padding:20px 4px 0;${font};font-size:13px;line-height:1.55;color:#5b6577"
                    >
                      <strong class="ink" style="color:#1c2330">${words.notYouTitle}</strong>
                      ${words.notYou}<br /><br />${words.automatic}
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </body>
      </html>`,
  )
}

/** Replaces the reference to the attached logo, which only a mail program can follow, by the logo itself. */
export const mailDocument = (html: string, logo = 'data:,'): string =>
  html.replaceAll(`cid:${logoCid}`, logo)

export const mailHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
} as const
