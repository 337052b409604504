// The longer texts beside the OpenAPI document: rules of all operations, and tables that are too long for a
// description.
import type { GuidePage } from './document.ts'

/** How the sandbox reacts to an e-mail address by its local part, and to a phone number by its last four digits. */
export type MagicValues = {
  readonly emailLocalParts: Readonly<Record<string, string>>
  readonly phoneEndings: Readonly<Record<string, string>>
  /** By the name of the file of a picture. */
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
  { name: 'rules', title: 'What all operations share', text: rules.join('\n\n') },
  { name: 'sandbox', title: 'The sandbox', text: describeSandbox(magic) },
  { name: 'insights', title: 'Insights', text: describeInsights(tables) },
  { name: 'facts', title: 'Facts', text: describeFacts(tables) },
]

const rules = [
  `## Authentication

Send \`Authorization: Bearer <JWT>\`. The token must be signed by a key of an issuer that the service trusts (RS256, PS256, ES256, EdDSA, or HS256 where a secret is configured), and carry \`iss\` and \`exp\`. Or send an API key, \`Bearer ak_…\`.

- \`tenant\` says whose data the request is about. Nothing crosses tenants.
- \`mode\` is \`sandbox\` or \`live\`. A transaction keeps the mode that it was created in.
- \`scope\`: each operation needs one, named in its \`security\`. Without it: 403 \`scope-missing\`, whose \`scope\` says which. Some installations imply \`transactions:read\`, \`transactions:write\` and \`images:read\` for a token that names none of them.

Where tenants are registered, one that is not gets 403 \`tenant-unknown\`, a suspended one \`tenant-suspended\`.

A credential that is missing, malformed, expired or forged gets 401 with \`WWW-Authenticate: Bearer\`. What belongs to another tenant or to the other mode answers 404, exactly as an unknown id does. For local use \`npm run -s token\` prints a token.`,

  `## Idempotency

Every POST of a client takes \`Idempotency-Key\`: 1 to 255 visible ASCII characters, bare or in quotes. A key is kept for at least 24 hours per tenant, mode and operation.

| the same key with | answer |
|---|---|
| the same path, query and body | the first answer again, with \`Idempotent-Replayed: true\` |
| another path, query or body; of a pack also other scopes that show its results | 422 \`idempotency-key-reused\` |
| the first request still running | 409 \`idempotency-in-progress\`, with \`Retry-After\` |
| the same, of a transaction that was erased or restricted since | 404 |

Refusals that were decided (a wrong code, a limit) are first answers too; 401, 413, 415, rate limits and 5xx are not kept. After an answer that was lost, repeat the request with its key.`,

  `## Errors

Every refusal is a problem document of RFC 9457 (\`application/problem+json\`). Switch over \`code\`, which comes from one list that grows: treat one that you do not know by its status. \`type\` is an address that explains the code. \`errors\` points at each field that is at fault (\`#/phone/number\` in the body; \`query#/\` and \`header#/\` elsewhere); where your own key is at fault, as in \`genericFields\`, it points at the object. No answer repeats a value that was sent.

Every answer has a \`Request-Id\`, in a problem also \`requestId\`. Yours is taken when it is a UUID, a ULID, or 32 or 16 hexadecimal digits (a trace id); any other is replaced by one of ours, because it stands in logs.

A technical failure is never a rejection of the person: it is retried, waits, or stands in the result as a failure of its own.`,

  `## Limits

Requests are limited per tenant and mode. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say where the tenant stands; beyond it the answer is 429 \`rate-limited\` with \`Retry-After\` in seconds. So is 401 beyond 20 a second from one address (of IPv6: one /64), and 403 beyond 20 a second of one credential; what a good credential may do is never refused for it.

Limits of a journey are others: how often a message is sent, a code tried, a pack run. They answer 429 \`limit-reached\`, with \`Retry-After\` where waiting helps.`,

  `## Messages to phones

An SMS or a WhatsApp message goes to the *hottest* mobile phone of the transaction, of \`phone\` and \`Phones\`: the one that has shown most that messages to it reach this person, by earlier replies, deliveries and transactions of the same tenant and mode. Without a mobile phone that can get it the answer is 204. When the provider knows no such number the next phone is asked, with the same code, so one record can be sent up to three times.

The answer does not wait for the message: read the record, or the timeline. A state never goes back. What went wrong stands beside it as \`failure\`, and goes when the message turns out to have arrived. Who writes \`SAIR\` or \`STOP\` gets nothing more on that channel until \`START\`.`,

  `## Languages

Messages to people and the pages behind their links are in Brazilian Portuguese (\`pt-BR\`), or in English (\`en\`) where the request that sends them, or the browser that opens them, prefers it by \`Accept-Language\`. Reasons of scores are in Portuguese. Codes, field names and problem documents are the same in every language.`,
]

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
    ...rows('e-mail address', emailLocalParts, (part) => `${part}@…`),
    '| e-mail address | any other | accepted at once |',
    ...rows('phone', phoneEndings, (ending) => `…${ending}`),
    '| phone | any other | as `…0001` |',
    ...documents,
    '| document | any other | as `0001` |',
    ...rows('file name of a picture', pictureNames, (name) => name),
    '| file name of a picture | any other | what the engines see in it |',
    ...rows('domain of an e-mail address', lookUps.mx, (domain) => `…@${domain}`),
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
