// Builds texts and labels: chooses the template and fills its placeholders.
import { z } from 'zod'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import type { Approved } from '#src/messaging/wire/approved.ts'
import { purposeMax } from './rules.ts'
import { toGsm } from './text/gsm.ts'
import { type Language, languageTags } from './text/language.ts'
import { builtIn, type Template, type Worded } from './templates/built-in.ts'
import { findFaults, isSms } from './templates/check.ts'
import { findMailFaults, MailWording } from './templates/mail-words.ts'
import { writeTokenMail } from './templates/mail.ts'

const Wording = z.strictObject({
  text: z.string().min(1),
  options: z.strictObject({ 1: z.string(), 2: z.string() }).exactOptional(),
  /** The option that is the yes, where its label does not show it. */
  yes: z.literal([1, 2]).exactOptional(),
  /** The text for messages with a purpose, which replaces `{purpose}`; without such a text the purpose is appended. */
  purposeText: z.string().min(1).exactOptional(),
})
const ByLanguage = z.strictObject({ 'pt-BR': Wording.exactOptional(), en: Wording.exactOptional() })

/** Wordings of a deployment or a tenant, by capability and language, which override the built-in ones. */
export const TemplateOverrides = z.strictObject({
  'sms-token': ByLanguage.exactOptional(),
  'sms-2fa': ByLanguage.exactOptional(),
  'whatsapp-2fa': ByLanguage.exactOptional(),
  /** Words of the mail’s layout, each of which overrides the built-in one. */
  'email-token': z
    .strictObject({ 'pt-BR': MailWording.exactOptional(), en: MailWording.exactOptional() })
    .exactOptional(),
})
export type TemplateOverrides = z.output<typeof TemplateOverrides>

export type Templates = {
  /** The content that a record of the tenant stores; the placeholders of a token’s code and link stay unfilled. */
  write(tenant: string, wanted: Wanted): ChallengeContent
  /** The tenant’s own words for mails, merged over those of the deployment. */
  mailWords(tenant: string, language: Language): MailWording
}

type Wanted = {
  readonly challengeKind: ChallengeKind
  readonly language: Language
  readonly replyCode: string | null
  /** For how many minutes the code or question is valid. */
  readonly minutes: number
  readonly purpose?: string | undefined
  /** A wording approved by the vendor, which overrides all others. */
  readonly approved?: Pick<Approved, 'text' | 'options' | 'yes'> | undefined
}

type Given = {
  /** The name of the asking company in a tenant’s messages; '' is the deployment. */
  readonly brandOf: (tenant: string) => string
  readonly publicBaseUrl: string
  readonly templates?: TemplateOverrides | undefined
  readonly tenants?: Readonly<Record<string, TemplateOverrides | undefined>>
}

/** Checks every wording; throws one error that names each faulty template and its faults. */
export function checkTemplates({
  brandOf,
  publicBaseUrl,
  templates,
  tenants = {},
}: Given): Templates {
  const layers = [['', templates ?? {}], ...Object.entries(tenants)] as const
  const faults = layers.flatMap(([tenant, layer = {}]) =>
    challengeKinds.flatMap((challengeKind) =>
      languages.flatMap((language) => {
        // A wording inherited from the deployment was checked there.
        const isOwn = layer[challengeKind]?.[languageTags[language]] !== undefined
        const brand = brandOf(tenant)
        if (tenant !== '' && !isOwn && brand === brandOf('')) return []
        const template = choose(challengeKind, language, [layer, templates])
        const write = (purpose?: string) =>
          writeText(
            fill(challengeKind, template, {
              brand,
              language,
              replyCode: '00',
              minutes: 60,
              purpose,
            }).text,
            { code: '0'.repeat(10), link: tokenPageUrl(publicBaseUrl, 'x'.repeat(22)) },
          )
        const longest = { text: write(), withPurpose: write('x'.repeat(purposeMax)) }
        const name = `${challengeKind} (${languageTags[language]})${tenant && ` of tenant ${tenant}`}`
        return findFaults(challengeKind, template, longest).map((fault) => `${name}: ${fault}`)
      }),
    ),
  )
  for (const [tenant, layer = {}] of layers)
    for (const [language, wording] of Object.entries(layer['email-token'] ?? {}))
      for (const fault of findMailFaults(wording))
        faults.push(`email-token (${language})${tenant && ` of tenant ${tenant}`}: ${fault}`)
  const mailWords = (tenant: string, language: Language): MailWording => {
    const own = Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined
    const tag = languageTags[language]
    return { ...templates?.['email-token']?.[tag], ...own?.['email-token']?.[tag] }
  }
  if (faults.length > 0) throw new Error(`Message templates:\n${faults.join('\n')}`)
  return {
    mailWords,
    write(tenant, { challengeKind, language, replyCode, minutes, purpose, approved }) {
      const brand = brandOf(tenant)
      if (challengeKind === 'email-token')
        return writeMailText({
          brand,
          language,
          minutes,
          purpose,
          words: mailWords(tenant, language),
        })
      const own = Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined
      const chosen = choose(challengeKind, language, [own, templates])
      const { text = chosen.text, options = chosen.options } = approved ?? {}
      // The approved template may have other labels than the wording, so the label of the yes comes from the same
      // place.
      const { yes } = approved?.options ? approved : chosen
      // An approved text contains its purpose already.
      const purposeText = approved?.text ?? chosen.purposeText
      const template = {
        text,
        ...(options && { options }),
        ...(yes && { yes }),
        ...(purposeText !== undefined && { purposeText }),
      }
      return fill(challengeKind, template, { brand, language, replyCode, minutes, purpose })
    },
  }
}

/** The text part of a mail; the HTML is built when it is sent. */
function writeMailText({
  brand,
  language,
  minutes,
  purpose,
  words,
}: Pick<Wanted, 'language' | 'minutes' | 'purpose'> & {
  readonly brand: string
  readonly words: MailWording
}): ChallengeContent {
  const { text } = writeTokenMail({
    brand,
    language,
    code: '{code}',
    link: '{link}',
    validMinutes: minutes,
    purpose: tidy(purpose),
    words,
  })
  return { text, options: [], ...(purpose !== undefined && { purpose }) }
}

/** Fills the placeholders of code and link, in the task that sends the text. */
export function writeText(text: string, { code, link }: { code: string; link: string }): string {
  return text.replaceAll('{code}', code).replaceAll('{link}', link)
}

/** The URL of the page with the button that validates a token. */
export function tokenPageUrl(publicBaseUrl: string, pageToken: string): string {
  return `${publicBaseUrl.replace(/\/$/, '')}/t/${pageToken}`
}

// Safe because the record of built-in texts is written with exactly these keys.
const challengeKinds = Object.keys(builtIn) as Worded[]
const languages = Object.keys(languageTags) as Language[]

/** The first layer that has a wording; it keeps the built-in labels where it names none. */
function choose(
  challengeKind: Worded,
  language: Language,
  layers: readonly (TemplateOverrides | undefined)[],
): Template {
  const found = layers
    .map((layer) => layer?.[challengeKind]?.[languageTags[language]])
    .find((wording) => wording !== undefined)
  const template: Template = builtIn[challengeKind][language]
  if (!found) return template
  // The built-in text with a purpose is dropped, because it would not match the tenant's own text.
  return { ...(template.options && { options: template.options }), ...found }
}

/** Appended to a text that has no `{purpose}`. */
const following: Readonly<Record<Language, string>> = {
  pt: 'Confirma: {purpose}',
  en: 'To confirm: {purpose}',
}

/** Braces in a client’s purpose are replaced, so that they are no placeholders. */
const tidy = (purpose: string | undefined): string | undefined =>
  purpose?.replaceAll('{', '(').replaceAll('}', ')')

type Filling = Pick<Wanted, 'replyCode' | 'minutes' | 'purpose' | 'language'> & {
  readonly brand: string
}

function fill(
  challengeKind: Worded,
  { text, options, yes, purposeText }: Template,
  { brand, language, replyCode, minutes, purpose }: Filling,
): ChallengeContent {
  const typed = (option: string) => (replyCode === null ? option : `${replyCode} ${option}`)
  const write = isSms(challengeKind) ? toGsm : (one: string) => one
  const shown = tidy(purpose)
  const values = new Map([
    ['brand', write(brand)],
    ['minutes', String(minutes)],
    ['1', typed('1')],
    ['2', typed('2')],
    ...(shown === undefined ? [] : [['purpose', write(shown)] as const]),
  ])
  const whole = purpose === undefined ? text : placePurpose(purposeText ?? text, language)
  return {
    text: whole.replace(/\{([^{}]*)\}/g, (place, name: string) => values.get(name) ?? place),
    options: Object.entries(options ?? {}).map(([option, label]) => ({
      option: Number(option),
      label,
    })),
    ...(yes && { yes }),
    ...(purpose !== undefined && { purpose }),
  }
}

const placePurpose = (text: string, language: Language): string =>
  text.includes('{purpose}') ? text : `${text} ${following[language]}`

/** The text and the options as the person reads them. */
export type ChallengeContent = {
  readonly text: string
  readonly options: readonly { readonly option: number; readonly label: string }[]
  /** The option that is the yes, where the template names it; otherwise the labels decide. */
  readonly yes?: 1 | 2
  /** The purpose as the client wrote it. */
  readonly purpose?: string
}
