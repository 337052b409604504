// Longer texts beside the OpenAPI document: rules of all operations, and tables that are too long for a description.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuidePage } from './document.ts'

/** How the sandbox reacts to an e-mail address by its local part, and to a phone number by its last four digits. */
export type MagicValues = {
  readonly emailLocalParts: Readonly<Record<string, string>>
  readonly phoneEndings: Readonly<Record<string, string>>
  /** The effects of magic file names of pictures. */
  readonly pictureNames: Readonly<Record<string, string>>
  /** The cells of each ending: what happens, of a person, of a company. */
  readonly documentEndings: Readonly<Record<string, readonly string[]>>
  /** The effects of magic values in look-ups, by the kind of look-up and then by the value. */
  readonly lookUps: Readonly<Record<'mx' | 'cep' | 'bin', Readonly<Record<string, string>>>>
}

/** Tables in Markdown. */
export type Tables = { readonly insights: string; readonly facts: string }

/** The pages of the guide, in the order in which a developer needs them. */
export const guideOf = (magic: MagicValues, tables: Tables): readonly GuidePage[] => [
  { name: 'rules', title: 'What all operations share', text: readText('rules.md') },
  { name: 'sandbox', title: 'The sandbox', text: describeSandbox(magic) },
  { name: 'insights', title: 'Insights', text: describeInsights(tables) },
  { name: 'facts', title: 'Facts', text: describeFacts(tables) },
]

/** A Markdown file beside this one. */
const readText = (name: string): string =>
  readFileSync(join(import.meta.dirname, name), 'utf8').trim()

export const describeInsights = ({ insights }: Tables): string =>
  `An insight is one finding about a transaction. Its code never changes its meaning. What is not known makes no insight, and none rejects anybody by itself. \`rule\`: from the data of the transaction; \`lookup\`: from what was asked elsewhere; \`history\`: from what the same tenant has seen in the same mode; \`module\`: from the result of another module.

${insights}`

const describeFacts = ({ facts }: Tables): string =>
  `What the rules of scorecards and the conditions of packs may ask for, in CEL; beside it \`insight.DO001\` and the like are true where that insight is there. A rule that asks for a fact that is not known does not apply; \`has(card.prepaid)\` asks whether it is.

${facts}`

export function describeSandbox({
  emailLocalParts,
  phoneEndings,
  documentEndings,
  pictureNames,
  lookUps,
}: MagicValues): string {
  const rows = (of: string, values: Values, write: (value: string) => string) =>
    Object.entries(values).map(([value, effect]) => `| ${of} | \`${write(value)}\` | ${effect} |`)
  const documents = Object.entries(documentEndings).map(
    ([ending, [effect, person, company]]) =>
      `| document | \`${ending}\` | ${effect}${person ? `. Of a person: ${person}` : ''}${company ? `. Of a company: ${company}` : ''} |`,
  )
  const table = [
    ...rows('e-mail', emailLocalParts, (part) => `${part}@…`),
    '| e-mail address | any other | accepted at once |',
    ...rows('phone', phoneEndings, (ending) => `…${ending}`),
    '| phone | any other | as `…0001` |',
    ...documents,
    '| document | any other | as `0001` |',
    ...rows('file name of a picture', pictureNames, (name) => name),
    '| file name of a picture | any other | what the engines see in it |',
    ...rows('e-mail domain', lookUps.mx, (domain) => `…@${domain}`),
    ...rows('postal code', lookUps.cep, (ending) => `…${ending}`),
    ...rows('BIN of a card', lookUps.bin, (ending) => `…${ending}`),
    '| domain, postal code, BIN | any other | takes mail, is there, is a credit card of Brazil |',
  ]
  return `With a credential of mode \`sandbox\` nobody outside is called. Messages are kept for \`GET /v1/sandbox/messages\` and the page [/sandbox](/sandbox), and the transaction's clock moves when it is told to (\`POST /v1/sandbox/transactions/{id}/clock\`), through the same workflows, adapters and signed callbacks (\`/hooks/twilio\`, \`/hooks/meta\`, \`/hooks/checks/sandbox-checks\`) as in \`live\`. What happens follows these values:

| of | value | what happens |
|---|---|---|
${table.join('\n')}

- **E-mail**: by the part before the @, whatever the domain; \`part+anything@…\` is the same.
- **Phone**: by the last four digits, \`+5511987650006\` for instance: \`{"countryCode": 55, "areaCode": 11, "number": 987650006}\`. Messages lie on a phone of the page [/sandbox](/sandbox), where they can be answered; so does \`POST /v1/sandbox/messages/{id}/reply\`. Who is to answer by itself needs options: an SMS token has none. \`…0002\` fails each time anew, while in \`live\` a number that does not exist gets nothing for 30 days; the wish of \`…0014\` is kept as in \`live\`.
- **Document**: by the four digits before the check digits of a CPF (its sixth to ninth), the order number of a CNPJ (its ninth to twelfth), the last four of a passport or an RNM, about which lists alone can be asked. "Of a person" and "of a company" say, when every service was asked: what has failed, the facts (those that are not as with \`0001\`), the insights of the checks, and what \`identity\` makes of them alone.
- **Picture**: by the name of the file, with any ending; the picture itself is taken and stored like any other.`
}

type Values = Readonly<Record<string, string>>
